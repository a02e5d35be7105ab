import { expect, it } from 'vitest';
import { FAILURES_TO_OPEN, LONGEST_PROBE_PAUSE_MS, probePauseMs } from './destination-breaker.ts';

const pausesInSeconds = (random: number) =>
  Array.from({ length: 7 }, (_, n) => probePauseMs(FAILURES_TO_OPEN + n, random) / 1000);

it('FORM-11 pauses between probes double up to five minutes', () => {
  expect(pausesInSeconds(1)).toEqual([15, 30, 60, 120, 240, 300, 300]);
  expect(probePauseMs(10_000, 1)).toBe(LONGEST_PROBE_PAUSE_MS);
});

it('FORM-11 a quarter of a pause is left to chance', () => {
  expect(pausesInSeconds(0)).toEqual([11.25, 22.5, 45, 90, 180, 225, 225]);
});

it('FORM-11 a receiver’s wish for patience is kept as long as it delays no leads for long', () => {
  expect(probePauseMs(FAILURES_TO_OPEN, 0, 60_000)).toBe(60_000);
  expect(probePauseMs(FAILURES_TO_OPEN, 0, 86_400_000)).toBe(LONGEST_PROBE_PAUSE_MS);
});
