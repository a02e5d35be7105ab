import { Fragment, type RefObject, useLayoutEffect, useRef } from 'react';
import { clearedPath } from '#src/domain/search/cleared-search.ts';
import { facetNamed } from '#src/domain/search/facets.ts';
import { countOfCars } from '#src/domain/search/search-heading.ts';
import { besidesSold, refinementCount } from '#src/domain/search/search-state.ts';
import { CLOSE_ICON } from '#src/ui/single-icons.data.ts';
import { OWN_LOAN_ID, SEARCH_FORM_ID } from './form-ids.ts';
import { ListFacet } from './ListFacet.tsx';
import { NearBox } from './NearBox.tsx';
import { RangeFacet } from './RangeFacet.tsx';
import { useSurroundings } from './search-settings.ts';
import { useSearch } from './use-search.ts';

/** Facets open before a shopper touches anything. */
const OPEN_FACETS = 3;
/** Folded wherever it is in the dealer's order: another way to say what a vehicle may cost. */
const WEEKLY_BUDGET = 'weekly_price';

type InPanel = { panel: RefObject<HTMLElement | null> };

/** Results change the lists above the focused field: the field is kept in view. */
function FieldInView({ panel }: InPanel) {
  const { found } = useSearch();
  useLayoutEffect(() => {
    const field = found && document.activeElement;
    if (field instanceof HTMLInputElement && panel.current?.contains(field)) {
      field.scrollIntoView({ block: 'nearest' });
    }
  }, [panel, found]);
  return null;
}

function ShowResults({ panel }: InPanel) {
  const { settings } = useSurroundings();
  const { count } = useSearch().found;
  if (count === 0) return <p className="search-filters-none">No {settings.noun.many} match</p>;
  return (
    <button
      className="button button-wide"
      type="submit"
      form={SEARCH_FORM_ID}
      onClick={(event) => {
        event.preventDefault();
        if (panel.current?.matches(':popover-open')) panel.current.hidePopover();
        document.querySelector('.search-results')?.scrollIntoView({ block: 'start' });
      }}
    >
      {`Show Me ${countOfCars(count, settings.noun)}`}
    </button>
  );
}

/** Sidebar on large screens; on small ones a popover, which opens without JavaScript too. */
export function FilterPanel({ id }: { id: string }) {
  const { settings } = useSurroundings();
  const { state } = useSearch();
  const panel = useRef<HTMLElement>(null);
  // From then on a row stays as the shopper leaves it, whatever is chosen in it.
  const first = useRef(state).current;
  const opened: readonly string[] = settings.search.facets
    .filter((name) => name !== WEEKLY_BUDGET)
    .slice(0, OPEN_FACETS);
  const { facets } = settings.search;
  const beforeOwnTerms = facets.includes(WEEKLY_BUDGET) ? WEEKLY_BUDGET : facets[0];
  return (
    <aside ref={panel} id={id} className="search-filters" popover="auto" data-sheet="" aria-label="Filters">
      <div className="search-filters-head">
        <h2>Filters</h2>
        {refinementCount(besidesSold(state, settings.conditions)) > 0 && (
          <a className="search-clear" href={clearedPath(settings.search)}>
            Clear Filters
          </a>
        )}
        <button
          type="button"
          className="search-filters-close"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close filters"
        >
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d={CLOSE_ICON} />
          </svg>
        </button>
      </div>
      <div className="search-filters-body">
        {facets.map((name) => {
          const facet = facetNamed(name);
          const isOpen = opened.includes(name) || Boolean(first.lists[name] ?? first.ranges[name]);
          const Shown = facet.kind === 'range' ? RangeFacet : ListFacet;
          return (
            <Fragment key={name}>
              <Shown facet={facet} isOpen={isOpen} />
              {settings.hasOwnTerms && name === beforeOwnTerms && (
                <button type="button" className="facet-own-terms" popoverTarget={OWN_LOAN_ID}>
                  Repayments on your terms
                </button>
              )}
            </Fragment>
          );
        })}
        {settings.hasDistances && <NearBox />}
      </div>
      <div className="search-filters-foot">
        <ShowResults panel={panel} />
      </div>
      <FieldInView panel={panel} />
    </aside>
  );
}
