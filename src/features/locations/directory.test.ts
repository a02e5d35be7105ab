import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Dealership,
  LOCATION_TYPES,
  type Location,
} from '#src/config/sections/business/locations-section.ts';
import {
  atSameAddress,
  buysCars,
  LOCATION_TABS,
  matchesQuery,
  namesakeOf,
  sellsCars,
  tabsFor,
  tabsOf,
  visibleLocations,
} from './location-directory.ts';

const place = (id: string, street: string, more: Partial<Location> = {}) =>
  ({
    id,
    visible: true,
    location_type: 'sales',
    address: { street, city: 'Wallsend', state: 'nsw', postcode: '2287' },
    ...more,
  }) as Location;

it('LOC-12 a location with visible off is not listed', () => {
  const places = [place('1', 'A'), place('2', 'A', { visible: false })];
  expect(visibleLocations(places).map(({ id }) => id)).toEqual(['1']);
});

it('LOC-12 cars are sold at sales and used locations and where no type is given', () => {
  const sell = LOCATION_TYPES.filter((location_type) => sellsCars({ location_type }));
  expect(sell).toEqual(['sales', 'used', '']);
});

it('LOC-01 the tabs of any locations are in tab order, each once, and exactly those that list them', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...LOCATION_TYPES)), (types) => {
      const places = types.map((location_type) => ({ location_type }));
      const tabs = tabsFor(places);
      expect(tabs).toEqual(LOCATION_TABS.filter((tab) => tabs.includes(tab)));
      expect(new Set(tabs)).toEqual(new Set(places.flatMap(tabsOf)));
    }),
  );
});

it('LOC-06 locations share hours when their address is the same, hidden ones left out', () => {
  const own = place('1', '77 Anzac Avenue');
  const all = [
    place('0', '79 Anzac Avenue'),
    place('2', '77 Anzac Avenue', { location_type: 'service' }),
    own,
    place('3', '77 Anzac Avenue', { visible: false }),
  ];
  expect(atSameAddress(own, all).map(({ id }) => id)).toEqual(['1', '2']);
});

it('LOC-03 words are found in any order and in any case', () => {
  const words = 'riverbend south riverbend used cars moorooka 1212 ipswich road, moorooka qld 4105';
  expect(matchesQuery(words, 'MOOROOKA  used')).toBe(true);
  expect(matchesQuery(words, '4105')).toBe(true);
  expect(matchesQuery(words, 'moorooka springwood')).toBe(false);
  expect(matchesQuery(words, '')).toBe(true);
});

it('LOC-03 typing more never finds more', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (words, query, more) => {
      if (matchesQuery(words, `${query} ${more}`)) expect(matchesQuery(words, query)).toBe(true);
    }),
  );
});

it('LOC-12 cars are bought where the subtype is set, in any case', () => {
  expect(buysCars({ location_subtype: ['parts', 'Buying'] })).toBe(true);
  expect(buysCars({ location_subtype: ['buyingcentre'] })).toBe(false);
  expect(buysCars({ location_subtype: [] })).toBe(false);
});

describe('a location with the name of its dealership', () => {
  const dealership = { name: 'Harbour Motors' } as Dealership;
  const at = (...names: string[]) => ({
    dealership,
    places: names.map((name) => ({ location: { name } as Location, km: undefined, isFound: true })),
  });
  it.each([
    [['Harbour Motors'], 'Harbour Motors'],
    [['Harbour Motors Service'], undefined],
    [['Harbour Motors', 'Harbour Motors Service'], undefined],
  ])('LOC-277 is named once, as the heading: %j', (names, expected) => {
    expect(namesakeOf(at(...names))?.name).toBe(expected);
  });
});
