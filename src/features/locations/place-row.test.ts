import { expect, it } from 'vitest';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import { nearbyLocations } from './location-directory.ts';

const place = (slug: string, city: string) =>
  ({
    slug,
    visible: true,
    name: slug,
    address: { street: '1 Main Street', city, state: 'NSW', postcode: '2000' },
  }) as unknown as Location;

it('LOC-11 near a place are those at another address, though the street is called the same', () => {
  const [yard, workshop, other] = [
    place('yard', 'Orange'),
    place('workshop', 'Orange'),
    place('other', 'Bathurst'),
  ];
  expect(nearbyLocations(yard, [yard, workshop, other]).map(({ location }) => location.slug)).toEqual([
    'other',
  ]);
});
