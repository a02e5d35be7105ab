import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  FAILURES_TO_OPEN,
  FIRST_RETRY_MS,
  MAX_ATTEMPTS,
  MAX_PROBE_PAUSE_MS,
  MAX_RETRY_MS,
  probePauseMs,
  retryDelayMs,
  unreadyDelayMs,
} from './attempt-delivery.ts';

it('FORM-11 delays double up to an hour', () => {
  expect([1, 2, 3].map((attempts) => retryDelayMs(attempts, 1))).toEqual([5000, 10_000, 20_000]);
  expect(retryDelayMs(40, 1)).toBe(MAX_RETRY_MS);
});

it('FORM-11 the receiver’s requested delay is respected, within a day', () => {
  expect(retryDelayMs(1, 0, 90_000)).toBe(90_000);
  expect(retryDelayMs(1, 0, 10 ** 12)).toBe(86_400_000);
});

it.each([
  [19, 0],
  [38, 1],
])(
  'FORM-11 a CRM may be unavailable for %i hours, with random factor %i, before a lead is given up',
  (hours, random) => {
    const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, at) => retryDelayMs(at + 1, random));
    expect(Math.floor(delays.reduce((sum, ms) => sum + ms, 0) / 3_600_000)).toBe(hours);
  },
);

it('FORM-11 every delay lies between half and all of its step', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, random) => {
      const delay = retryDelayMs(n, random);
      expect(delay).toBeGreaterThanOrEqual(FIRST_RETRY_MS / 2);
      expect(delay).toBeLessThanOrEqual(MAX_RETRY_MS);
    }),
  );
});

it('FORM-11 a lead that waits for a setting is retried after a minute, doubling to an hour', () => {
  let waited = 0;
  const minutes = Array.from({ length: 9 }, () => {
    const delay = unreadyDelayMs(waited);
    waited += delay;
    return delay / 60_000;
  });
  expect(minutes).toEqual([1, 1, 2, 4, 8, 16, 32, 60, 60]);
});

const pausesInSeconds = (random: number) =>
  Array.from({ length: 7 }, (_, n) => probePauseMs(FAILURES_TO_OPEN + n, random) / 1000);

it('FORM-11 pauses between probes double up to five minutes', () => {
  expect(pausesInSeconds(1)).toEqual([15, 30, 60, 120, 240, 300, 300]);
  expect(probePauseMs(10_000, 1)).toBe(MAX_PROBE_PAUSE_MS);
});

it('FORM-11 a quarter of a pause is random', () => {
  expect(pausesInSeconds(0)).toEqual([11.25, 22.5, 45, 90, 180, 225, 225]);
});

it('FORM-11 a receiver’s requested delay is respected, unless it delays leads for too long', () => {
  expect(probePauseMs(FAILURES_TO_OPEN, 0, 60_000)).toBe(60_000);
  expect(probePauseMs(FAILURES_TO_OPEN, 0, 86_400_000)).toBe(MAX_PROBE_PAUSE_MS);
});
