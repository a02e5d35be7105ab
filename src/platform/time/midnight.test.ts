import fc from 'fast-check';
import { expect, it } from 'vitest';
import { zonedDate } from './clock.ts';
import { nextMidnight } from './zoned-time.ts';

it.each([
  ['2026-07-10T02:00:00Z', 'Australia/Brisbane', '2026-07-10T14:00:00.000Z'],
  // Clocks go forward at 2:00 and back at 3:00: days of 23 and 25 hours.
  ['2026-10-03T14:30:00Z', 'Australia/Sydney', '2026-10-04T13:00:00.000Z'],
  ['2026-04-04T13:30:00Z', 'Australia/Sydney', '2026-04-05T14:00:00.000Z'],
  ['2026-12-31T13:59:59Z', 'Australia/Brisbane', '2026-12-31T14:00:00.000Z'],
  ['2026-07-10T14:30:00Z', 'Australia/Adelaide', '2026-07-11T14:30:00.000Z'],
])('CFG-04 after %s in %s the day ends at %s', (instant, timeZone, midnight) => {
  expect(nextMidnight(new Date(instant), timeZone).toISOString()).toBe(midnight);
});

it('CFG-04 the day ends exactly where the date changes', () => {
  const zone = fc.constantFrom(
    'Australia/Sydney',
    'Australia/Perth',
    'Australia/Lord_Howe',
    'Australia/Eucla',
  );
  const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, zone, (at, timeZone) => {
      const midnight = nextMidnight(at, timeZone);
      const { date } = zonedDate(at, timeZone);
      expect(midnight.getTime()).toBeGreaterThan(at.getTime());
      expect(zonedDate(new Date(midnight.getTime() - 1), timeZone).date).toBe(date);
      expect(zonedDate(midnight, timeZone).date).not.toBe(date);
    }),
    { numRuns: 500 },
  );
});
