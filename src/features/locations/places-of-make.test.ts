import { expect, it } from 'vitest';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import { salesLocationsOf, serviceLocationsOf } from './location-directory.ts';

const place = (slug: string, location_type: string, dealership: string, ...manufacturers: string[]) =>
  ({ slug, location_type, dealership, manufacturers, visible: true }) as unknown as Location;

const VALLEY = place('valley', 'sales', 'valley', 'Toyota', 'Mercedes-Benz');
const NORTH = place('north', 'used', 'north', 'Kia');
const WORKSHOP = place('workshop', 'service-and-parts', 'valley');
const KIA = place('kia', 'service', 'north', 'Kia');
const ALL = [VALLEY, NORTH, WORKSHOP, KIA];
const slugs = (places: readonly Location[]) => places.map(({ slug }) => slug);

it('CONT-13 a make is seen where it is sold, in any spelling, else wherever vehicles are sold', () => {
  expect(slugs(salesLocationsOf(ALL, 'mercedes benz'))).toEqual(['valley']);
  expect(slugs(salesLocationsOf(ALL, 'Hino'))).toEqual(['valley', 'north']);
  expect(slugs(salesLocationsOf([{ ...VALLEY, visible: false }, NORTH], 'Toyota'))).toEqual(['north']);
});

it('CONT-13 a make is serviced where it is named, else at the dealership that sells it', () => {
  expect(slugs(serviceLocationsOf(ALL, 'KIA'))).toEqual(['kia']);
  expect(slugs(serviceLocationsOf(ALL, 'Toyota'))).toEqual(['workshop']);
  expect(slugs(serviceLocationsOf([VALLEY, KIA], 'Toyota'))).toEqual(['kia']);
});
