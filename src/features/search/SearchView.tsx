import { type ReactNode, useRef } from 'react';
import { ALL_STOCK_PATH } from '#src/domain/search/search-scope.ts';
import { Chips } from './Chips.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { FocusOfRemoved } from './FocusOfRemoved.tsx';
import { FILTERS_ID, RESULTS_ID, SEARCH_FORM_ID } from './form-ids.ts';
import { HiddenFilters } from './HiddenFilters.tsx';
import { PageLinks } from './PageLinks.tsx';
import { Results } from './Results.tsx';
import { ResultsBar } from './ResultsBar.tsx';
import { ScrollPosition } from './ScrollPosition.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SearchHeading } from './SearchHeading.tsx';

/** @param banner shown above the results */
export function SearchView({ banner }: { banner: ReactNode }) {
  const results = useRef<HTMLElement>(null);
  return (
    <div className="search">
      <ScrollPosition results={results} />
      <HiddenFilters />
      <a className="skip-link visually-hidden" href={`#${RESULTS_ID}`} data-native="">
        Skip to results
      </a>
      <header className="search-head">
        <SearchHeading />
        <search>
          {/* What a browser puts back by itself at Back, into boxes that may be others by then, would pass for a gesture. */}
          <form id={SEARCH_FORM_ID} action={ALL_STOCK_PATH} method="get" autoComplete="off">
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
          <FocusOfRemoved />
          <ResultsBar />
          <Chips />
          <Results />
          <PageLinks />
        </section>
      </div>
    </div>
  );
}
