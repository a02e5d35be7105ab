import { formatNumber } from '../format-number.ts';
import { valueLabel } from './facet-values.ts';
import { FACETS, type Facet } from './facets.ts';
import {
  type NumberRange,
  type SearchState,
  toggleValues,
  withNear,
  withQuery,
  withRange,
} from './search-state.ts';

/** One refinement in words, and the search without it. */
export type Chip = { key: string; text: string; without: SearchState };

/** A number of a range facet in its unit: `$25,000`, `60,000 km`, `2021`. */
export function rangeNumber(facet: Facet, value: number): string {
  if (facet.unit === 'dollars') return `$${formatNumber(value)}`;
  return facet.unit === 'km' ? `${formatNumber(value)} km` : String(value);
}

function rangeText(facet: Facet, { min, max }: NumberRange): string {
  const from = min === null ? '' : rangeNumber(facet, min);
  const to = max === null ? '' : rangeNumber(facet, max);
  if (min === max) return `${facet.label} ${from}`;
  if (!from) return `${facet.label} up to ${to}`;
  return to ? `${facet.label} ${from} to ${to}` : `${facet.label} from ${from}`;
}

/** A number alone does not show what it counts. */
const chipText = ({ name }: Facet, label: string) =>
  name === 'seats' ? `${label} ${label === '1' ? 'seat' : 'seats'}` : label;

function facetChips(facet: Facet, state: SearchState): Chip[] {
  const range = state.ranges[facet.name];
  if (facet.kind === 'range') {
    if (!range) return [];
    const without = withRange(state, facet.name, { min: null, max: null });
    return [{ key: facet.name, text: rangeText(facet, range), without }];
  }
  const byLabel = Map.groupBy(state.lists[facet.name] ?? [], (value) => valueLabel(facet, value));
  return [...byLabel].map(([text, values]) => ({
    key: `${facet.name}:${text}`,
    text: chipText(facet, text),
    without: toggleValues(state, facet.name, values),
  }));
}

/** LOC-11. */
function nearChips(state: SearchState): Chip[] {
  if (!state.near) return [];
  const { place, km } = state.near;
  const text = km === null ? `Near ${place}` : `Within ${km} km of ${place}`;
  return [{ key: 'near', text, without: withNear(state, undefined) }];
}

/** Everything that narrows a search, in the order of the facets. */
export function chipsOf(state: SearchState): Chip[] {
  const words = state.query
    ? [{ key: 'query', text: `“${state.query}”`, without: withQuery(state, '') }]
    : [];
  return [...words, ...nearChips(state), ...FACETS.flatMap((facet) => facetChips(facet, state))];
}
