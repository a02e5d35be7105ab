import { FILTERS_ID } from '#src/features/search/view/search-anchors.ts';
import { below } from '#src/platform/ui/styles/breakpoints.ts';

/** Breakpoint below which the filters are a popover (search.css). */
const SHEET = below('xl');

/**
 * Collapses all facets in the popover, unless it is open. If the URL has the hash of a facet, from "Show all" without
 * JavaScript, the popover opens with that facet expanded.
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
