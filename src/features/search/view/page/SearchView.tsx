import { type ReactNode, useEffect, useRef } from 'react';
import { useRange, useRefinementList } from 'react-instantsearch';
import { FACETS, type Facet } from '#src/features/search/facets/facets.ts';
import { ALL_STOCK_PATH } from '#src/features/search/search-scope.ts';
import { searchHeading, searchTitle } from '#src/features/search/search-wording.ts';
import { formatRange } from '#src/features/search/url/url-codec.ts';
import { useShownBudget } from '#src/features/search/view/filters/drive-away-budget.ts';
import { FilterPanel } from '#src/features/search/view/filters/FilterPanel.tsx';
import { Chips, ResultsBar } from '#src/features/search/view/results/ResultsBar.tsx';
import { PageLinks, Results } from '#src/features/search/view/results/SearchResults.tsx';
import { FILTERS_ID, RESULTS_ID, SEARCH_FORM_ID } from '#src/features/search/view/search-anchors.ts';
import { useSurroundings } from '#src/features/search/view/search-settings.ts';
import { useSearch } from '#src/features/search/view/use-search.ts';
import { pageTitle } from '#src/platform/ui/page-title.ts';
import { WholeWords } from '#src/platform/ui/WholeWords.tsx';
import { SearchBox } from './SearchBox.tsx';
import { ScrollPosition } from './search-routing.tsx';

function SearchHeading() {
  const { settings } = useSurroundings();
  const { count, noun, stocked } = useSearch().found;
  const heading = searchHeading(stocked, settings.city, noun, settings.conditions);
  useEffect(() => {
    document.title = pageTitle(searchTitle(heading, count, noun), settings.siteName);
  }, [heading, count, settings.siteName, noun]);
  return (
    <h1>
      <WholeWords text={heading} />
    </h1>
  );
}

type HiddenProps = { name: Facet['name']; values: readonly string[] };

const Fields = ({ name, values }: HiddenProps) =>
  values.map((value) => <input key={value} type="hidden" name={name} value={value} form={SEARCH_FORM_ID} />);

function HiddenRange(hidden: HiddenProps) {
  useRange({ attribute: hidden.name });
  return <Fields {...hidden} />;
}

function HiddenList(hidden: HiddenProps) {
  useRefinementList({ attribute: hidden.name });
  return <Fields {...hidden} />;
}

/** Facets without a visible filter that a URL or query may refine; the form must submit them too. */
function HiddenFilters() {
  const { settings } = useSurroundings();
  const { lists, ranges } = useSearch().state;
  const budget = useShownBudget(ranges);
  const isShown = (name: Facet['name']) =>
    name === budget || settings.search.facets.some((shown) => shown === name);
  return FACETS.filter(({ name }) => !isShown(name)).map(({ name, kind }) => {
    const range = ranges[name];
    return kind === 'range' ? (
      <HiddenRange key={name} name={name} values={range ? [formatRange(range)] : []} />
    ) : (
      <HiddenList key={name} name={name} values={lists[name] ?? []} />
    );
  });
}

/**
 * Moves the focus to the results if new results remove the focused control, such as a chip. Otherwise keyboard and
 * screen reader users would start again at the top of the page.
 */
function FocusOfRemoved() {
  useSearch();
  const last = useRef<EventTarget>(null);
  useEffect(() => {
    const note = ({ target }: { target: EventTarget | null }) => {
      last.current = target;
    };
    note({ target: document.activeElement });
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement !== body || !(last.current instanceof Element) || last.current.isConnected) return;
    last.current = null;
    document.getElementById(RESULTS_ID)?.focus({ preventScroll: true });
  });
  return null;
}

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
          {/* `autoComplete="off"`: browser form restoration on Back would look like user input. */}
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
