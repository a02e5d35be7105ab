import { expect, it } from 'vitest';
import { searchHeading, searchTitle } from './search-heading.ts';

it.each([
  [{}, 'New, used and demo cars in Brisbane'],
  [{ car_type: ['used'] }, 'Used cars in Brisbane'],
  [{ car_type: ['demo', 'new'] }, 'New and demo cars in Brisbane'],
  [{ make: ['Toyota'] }, 'Toyota cars for sale in Brisbane'],
  [{ make: ['Toyota'], model: ['HiLux'] }, 'Toyota HiLux for sale in Brisbane'],
  [{ car_type: ['used'], make: ['Toyota'] }, 'Used Toyota for sale in Brisbane'],
  [{ make: ['Toyota', 'Mazda'] }, 'New, used and demo cars in Brisbane'],
  [{ dealership_name: ['Riverbend South'] }, 'Cars at Riverbend South'],
])('NAV-02 %j is headed "%s"', (lists, heading) => {
  expect(searchHeading({ lists }, 'Brisbane')).toBe(heading);
});

it('NAV-02 titles say how many', () => {
  expect(searchTitle('Used cars in Brisbane', 1)).toBe('Used cars in Brisbane: 1 car');
  expect(searchTitle('Used cars in Brisbane', 2140)).toBe('Used cars in Brisbane: 2,140 cars');
});

it('LOC-13 the stock of several locations is headed by the first of them', () => {
  const at = (...location_name: string[]) => searchHeading({ lists: { location_name } }, 'Brisbane');
  expect(at('Valley')).toBe('Cars at Valley');
  expect(at('Valley', 'North')).toBe('Cars at Valley and North');
  expect(at('Valley', 'North', 'South')).toBe('Cars at Valley and 2 other locations');
});
