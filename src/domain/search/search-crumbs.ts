import { slugOf } from '#src/config/sections/slug.ts';
import type { Crumb } from '../vehicle/vehicle-paths.ts';
import type { SearchScope } from './search-scope.ts';

const single = (values: readonly string[] | undefined) => (values?.length === 1 ? values[0] : undefined);

/** NAV-11: Home, then the make and model of a search; for any other its own heading. */
export function searchCrumbs({ path, lists }: SearchScope, heading: string): Crumb[] {
  const make = lists.make?.[0];
  const model = make === undefined ? undefined : single(lists.model);
  const place = single(lists.location_name) ?? single(lists.dealership_name);
  const current = { name: model ?? make ?? place ?? heading, path };
  const above =
    make !== undefined && model !== undefined ? [{ name: make, path: `/search/${slugOf(make)}` }] : [];
  return [{ name: 'Home', path: '/' }, ...above, current];
}
