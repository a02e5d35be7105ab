import { afterPaint } from '#src/ui/after-paint.ts';

const shown = location.pathname + location.search;

/** Back and Forward may lead to another search of the page before its island wakes; the server renders that one. */
window.addEventListener('popstate', () => {
  const isAsleep = document.querySelector('astro-island[ssr] .search') !== null;
  // The browser has scrolled by then, and does so again.
  if (isAsleep && location.pathname + location.search !== shown) afterPaint(() => location.reload());
});
