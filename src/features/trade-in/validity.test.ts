import { expect, it } from 'vitest';
import { formatLongDate, isExpired, validUntil } from './trade-in-estimate.ts';

const ZONE = 'Australia/Brisbane';

it('FORM-10 an estimate is valid 7 days, by the calendar of the dealer', () => {
  // Late on 30 June in UTC is 1 July in Brisbane.
  expect(validUntil(new Date('2026-06-30T23:00:00Z'), 7, ZONE)).toBe('2026-07-08');
  expect(validUntil(new Date('2026-06-30T13:00:00Z'), 7, ZONE)).toBe('2026-07-07');
});

it('FORM-10 it is valid to the end of the last day, daylight saving or not', () => {
  expect(isExpired('2026-07-08', new Date('2026-07-08T13:59:59Z'), ZONE)).toBe(false);
  expect(isExpired('2026-07-08', new Date('2026-07-08T14:00:00Z'), ZONE)).toBe(true);
  expect(validUntil(new Date('2026-10-01T00:00:00Z'), 7, 'Australia/Sydney')).toBe('2026-10-08');
});

it('FORM-10 the day is written in words', () => {
  expect(formatLongDate('2026-07-08')).toBe('Wednesday 8 July 2026');
});
