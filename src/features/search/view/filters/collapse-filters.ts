import { FILTERS_ID } from '#src/features/search/view/search-anchors.ts';
import { below } from '#src/platform/ui/styles/breakpoints.ts';

/** Where the filters are a sheet, not a sidebar (search.css). */
const SHEET = below('xl');

/**
 * A sheet starts with its rows collapsed, unless it is in use. If the address names a list that the form opened, the
 * sheet opens with that row expanded.
 */
function collapseFilters() {
  const panel = document.getElementById(FILTERS_ID);
  if (!panel || !matchMedia(SHEET).matches || panel.matches(':popover-open')) return;
  const rows = [...panel.querySelectorAll<HTMLDetailsElement>('.facet')];
  const opened = rows.find(({ id }) => location.hash === `#${id}`);
  for (const row of rows) row.open = row === opened;
  if (opened) panel.showPopover();
}

collapseFilters();
