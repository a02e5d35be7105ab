import { expect, it } from 'vitest';
import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import { testDriveLocation } from './form-access.ts';

const location = (id: string, change: Partial<Location> = {}) =>
  ({
    id,
    slug: `place-${id}`,
    primary: false,
    visible: true,
    location_type: 'sales',
    opening_hours: [{ weekday: 1, status: 'Open', open: '09:00', close: '17:00' }],
    special_hours: [],
    ...change,
  }) as unknown as Location;

const MAIN = location('1', { primary: true });
const OTHER = location('2');
const BOTH = [MAIN, OTHER];
const at = (locations: Location[], dealerships: Dealership[] = []) => ({ locations, dealerships });

it('FORM-12 the place is the requested one, else the car’s, else the main one', () => {
  const car = { location_slug: 'place-2' };
  expect(testDriveLocation(at(BOTH), { locationId: '1', car })).toBe(MAIN);
  expect(testDriveLocation(at(BOTH), { car })).toBe(OTHER);
  expect(testDriveLocation(at(BOTH), { car: { location_slug: 'sold-off' } })).toBe(MAIN);
  expect(testDriveLocation(at(BOTH), {})).toBeUndefined();
  expect(testDriveLocation(at([OTHER]), {})).toBe(OTHER);
});

it('FORM-12 a car with only a dealership is driven there, as is one at a workshop', () => {
  const ofSouth = { ...OTHER, dealership: 'south' } as Location;
  const workshop = location('3', { location_type: 'service', dealership: 'south' });
  const all = [MAIN, workshop, ofSouth];
  expect(testDriveLocation(at(all), { car: { dealership_slug: 'south' } })).toBe(ofSouth);
  expect(testDriveLocation(at(all), { car: { location_slug: 'place-3' } })).toBe(ofSouth);
});

it.each([
  ['a workshop', { location_type: 'service' }],
  ['one listed nowhere', { visible: false }],
  ['one that never opens', { opening_hours: [{ weekday: 1, status: 'Closed' }] }],
] as const)('FORM-12 %s does no test drives', (_what, change) => {
  const odd = location('3', change as Partial<Location>);
  expect(testDriveLocation(at([MAIN, odd]), { locationId: '3' })).toBeUndefined();
  expect(testDriveLocation(at([MAIN, odd]), {})).toBe(MAIN);
});
