import { expect, it } from 'vitest';
import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import { locationGroups, locationSearchText, tabsOf } from './location-directory.ts';

const dealership = (slug: string) =>
  ({ id: slug, slug, name: slug.toUpperCase(), licenceNumber: '1' }) as Dealership;
const location = (slug: string, of: string, location_type: Location['location_type'], visible = true) =>
  ({
    slug,
    name: slug,
    dealership: of,
    location_type,
    visible,
    manufacturers: ['Kia'],
    address: { street: '1 Main Road', city: 'Wallsend', state: 'nsw', postcode: '2287' },
  }) as unknown as Location;

it('LOC-12 an empty type counts as sales and service-and-parts is under both tabs', () => {
  expect(tabsOf({ location_type: '' })).toEqual(['sales']);
  expect(tabsOf({ location_type: 'service-and-parts' })).toEqual(['service', 'parts']);
});

it('LOC-01 locations are grouped by dealership under their tabs; hidden ones and empty groups are left out', () => {
  const groups = locationGroups(
    [dealership('a'), dealership('b'), dealership('c')],
    [
      location('one', 'a', ''),
      location('two', 'a', 'service-and-parts'),
      location('three', 'b', 'parts', false),
      location('four', 'c', 'used'),
    ],
  );
  expect(
    groups.map((group) => [
      group.dealership.slug,
      group.tabs.map(({ tab, locations }) => [tab, locations.map(({ slug }) => slug)]),
    ]),
  ).toEqual([
    [
      'a',
      [
        ['sales', ['one']],
        ['service', ['two']],
        ['parts', ['two']],
      ],
    ],
    ['c', [['used', ['four']]]],
  ]);
});

it('LOC-03 the text box finds suburb, postcode and make', () => {
  const text = locationSearchText(location('yard', 'a', ''));
  for (const word of ['wallsend', '2287', 'kia', 'main road']) expect(text).toContain(word);
});
