import type { FacetName } from '#src/config/sections/search.ts';
import { valuesLike } from './facet-values.ts';
import { facetNamed } from './facets.ts';
import { folded } from './folded.ts';
import type { SearchScope } from './search-scope.ts';
import type { SearchState } from './search-state.ts';

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * NAV-16: a search with its values as the stock spells them, without those that no vehicle has.
 * @param scope its values are kept: they are those of the path
 * @param counts vehicles found, by facet and value
 */
export function asStocked(
  state: SearchState,
  scope: SearchScope,
  counts: Counts,
): { stocked: SearchState; hasUnknown: boolean } {
  let hasUnknown = false;
  const spelled = (name: FacetName, value: string): string[] => {
    if (scope.lists[name]?.includes(value)) return [value];
    const like = valuesLike(facetNamed(name), value).map(folded);
    const known = Object.entries(counts[name] ?? {}).flatMap(([stored, count]) =>
      count > 0 && like.includes(folded(stored)) ? [stored] : [],
    );
    hasUnknown ||= known.length === 0;
    return known.sort().slice(0, 1);
  };
  const lists = Object.fromEntries(
    Object.entries(state.lists).flatMap(([name, values]) => {
      const stored = values.flatMap((value) => spelled(name as FacetName, value));
      return stored.length > 0 ? [[name, [...new Set(stored)].sort()]] : [];
    }),
  );
  return { stocked: { ...state, lists }, hasUnknown };
}
