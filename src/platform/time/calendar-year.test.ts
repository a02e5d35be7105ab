import fc from 'fast-check';
import { expect, it } from 'vitest';
import { zonedDate } from './clock.ts';
import { calendarYear } from './zoned-time.ts';

it('CFG-04 the year is that of the dealer’s calendar, in any order of instants', () => {
  const zone = fc.constantFrom(
    'Australia/Sydney',
    'Australia/Perth',
    'Australia/Adelaide',
    'Australia/Eucla',
  );
  const newYear = fc.date({
    min: new Date('2026-12-31T11:00:00Z'),
    max: new Date('2027-01-01T02:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(newYear, zone, (instant, timeZone) => {
      expect(calendarYear(instant, timeZone)).toBe(zonedDate(instant, timeZone).year);
    }),
    { numRuns: 500 },
  );
});
