import { type RefObject, useEffect, useRef } from 'react';
import { searchUrl } from '#src/domain/search/search-scope.ts';
import { entryOf, numberEntry, storedTops, storeTops } from './history-entries.ts';
import { popstateListeners, readAddress } from './search-routing.ts';
import { useSurroundings } from './search-settings.ts';
import { useSearch } from './use-search.ts';

/** After one of them the shopper decides where the page is. */
const GESTURES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Where the page is once the search has changed: at its results if the site says so, never at the first search
 * (SRCH-10). Back and Forward return to where the shopper was, also once the page was reloaded (SRCH-01); after the
 * reload itself the browser does that.
 */
export function ScrollPosition({ results }: { results: RefObject<HTMLElement | null> }) {
  const { settings, scope } = useSurroundings();
  const { scrollToTop } = settings.search;
  const { state, found, urlOf } = useSearch();
  const url = urlOf(state);
  const isFound = urlOf(found.of) === url;
  const now = useRef({ url, isFound });
  /** Searches that Back and Forward lead to, until the last of them is on screen. */
  const travelled = useRef(new Set<string>());
  /** Where the page should be, in pixels from its top, until all cards are there: it may be too short before. */
  const wanted = useRef<number>(undefined);

  const hold = useRef(() => {
    if (wanted.current !== undefined) window.scrollTo({ top: wanted.current, behavior: 'instant' });
  });

  useEffect(() => {
    numberEntry(window.history);
    const tops = storedTops();
    const noteTop = () => {
      const entry = entryOf(window.history);
      // The newest last.
      tops.delete(entry);
      tops.set(entry, window.scrollY);
    };
    noteTop();
    const done = new AbortController();
    const listening = { signal: done.signal, passive: true };
    const isComplete = () => now.current.isFound;
    const release = () => {
      wanted.current = undefined;
    };
    const note = () => {
      if (isComplete()) release();
      if (wanted.current === undefined) noteTop();
    };
    const travel = () => {
      const to = searchUrl(readAddress(window.location, scope), scope);
      // A link within the page.
      if (to === now.current.url && travelled.current.size === 0) return;
      travelled.current.add(to);
      now.current.isFound = false;
      wanted.current = tops.get(entryOf(window.history));
      hold.current();
    };
    window.addEventListener('scroll', note, listening);
    // On a busy page a click, Back or Forward may come before the event of the scroll, and lead to another entry.
    window.addEventListener('click', note, { ...listening, capture: true });
    window.navigation?.addEventListener(
      'navigate',
      ({ navigationType }) => navigationType === 'traverse' && note(),
      listening,
    );
    window.addEventListener('pagehide', () => storeTops(tops), listening);
    popstateListeners.add(travel);
    for (const gesture of GESTURES) window.addEventListener(gesture, release, listening);
    const resized = new ResizeObserver(() => {
      hold.current();
      if (isComplete()) release();
    });
    if (results.current) resized.observe(results.current);
    return () => {
      popstateListeners.delete(travel);
      done.abort();
      resized.disconnect();
    };
  }, [results, scope]);

  useEffect(() => {
    const isNew = now.current.url !== url;
    now.current = { url, isFound };
    if (travelled.current.has(url)) {
      if (url === searchUrl(readAddress(window.location, scope), scope)) travelled.current.clear();
    } else if (isNew) {
      travelled.current.clear();
      wanted.current = undefined;
      const top = results.current?.getBoundingClientRect().top ?? 0;
      if (scrollToTop && top < 0) results.current?.scrollIntoView({ block: 'start' });
    }
    hold.current();
  }, [url, isFound, scope, scrollToTop, results]);

  return null;
}
