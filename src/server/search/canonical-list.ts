import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FacetName } from '#src/config/sections/search.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { valuesLike } from '#src/domain/search/facet-values.ts';
import { facetNamed } from '#src/domain/search/facets.ts';
import { folded } from '#src/domain/search/folded.ts';
import { isScopeOf, type SearchScope, wordOfConditions } from '#src/domain/search/search-scope.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';
import type { Services } from '../services.ts';
import { resolveScope } from './resolve-scope.ts';

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
    const known = Object.keys(counts[name] ?? {}).filter((stored) => like.includes(folded(stored)));
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

const only = (values: readonly string[] | undefined) => (values?.length === 1 ? values[0] : undefined);

/** The words of the paths that may say a search, the one that counts first. */
function pathsOf({ lists }: SearchState, dealer: DealerConfig): string[][] {
  const condition = wordOfConditions(lists.car_type);
  const [make, model] = [only(lists.make), only(lists.model)];
  const dealership = dealer.dealerships.find(({ name }) => name === only(lists.dealership_name));
  const location = dealer.locations.find(({ name }) => lists.location_name?.includes(name));
  return [
    ...(condition === undefined ? [] : [[condition]]),
    ...(make !== undefined && model !== undefined ? [[slugOf(make), slugOf(model)]] : []),
    ...(make === undefined ? [] : [[slugOf(make)]]),
    ...(dealership ? [[dealership.slug]] : []),
    ...(location ? [[location.slug]] : []),
  ];
}

/**
 * NAV-16: the scope whose path says most of a search: one for all addresses of a list.
 * @param given the scope of the address, where no other fits
 */
export async function canonicalScope(
  services: Pick<Services, 'vocabulary' | 'db' | 'clock'>,
  dealer: DealerConfig,
  state: SearchState,
  given: SearchScope,
): Promise<SearchScope> {
  for (const words of pathsOf(state, dealer)) {
    const scope = await resolveScope(services, dealer, words);
    if (scope && isScopeOf(scope, state)) return scope;
  }
  return given;
}
