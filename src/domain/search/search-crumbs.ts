import type { StockNoun } from '#src/config/sections/verticals.ts';
import { CAR_TYPE_LABELS, type Crumb, makeSearchPath, modelSearchPath } from '../vehicle/vehicle-paths.ts';
import { BODY_LABELS } from './facets.ts';
import { ALL_STOCK_PATH, type SearchScope } from './search-scope.ts';
import type { SearchState } from './search-state.ts';

const single = <T>(values: readonly T[] | undefined): T | undefined =>
  values?.length === 1 ? values[0] : undefined;

/**
 * NAV-11: breadcrumbs of a search, from its path and the one body type chosen among a make or model.
 */
export function searchCrumbs(
  { path, lists }: SearchScope,
  { many, had }: StockNoun,
  chosen: SearchState['lists'] = {},
): Crumb[] {
  const home = { name: 'Home', path: '/' };
  const all = { name: `All ${many}`, path: ALL_STOCK_PATH };
  const [make, model] = [lists.make?.[0], lists.model?.[0]];
  if (make !== undefined) {
    const ofMake = { name: make, path: makeSearchPath({ make }) };
    const ofModel = model ? [{ name: model, path: modelSearchPath({ make, model }) }] : [];
    const body = single(chosen.body);
    const ofBody =
      body === undefined
        ? []
        : [{ name: BODY_LABELS[body] ?? body, path: `${path}?${new URLSearchParams({ body })}` }];
    return [home, all, ofMake, ...ofModel, ...ofBody];
  }
  // LOC-13: a location comes before those whose stock it also lists.
  const place = lists.dealership_name?.[0] ?? lists.location_name?.[0];
  if (place !== undefined) return [home, all, { name: place, path }];
  const type = single(lists.car_type);
  if (type !== undefined && had !== undefined) return [home, { ...all, path }];
  if (type !== undefined) return [home, { name: `${CAR_TYPE_LABELS[type as 'new']} ${many}`, path }];
  const isNewAndDemo = lists.car_type?.length === 2 && !lists.car_type.includes('used');
  return isNewAndDemo ? [home, all, { name: `New and demo ${many}`, path }] : [home, all];
}
