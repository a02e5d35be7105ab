import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { recentCount } from './log.ts';

const START = Date.parse('2026-07-10T02:00:30Z');

it('PLAT-02 errors of the last hour are counted, older ones are not', () => {
  const errors = recentCount();
  expect(errors.read(START)).toEqual({ lastHour: 0, latest: undefined });
  errors.add(START);
  errors.add(START + MINUTE_MS);
  errors.add(START + MINUTE_MS);
  const latest = '2026-07-10T02:01:30.000Z';
  expect(errors.read(START + MINUTE_MS)).toEqual({ lastHour: 3, latest });
  expect(errors.read(START + 59 * MINUTE_MS)).toEqual({ lastHour: 3, latest });
  expect(errors.read(START + HOUR_MS)).toEqual({ lastHour: 2, latest });
  expect(errors.read(START + 3 * HOUR_MS)).toEqual({ lastHour: 0, latest });
});

it('PLAT-02 an hour later the same minute begins at nothing', () => {
  const errors = recentCount();
  errors.add(START);
  errors.add(START + HOUR_MS);
  expect(errors.read(START + HOUR_MS).lastHour).toBe(1);
});
