const ISLAND = 'astro-island[component-export="SearchApp"]';
const TRY_AGAIN_MS = 100;
const MOST_TRIES = 150;

/** React marks each element that it has taken over; what the server wrote for good it leaves alone. */
const isTakenOver = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith('__reactFiber'));

/** Before that, React would compare the page with the address it does not belong to, and draw all of it again. */
function isHydrated(island: Element): boolean {
  const controls = [...island.querySelectorAll('input, select')].filter(
    (one) => !one.closest('astro-slot, astro-static-slot'),
  );
  return !island.hasAttribute('ssr') && controls.every(isTakenOver);
}

/**
 * A file shows all vehicles whatever the query of its address says. The island is woken with the address it was
 * rendered at, and then learns of the query as of a step through the history.
 * @param searches how many the page has asked for
 */
export function hydrateSearch(searches: () => number): void {
  const island = document.querySelector(ISLAND);
  if (!island || location.search === '') return;
  const root = document.documentElement;
  const { href } = location;
  root.dataset.previewSearching = '';
  history.replaceState(history.state, '', location.pathname);
  // Scripts that wait for a gesture begin.
  dispatchEvent(new Event('scroll'));
  let tries = 0;
  const again = () => {
    tries += 1;
    const isAwake = isHydrated(island);
    if (isAwake && location.href !== href) history.replaceState(history.state, '', href);
    if (searches() > 0 || tries > MOST_TRIES) {
      if (location.href !== href && searches() === 0) history.replaceState(history.state, '', href);
      delete root.dataset.previewSearching;
      return;
    }
    if (isAwake) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    else island.dispatchEvent(new Event('focusin'));
    setTimeout(again, TRY_AGAIN_MS);
  };
  again();
}
