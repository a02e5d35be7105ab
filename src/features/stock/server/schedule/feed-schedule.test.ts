import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import {
  type FeedSchedule,
  feedRetryMs,
  longestGapMs,
  MAX_RETRY_MS,
  nextReading,
  scheduleOf,
  staleFrom,
} from './feed-schedule.ts';

const TIMES: FeedSchedule = { at: ['18:00', '06:30'], timeZone: 'Australia/Sydney' };
const next = (schedule: FeedSchedule, iso: string) => nextReading(schedule, new Date(iso)).toISOString();

it('PLAT-03 a feed with an address is read hourly unless it says otherwise, a file only if it says when', () => {
  const url = 'https://feeds.example/stock.csv';
  expect(scheduleOf(undefined, 'x')).toBeUndefined();
  expect(scheduleOf({}, 'x')).toBeUndefined();
  expect(scheduleOf({ url }, 'x')).toEqual({ everyMs: HOUR_MS });
  expect(scheduleOf({ url, every: 15 }, 'x')).toEqual({ everyMs: 15 * MINUTE_MS });
  expect(scheduleOf({ every: 15 }, 'x')).toEqual({ everyMs: 15 * MINUTE_MS });
  expect(scheduleOf({ folder: 'incoming' }, 'x')).toEqual({ everyMs: 5 * MINUTE_MS });
  expect(scheduleOf({ push: 'DEALER_X' }, 'x')).toBeDefined();
  expect(scheduleOf({ url, at: ['06:30'] }, 'x')).toEqual({ at: ['06:30'], timeZone: 'x' });
});

it('PLAT-03 times of day are those where the dealer is, also on days when clocks change', () => {
  expect(next(TIMES, '2026-06-17T20:29:00Z')).toBe('2026-06-17T20:30:00.000Z');
  expect(next(TIMES, '2026-06-17T20:30:00Z')).toBe('2026-06-18T08:00:00.000Z');
  expect(next(TIMES, '2026-06-18T08:00:00Z')).toBe('2026-06-18T20:30:00.000Z');
  // Daylight saving time begins on 4 October.
  expect(next(TIMES, '2026-10-03T09:00:00Z')).toBe('2026-10-03T19:30:00.000Z');
  const skipped: FeedSchedule = { at: ['02:30'], timeZone: 'Australia/Sydney' };
  expect(next(skipped, '2026-10-03T15:00:00Z')).toBe('2026-10-04T15:30:00.000Z');
});

it('PLAT-03 a feed is stale once it has missed three readings', () => {
  const since = new Date('2026-06-18T00:00:00Z');
  expect(staleFrom({ everyMs: HOUR_MS }, since).toISOString()).toBe('2026-06-18T03:00:00.000Z');
  expect(longestGapMs(TIMES, since)).toBe(12.5 * HOUR_MS);
});

it('PLAT-03 pauses after failures double up to an hour, half of each random', () => {
  const longest = [1, 2, 3, 7, 50].map((failures) => feedRetryMs(failures, 1) / MINUTE_MS);
  expect(longest).toEqual([1, 2, 4, 60, 60]);
  expect(feedRetryMs(50, 0)).toBe(MAX_RETRY_MS / 2);
});
