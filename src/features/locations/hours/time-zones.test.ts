import { expect, it } from 'vitest';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import { openNow } from './open-now.ts';
import { timeZoneOf } from './opening-hours.ts';

type State = Location['address']['state'];

const NINE_TO_FIVE = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
  ...{ weekday, status: 'Open' as const, open: '09:00', close: '17:00' },
}));
const at = (state: State, timeZone?: string) =>
  ({ address: { state }, timeZone, opening_hours: NINE_TO_FIVE, special_hours: [] }) as unknown as Location;

const saidAt = (instant: string, location: Location, site = { timeZone: 'Australia/Brisbane' }) =>
  openNow(location, new Date(instant), timeZoneOf(location, site)).text;

it('LOC-14 a location has its own time zone, else the dealer’s if its state keeps it, else its state’s', () => {
  const zone = (state: State, own?: string) => timeZoneOf(at(state, own), { timeZone: 'Australia/Brisbane' });
  expect(zone('qld')).toBe('Australia/Brisbane');
  expect(zone('nsw')).toBe('Australia/Sydney');
  expect(zone('wa')).toBe('Australia/Perth');
  expect(zone('nsw', 'Australia/Broken_Hill')).toBe('Australia/Broken_Hill');
  expect(timeZoneOf(at('nsw'), { timeZone: 'Australia/Lord_Howe' })).toBe('Australia/Lord_Howe');
});

it.each<[State, string, string]>([
  // 22:30 UTC is 8:30 in Brisbane and 9:30 in Sydney's summer.
  ['qld', '2026-11-25T22:30:00Z', 'Opens today 9 am'],
  ['nsw', '2026-11-25T22:30:00Z', 'Open until 5 pm'],
  ['vic', '2026-11-25T22:30:00Z', 'Open until 5 pm'],
  ['act', '2026-11-25T22:30:00Z', 'Open until 5 pm'],
  ['sa', '2026-11-25T22:30:00Z', 'Open until 5 pm'],
  ['nt', '2026-11-25T22:30:00Z', 'Opens today 9 am'],
  ['wa', '2026-11-25T22:30:00Z', 'Opens today 9 am'],
  // In winter the east coast has one clock.
  ['qld', '2026-06-25T22:30:00Z', 'Opens today 9 am'],
  ['nsw', '2026-06-25T22:30:00Z', 'Opens today 9 am'],
  ['tas', '2026-06-25T22:30:00Z', 'Opens today 9 am'],
  ['act', '2026-06-25T22:30:00Z', 'Opens today 9 am'],
  // Perth closes two hours after Brisbane.
  ['qld', '2026-06-25T07:30:00Z', 'Opens tomorrow 9 am'],
  ['wa', '2026-06-25T07:30:00Z', 'Open until 5 pm'],
])('LOC-14 in %s at %s a site of Brisbane says "%s"', (state, instant, said) => {
  expect(saidAt(instant, at(state))).toBe(said);
});

it('LOC-14 the hours are those of the wall clock on the days that daylight saving begins and ends', () => {
  const sydney = at('nsw');
  // 4 October 2026: clocks go from 2 to 3, so 9 am is an hour earlier in UTC than the day before.
  expect(saidAt('2026-10-02T22:30:00Z', sydney)).toBe('Opens today 9 am');
  expect(saidAt('2026-10-03T22:30:00Z', sydney)).toBe('Open until 5 pm');
  // 5 April 2026: clocks go from 3 to 2.
  expect(saidAt('2026-04-03T22:30:00Z', sydney)).toBe('Open until 5 pm');
  expect(saidAt('2026-04-04T22:30:00Z', sydney)).toBe('Opens today 9 am');
  expect(saidAt('2026-04-05T06:30:00Z', sydney)).toBe('Open until 5 pm');
});
