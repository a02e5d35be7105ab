import type { DealerConfig } from '#src/config/dealer-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { matchesScope, type SearchScope, wordOfConditions } from '#src/domain/search/search-scope.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';
import type { Services } from '../services.ts';
import { resolveScope } from './resolve-scope.ts';

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
    if (scope && matchesScope(scope, state)) return scope;
  }
  return given;
}
