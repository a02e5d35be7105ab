import { Fragment, type RefObject, useLayoutEffect, useRef } from 'react';
import { INVALID_POSTCODE } from '#src/features/locations/distance.ts';
import { getFacet } from '#src/features/search/facets/facets.ts';
import {
  MAX_PLACE_LENGTH,
  NEAR_CHOICES_KM,
  refinementCount,
  withNear,
  withoutImpliedConditions,
} from '#src/features/search/search-state.ts';
import { countOfCars } from '#src/features/search/search-wording.ts';
import { clearedPath, OWN_LOAN_ID, SEARCH_FORM_ID } from '#src/features/search/view/search-anchors.ts';
import { useSurroundings } from '#src/features/search/view/search-settings.ts';
import { useEarlyGesture } from '#src/features/search/view/use-gestures.ts';
import { useSearch } from '#src/features/search/view/use-search.ts';
import { CLOSE_ICON } from '#src/platform/ui/single-icons.data.ts';
import { useShownBudget } from './drive-away-budget.ts';
import { ListFacet } from './ListFacet.tsx';
import { RangeFacet } from './RangeFacet.tsx';

const ERROR_ID = 'near-error';

/** LOC-11: postcode and radius, applied on Enter, on blur or when a radius is selected. */
function NearBox() {
  const { state, found, update } = useSearch();
  const { isNowhere } = found;
  const box = useRef<HTMLInputElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  const { place = '', km = null } = state.near ?? {};
  const first = useRef({ place, km });
  const shown = useRef({ place, km });

  function enter() {
    const typed = box.current?.value.trim() ?? '';
    const chosen = Number(choice.current?.value) || null;
    if (typed === place && chosen === km) return;
    if (typed === '' && place === '') return;
    update((now) => withNear(now, typed === '' ? undefined : { place: typed, km: chosen }));
  }

  useEarlyGesture(() => {
    const isTyped = box.current?.value !== place || (Number(choice.current?.value) || null) !== km;
    return isTyped && box.current !== document.activeElement ? enter : undefined;
  });

  useLayoutEffect(() => {
    // The place changed elsewhere: Back, Forward or a removed chip.
    if (box.current && shown.current.place !== place) box.current.value = place;
    if (choice.current && shown.current.km !== km) choice.current.value = String(km ?? '');
    shown.current = { place, km };
  }, [place, km]);

  return (
    <details className="facet" open={first.current.place !== ''}>
      <summary>
        Distance
        {place !== '' && <span className="facet-chosen">1</span>}
      </summary>
      <fieldset className="near">
        <legend className="visually-hidden">Distance</legend>
        <label htmlFor="near-place">Near postcode or suburb</label>
        <div className="near-boxes">
          <input
            ref={box}
            id="near-place"
            className="input"
            name="near"
            form={SEARCH_FORM_ID}
            autoComplete="postal-code"
            maxLength={MAX_PLACE_LENGTH}
            defaultValue={first.current.place}
            aria-invalid={isNowhere || undefined}
            aria-describedby={isNowhere ? ERROR_ID : undefined}
            onBlur={enter}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              enter();
            }}
          />
          <select
            ref={choice}
            className="input"
            name="within"
            form={SEARCH_FORM_ID}
            aria-label="Maximum distance"
            defaultValue={first.current.km ?? ''}
            onChange={enter}
          >
            <option value="">Any distance</option>
            {[...new Set([...NEAR_CHOICES_KM, ...(km === null ? [] : [km])])]
              .sort((a, b) => a - b)
              .map((each) => (
                <option key={each} value={each}>
                  {`${each} km`}
                </option>
              ))}
          </select>
        </div>
        {isNowhere && (
          <p className="near-error" id={ERROR_ID} role="alert">
            {INVALID_POSTCODE}
          </p>
        )}
      </fieldset>
    </details>
  );
}

/** Facets expanded initially. */
const OPEN_FACETS = 3;
/** Always collapsed initially, as it duplicates the price. */
const WEEKLY_BUDGET = 'weekly_price';

type InPanel = { panel: RefObject<HTMLElement | null> };

/** Keeps the focused field in view when new results change the lists above it. */
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
  const { count, noun } = useSearch().found;
  if (count === 0) return <p className="search-filters-none">No {noun.many} match</p>;
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
      {`Show Me ${countOfCars(count, noun)}`}
    </button>
  );
}

/** A sidebar on large screens; on small ones a popover, which also opens without JavaScript. */
export function FilterPanel({ id }: { id: string }) {
  const { settings } = useSurroundings();
  const { state } = useSearch();
  const panel = useRef<HTMLElement>(null);
  // The initial state only: later the visitor expands and collapses facets.
  const first = useRef(state).current;
  const opened: readonly string[] = settings.search.facets
    .filter((name) => name !== WEEKLY_BUDGET)
    .slice(0, OPEN_FACETS);
  const { facets } = settings.search;
  const budget = useShownBudget(state.ranges);
  // SRCH-08: nothing comes between the facets that are first.
  const beforeBudgets = facets.includes(WEEKLY_BUDGET) ? WEEKLY_BUDGET : facets[0];
  return (
    <aside ref={panel} id={id} className="search-filters" popover="auto" data-sheet="" aria-label="Filters">
      <div className="search-filters-head">
        <h2>Filters</h2>
        {refinementCount(withoutImpliedConditions(state, settings.conditions)) > 0 && (
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
          const facet = getFacet(name);
          const isOpen = opened.includes(name) || Boolean(first.lists[name] ?? first.ranges[name]);
          const Shown = facet.kind === 'range' ? RangeFacet : ListFacet;
          return (
            <Fragment key={name}>
              <Shown facet={facet} isOpen={isOpen} />
              {settings.hasOwnTerms && name === beforeBudgets && (
                <button type="button" className="facet-own-terms" popoverTarget={OWN_LOAN_ID}>
                  Repayments on your terms
                </button>
              )}
              {budget && name === beforeBudgets && (
                <RangeFacet key={budget} facet={getFacet(budget)} isOpen={Boolean(first.ranges[budget])} />
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
