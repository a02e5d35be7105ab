import { expect, it } from 'vitest';
import { searchCrumbs } from './search-crumbs.ts';

const names = (path: string, lists: object) =>
  searchCrumbs({ path, lists }, 'Used cars in Brisbane').map((crumb) => `${crumb.name} ${crumb.path}`);

it('NAV-11 a search says the way home: its heading, its make, or make and model', () => {
  expect(names('/search/used-cars', { car_type: ['used'] })).toEqual([
    'Home /',
    'Used cars in Brisbane /search/used-cars',
  ]);
  expect(names('/search/land-rover', { make: ['Land Rover'] })).toEqual([
    'Home /',
    'Land Rover /search/land-rover',
  ]);
  expect(names('/search/land-rover/defender', { make: ['Land Rover'], model: ['Defender'] })).toEqual([
    'Home /',
    'Land Rover /search/land-rover',
    'Defender /search/land-rover/defender',
  ]);
  expect(names('/search/moorooka', { location_name: ['Moorooka'] })).toEqual([
    'Home /',
    'Moorooka /search/moorooka',
  ]);
});
