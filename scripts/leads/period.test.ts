import { expect, it } from 'vitest';
import { UsageError } from '../command/command.ts';
import { readInstant } from './period.ts';

const now = new Date('2026-07-15T00:00:00Z');
const read = (text: string, timeZone = 'Australia/Sydney', edge: 'start' | 'end' = 'start') =>
  readInstant('since', text, { timeZone, now, edge });

it('FORM-11 a date is a day of the dealer, also where clocks change', () => {
  expect(read('2026-07-01')).toBe('2026-06-30T14:00:00.000Z');
  expect(read('2026-07-01', 'Australia/Sydney', 'end')).toBe('2026-07-01T14:00:00.000Z');
  expect(read('2026-07-01', 'Australia/Perth')).toBe('2026-06-30T16:00:00.000Z');
  expect(read('2026-07-01', 'Australia/Adelaide')).toBe('2026-06-30T14:30:00.000Z');
  // 25 hours: daylight saving ends.
  expect(read('2026-04-05')).toBe('2026-04-04T13:00:00.000Z');
  expect(read('2026-04-05', 'Australia/Sydney', 'end')).toBe('2026-04-05T14:00:00.000Z');
  expect(read('2026-10-04')).toBe('2026-10-03T14:00:00.000Z');
  expect(read('2026-10-04', 'Australia/Sydney', 'end')).toBe('2026-10-04T13:00:00.000Z');
});

it('FORM-11 a time with its zone, and days or hours ago, are instants', () => {
  expect(read('2026-07-01T09:00+10:00')).toBe('2026-06-30T23:00:00.000Z');
  expect(read('7d')).toBe('2026-07-08T00:00:00.000Z');
  expect(read('12h')).toBe('2026-07-14T12:00:00.000Z');
  expect(readInstant('since', undefined, { timeZone: 'UTC', now, edge: 'start' })).toBeUndefined();
});

it.each(['', 'yesterday', '2026-02-30', '2026-13-01', '2026-07-01T09:00', '01/07/2026', '7w', '-7d'])(
  'FORM-11 "%s" is no time',
  (text) => {
    expect(() => read(text)).toThrow(UsageError);
  },
);
