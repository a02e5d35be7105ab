import { expect, it } from 'vitest';
import { searchCrumbs } from './search-scope.ts';

const names = (path: string, lists: object) =>
  searchCrumbs({ path, lists }, { one: 'car', many: 'cars' }).map((crumb) => `${crumb.name} ${crumb.path}`);

it('NAV-11 breadcrumbs of a search: its condition, its make and model, or its place', () => {
  const all = ['Home /', 'All cars /search/new-used-and-demo-cars'];
  expect(names('/search/new-used-and-demo-cars', {})).toEqual(all);
  expect(names('/search/used-cars', { car_type: ['used'] })).toEqual([
    'Home /',
    'Used cars /search/used-cars',
  ]);
  expect(names('/search/land-rover', { make: ['Land Rover'] })).toEqual([
    ...all,
    'Land Rover /search/land-rover',
  ]);
  expect(names('/search/land-rover/defender', { make: ['Land Rover'], model: ['Defender'] })).toEqual([
    ...all,
    'Land Rover /search/land-rover',
    'Defender /search/land-rover/defender',
  ]);
  expect(names('/search/moorooka', { location_name: ['Moorooka'] })).toEqual([
    ...all,
    'Moorooka /search/moorooka',
  ]);
  expect(names('/search/new-and-demo-cars', { car_type: ['new', 'demo'] })).toEqual([
    ...all,
    'New and demo cars /search/new-and-demo-cars',
  ]);
});

it('NAV-11 LOC-13 a location that lists others’ stock too keeps its own name', () => {
  expect(names('/search/moorooka', { location_name: ['Moorooka', 'Ipswich'] }).at(-1)).toBe(
    'Moorooka /search/moorooka',
  );
});
