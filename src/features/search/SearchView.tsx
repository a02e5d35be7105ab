import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { ALL_STOCK_PATH } from '#src/domain/search/search-scope.ts';
import { Chips } from './Chips.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { FILTERS_ID, RESULTS_ID, SEARCH_FORM_ID } from './form-ids.ts';
import { HiddenFilters } from './HiddenFilters.tsx';
import { PageLinks } from './PageLinks.tsx';
import { Results } from './Results.tsx';
import { ResultsBar } from './ResultsBar.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SearchHeading } from './SearchHeading.tsx';
import { useSurroundings } from './search-settings.ts';
import { useSearchActions, useSearchState } from './use-search.ts';

/** Moves the page to the results after a search changed, never on the first one (SRCH-10). */
function ScrollToTop({ target }: { target: RefObject<HTMLElement | null> }) {
  const { scrollToTop } = useSurroundings().settings.search;
  const key = useSearchActions().urlOf(useSearchState());
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    const top = target.current?.getBoundingClientRect().top ?? 0;
    if (scrollToTop && top < 0) target.current?.scrollIntoView({ block: 'start' });
  }, [key, scrollToTop, target]);
  return null;
}

/**
 * Reads nothing that a search changes: each part renders by itself.
 * @param banner shown above the results
 * @param cards of the first results
 */
export function SearchView({ banner, cards }: { banner: ReactNode; cards: ReactNode }) {
  const results = useRef<HTMLElement>(null);
  return (
    <div className="search">
      <ScrollToTop target={results} />
      <HiddenFilters />
      <a className="skip-link visually-hidden" href={`#${RESULTS_ID}`}>
        Skip to results
      </a>
      <header className="search-head">
        <SearchHeading />
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
          <Results first={cards} />
          <PageLinks />
        </section>
      </div>
    </div>
  );
}
