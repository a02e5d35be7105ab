import { afterPaint } from '#src/platform/ui/dom/deferred-work.ts';
import { entryOf, storedTops } from './history-entries.ts';

const shown = location.pathname + location.search;

/**
 * The browser returns after a reload to where the page was. It could not scroll there if the results on screen are
 * shorter than those of the entry: they get the room.
 */
function scrollAsLeft(): void {
  const top = storedTops().get(entryOf(history));
  if (top === undefined) return;
  // Chrome would also remember what is seen there, such as the footer, and return to that.
  document.documentElement.style.overflowAnchor = 'none';
  document.body.style.minHeight = `${top + innerHeight}px`;
  scrollTo({ top, behavior: 'instant' });
}

/**
 * Back and Forward may lead to another search of the page before its island is awake, which it is once React has
 * rendered it and `SearchStore.tsx` says so; the server renders that one.
 */
window.addEventListener('popstate', () => {
  const isAwake = document.documentElement.dataset.search === 'awake';
  if (isAwake || location.pathname + location.search === shown) return;
  // The browser has scrolled by then.
  afterPaint(() => {
    scrollAsLeft();
    location.reload();
  });
});
