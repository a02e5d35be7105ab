import { expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { isAbn } from '#src/config/sections/business/identity-section.ts';
import { isPostcodeOf } from '#src/features/locations/postcode-state.ts';
import { checkedDealer, placesAndWords } from '../../../tests/fixtures/checked-dealer.ts';
import { checkPlaces } from './location-checks.ts';

const { dealer, yard } = checkedDealer();
type State = Parameters<typeof isPostcodeOf>[0];

it.each<[string, ...State[]]>([
  ['2287', 'nsw'],
  ['1001', 'nsw'],
  ['2600', 'act', 'nsw'],
  ['2611', 'act', 'nsw'],
  ['2620', 'act', 'nsw'],
  ['0200', 'act'],
  ['0801', 'nt'],
  ['0872', 'nt', 'qld', 'sa', 'wa'],
  ['3644', 'vic', 'nsw'],
  ['3707', 'vic', 'nsw'],
  ['4380', 'qld', 'nsw'],
  ['4383', 'qld', 'nsw'],
  ['4385', 'qld', 'nsw'],
  ['4000', 'qld'],
  ['9726', 'qld'],
  ['8001', 'vic'],
  ['5950', 'sa'],
  ['6985', 'wa'],
  ['7800', 'tas'],
  ['0000'],
])('LOC-13 postcode %s belongs to its states, on a border to each of them', (postcode, ...states) => {
  const all: State[] = ['act', 'nsw', 'nt', 'qld', 'sa', 'tas', 'vic', 'wa'];
  expect(all.filter((state) => isPostcodeOf(state, postcode))).toEqual(states.toSorted());
});

it('LOC-14 a time zone is one of the states that the locations are in', () => {
  const zone = (timeZone: string, ...states: State[]) =>
    placesAndWords(
      checkPlaces({
        ...dealer,
        timeZone,
        locations: states.map((state, at) => ({
          ...yard,
          primary: at === 0,
          address: { ...yard.address, state },
        })),
      }).filter(({ path }) => path === 'timeZone'),
    );
  expect(zone('Australia/Sydney', 'nsw')).toEqual([]);
  expect(zone('Australia/Broken_Hill', 'nsw')).toEqual([]);
  expect(zone('Australia/Lord_Howe', 'nsw')).toEqual([]);
  expect(zone('Australia/Eucla', 'wa')).toEqual([]);
  expect(zone('Australia/Brisbane', 'nsw', 'qld')).toEqual([]);
  expect(zone('Australia/Perth', 'nsw')).toEqual([['timeZone', '"Australia/Perth"']]);
});

it('LOC-14 a location’s own time zone is one of its state', () => {
  const zone = (timeZone: string | undefined) =>
    placesAndWords(checkPlaces({ ...dealer, locations: [{ ...yard, timeZone }] }));
  expect(zone(undefined)).toEqual([]);
  expect(zone('Australia/Broken_Hill')).toEqual([]);
  expect(zone('Australia/Perth')).toEqual([['locations.0.timeZone', '"Australia/Perth"']]);
});

it('LOC-13 a postcode elsewhere is named with the states it is in', () => {
  const locations: DealerConfig['locations'] = [{ ...yard, address: { ...yard.address, postcode: '4383' } }];
  expect(checkPlaces({ ...dealer, locations })).toEqual([]);
  const [finding] = checkPlaces({
    ...dealer,
    locations: [{ ...yard, address: { ...yard.address, postcode: '4000' } }],
  });
  expect(finding?.received).toBe('"4000", which is in QLD');
});

it('CFG-06 the check digits of an ABN', () => {
  expect(isAbn('51 824 753 556')).toBe(true);
  expect(isAbn('51 824 753 565')).toBe(false);
  expect(isAbn('12 345 678 901')).toBe(false);
  expect(isAbn('51 824 753')).toBe(false);
});
