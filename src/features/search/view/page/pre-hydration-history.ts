import { afterPaint } from '#src/platform/ui/dom/deferred-work.ts';
import { entryOf, storedTops } from './history-entries.ts';

const shown = location.pathname + location.search;

/**
 * Browsers restore the scroll position after a reload. The current results may be too short to scroll to that of the
 * entry, so the body is extended first.
 */
function scrollAsLeft(): void {
  const top = storedTops().get(entryOf(history));
  if (top === undefined) return;
  // Chrome would also save a scroll anchor, such as the footer, and restore that.
  document.documentElement.style.overflowAnchor = 'none';
  document.body.style.minHeight = `${top + innerHeight}px`;
  scrollTo({ top, behavior: 'instant' });
}

/**
 * Back and Forward to another search before hydration, which `SearchApp.tsx` signals, reload the page to render that
 * search on the server.
 */
window.addEventListener('popstate', () => {
  const isAwake = document.documentElement.dataset.search === 'awake';
  if (isAwake || location.pathname + location.search === shown) return;
  // By then the browser has restored the scroll position.
  afterPaint(() => {
    scrollAsLeft();
    location.reload();
  });
});
