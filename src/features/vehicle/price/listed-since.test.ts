import { expect, it } from 'vitest';
import { listedText } from './listing-history.ts';

it.each([
  ['2026-11-23T20:00:00Z', 'Listed today'],
  ['2026-11-23T13:59:00Z', 'Listed yesterday'],
  ['2026-11-12T00:00:00Z', 'Listed 12 days ago'],
  ['2026-12-24T00:00:00Z', 'Listed today'],
  [null, null],
])('VDP-21 in Brisbane on 24 November, a vehicle listed at %s is "%s"', (listedAt, text) => {
  expect(listedText({ listedAt }, new Date('2026-11-24T02:00:00Z'), 'Australia/Brisbane')).toBe(text);
});
