import { FILTERS_ID } from './form-ids.ts';

/** Where the filters are a sheet and no sidebar (search.css). */
const SHEET = '(max-width: 991.98px)';

/**
 * A sheet starts with its rows folded, unless somebody is in it already. The address of a list that the form opened
 * names its row: the sheet is back with that row open.
 */
function foldFilters() {
  const panel = document.getElementById(FILTERS_ID);
  if (!panel || !matchMedia(SHEET).matches || panel.matches(':popover-open')) return;
  const rows = [...panel.querySelectorAll<HTMLDetailsElement>('.facet')];
  const opened = rows.find(({ id }) => location.hash === `#${id}`);
  for (const row of rows) row.open = row === opened;
  if (opened) panel.showPopover();
}

foldFilters();
