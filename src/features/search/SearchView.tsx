import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { searchHeading, searchTitle } from '#src/domain/search/search-heading.ts';
import { ALL_STOCK_PATH } from '#src/domain/search/search-scope.ts';
import { Chips } from './Chips.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { FILTERS_ID, RESULTS_ID, SEARCH_FORM_ID } from './form-ids.ts';
import { PageLinks } from './PageLinks.tsx';
import { Results } from './Results.tsx';
import { ResultsBar } from './ResultsBar.tsx';
import { SearchBox } from './SearchBox.tsx';
import { useSurroundings } from './search-settings.ts';
import { useSearch } from './use-search.ts';

/** Moves the page to the results after a search changed, never on the first one (SRCH-10). */
function useScrollToTop(target: RefObject<HTMLElement | null>, key: string, isOn: boolean) {
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    const top = target.current?.getBoundingClientRect().top ?? 0;
    if (isOn && top < 0) target.current?.scrollIntoView({ block: 'start' });
  }, [key, isOn, target]);
}

/** @param banner shown above the results */
export function SearchView({ banner }: { banner: ReactNode }) {
  const { settings } = useSurroundings();
  const { state, urlOf, count } = useSearch();
  const results = useRef<HTMLElement>(null);
  const heading = searchHeading(state, settings.city, settings.noun);
  useScrollToTop(results, urlOf(state), settings.search.scrollToTop);
  useEffect(() => {
    document.title = `${searchTitle(heading, count, settings.noun)} | ${settings.siteName}`;
  }, [heading, count, settings.siteName, settings.noun]);
  return (
    <div className="search">
      <a className="skip-link visually-hidden" href={`#${RESULTS_ID}`}>
        Skip to results
      </a>
      <header className="search-head">
        <h1>{heading}</h1>
        <search>
          <form id={SEARCH_FORM_ID} action={ALL_STOCK_PATH} method="get">
            <SearchBox />
          </form>
        </search>
      </header>
      {banner}
      <div className="search-layout">
        <FilterPanel id={FILTERS_ID} />
        <section
          ref={results}
          id={RESULTS_ID}
          className="search-results"
          aria-label="Search results"
          tabIndex={-1}
        >
          <ResultsBar />
          <Chips />
          <Results />
          <PageLinks />
        </section>
      </div>
    </div>
  );
}
