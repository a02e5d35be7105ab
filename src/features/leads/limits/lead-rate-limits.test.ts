import { expect, it } from 'vitest';
import { LIMIT_WINDOW_MS, limitWindow } from '#src/platform/limits/rate-limits.ts';
import { judgeCount, MAX_UNPROVEN_LEADS } from './lead-rate-limits.ts';

const limits = { address: { hold: 20, refuse: 200 }, phone: { hold: 10 }, site: { hold: 50, refuse: 500 } };

it.each([
  ['address', 20, 'send'],
  ['address', 21, 'hold'],
  ['address', 200, 'hold'],
  ['address', 201, 'refuse'],
  ['phone', 10, 'send'],
  ['phone', 11, 'hold'],
  ['unproven', MAX_UNPROVEN_LEADS, 'send'],
  ['unproven', 1_000_000, 'hold'],
  ['site', 51, 'hold'],
  ['site', 501, 'refuse'],
] as const)('FORM-11 lead %s number %i in a window: %s', (sender, count, kind) =>
  expect(judgeCount(sender, count, limits).kind).toBe(kind),
);

it('FORM-11 sending a phone number cannot block its owner', () =>
  expect(judgeCount('phone', 1_000_000, limits).kind).toBe('hold'));

it('FORM-11 a window reports its remaining time', () => {
  const { start, end, secondsLeft } = limitWindow(new Date('2026-07-01T00:09:30.500Z'));
  expect([start.toISOString(), end.toISOString(), secondsLeft]).toEqual([
    '2026-07-01T00:00:00.000Z',
    '2026-07-01T00:10:00.000Z',
    30,
  ]);
  expect(limitWindow(end).secondsLeft).toBe(LIMIT_WINDOW_MS / 1000);
});
