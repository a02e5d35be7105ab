import { useCurrentRefinements } from 'react-instantsearch';
import { clearedPath } from '#src/domain/search/cleared-search.ts';
import { chipsOf } from '#src/domain/search/search-chips.ts';
import { besidesSold, type NumberRange, type SearchState } from '#src/domain/search/search-state.ts';
import { CLOSE_ICON } from '#src/ui/single-icons.data.ts';
import { onPlainClick } from './follow-link.ts';
import { useSurroundings } from './search-settings.ts';
import { useSearch } from './use-search.ts';

type Refined = ReturnType<typeof useCurrentRefinements>['items'];

/** InstantSearch has each value and each end of a range by itself. */
function refinementsOf(items: Refined): Pick<SearchState, 'lists' | 'ranges'> {
  const lists: Record<string, readonly string[]> = {};
  const ranges: Record<string, NumberRange> = {};
  for (const { attribute, refinements } of items) {
    const values = refinements.filter(({ type }) => type === 'disjunctive').map(({ value }) => String(value));
    const end = (sign: string) => refinements.find(({ operator }) => operator === sign)?.value;
    const [min, max] = [end('>='), end('<=')];
    if (values.length > 0) lists[attribute] = values;
    else
      ranges[attribute] = {
        min: min === undefined ? null : Number(min),
        max: max === undefined ? null : Number(max),
      };
  }
  return { lists, ranges };
}

/** The refinements, each a link to the search without it. */
export function Chips() {
  const { settings } = useSurroundings();
  const { found, state: newest, update, urlOf } = useSearch();
  const { items } = useCurrentRefinements();
  // Words that are still typed are in their box; they are no chip before something is found by them.
  const state = { ...newest, ...refinementsOf(items), query: found.of.query };
  const shown = new Set(chipsOf(besidesSold(state, settings.conditions)).map(({ key }) => key));
  const chips = chipsOf(state).filter(({ key }) => shown.has(key));
  if (chips.length === 0) return null;
  return (
    <ul className="search-chips" aria-label="Chosen filters">
      {chips.map(({ key, text, without }) => (
        <li key={key}>
          <a
            className="search-chip"
            href={urlOf(without)}
            rel="nofollow"
            onClick={onPlainClick(() =>
              update((now) => chipsOf(now).find((chip) => chip.key === key)?.without ?? now),
            )}
          >
            <span className="visually-hidden">Remove </span>
            {text}
            <svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true">
              <path d={CLOSE_ICON} />
            </svg>
          </a>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <a className="search-clear" href={clearedPath(settings.search)}>
            Clear Filters
          </a>
        </li>
      )}
    </ul>
  );
}
