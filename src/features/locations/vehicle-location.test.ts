import { expect, it } from 'vitest';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import { carCity, carLocation } from './vehicle-location.ts';

const place = (slug: string, dealership: string, visible = true) =>
  ({ slug, dealership, visible }) as unknown as Location;
const LOCATIONS = [place('city', 'a'), place('depot', 'b', false), place('south', 'b')];
const slugOf = (car: Parameters<typeof carLocation>[0]) => carLocation(car, LOCATIONS)?.slug;

it('LOC-12 a car at a hidden location is shown at the first visible one of its dealership', () => {
  expect(slugOf({ location_slug: 'city' })).toBe('city');
  expect(slugOf({ location_slug: 'depot' })).toBe('south');
  expect(slugOf({ location_slug: 'depot', dealership_slug: 'a' })).toBe('city');
  expect(slugOf({ dealership_slug: 'b' })).toBe('south');
  expect(slugOf({})).toBeUndefined();
});

it('LOC-10 the city of a car is its own, as a location spells it, else that of its location', () => {
  const locations = [
    { address: { city: 'Fortitude Valley' } },
    { address: { city: 'Moorooka' } },
  ] as Location[];
  const cityOf = (car: Parameters<typeof carCity>[0]) => carCity(car, locations, 'Moorooka');
  expect(cityOf({})).toBe('Moorooka');
  expect(cityOf({ city: 'Ipswich' })).toBe('Ipswich');
  expect(cityOf({ city: 'FORTITUDE VALLEY' })).toBe('Fortitude Valley');
  expect(cityOf({ city: 'Ipswich', private_suburb: 'Coorparoo' })).toBe('Coorparoo');
  expect(carCity({}, locations, null)).toBeNull();
});
