import { CAR_TYPE_LABELS, type Crumb, makeSearchPath, modelSearchPath } from '../vehicle/vehicle-paths.ts';
import { ALL_STOCK_PATH, type SearchScope } from './search-scope.ts';

const single = <T>(values: readonly T[] | undefined): T | undefined =>
  values?.length === 1 ? values[0] : undefined;

/**
 * NAV-11: the way home from a search, by what its path says.
 * @param many what the site calls its stock, "cars"
 */
export function searchCrumbs({ path, lists }: SearchScope, many: string): Crumb[] {
  const home = { name: 'Home', path: '/' };
  const all = { name: `All ${many}`, path: ALL_STOCK_PATH };
  const [make, model] = [lists.make?.[0], lists.model?.[0]];
  if (make !== undefined) {
    const ofMake = { name: make, path: makeSearchPath({ make }) };
    return [home, all, ofMake, ...(model ? [{ name: model, path: modelSearchPath({ make, model }) }] : [])];
  }
  const place = single(lists.dealership_name) ?? single(lists.location_name);
  if (place !== undefined) return [home, all, { name: place, path }];
  const type = single(lists.car_type);
  if (type !== undefined) return [home, { name: `${CAR_TYPE_LABELS[type as 'new']} ${many}`, path }];
  return path === ALL_STOCK_PATH ? [home, all] : [home, all, { name: `New and demo ${many}`, path }];
}
