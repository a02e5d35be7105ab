import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OpeningHour, SpecialHours } from '#src/config/sections/business/locations-section.ts';
import { dayInLine, writeHours } from './open-now.ts';
import { timesOn } from './opening-hours.ts';

it('LOC-07 hours are one line: weekdays that are open, then days that differ', () => {
  const line = writeHours({
    opening_hours: [
      { weekday: 1, status: 'Open', open: '08:30', close: '17:30' },
      { weekday: 0, status: 'Closed' },
    ],
    special_hours: [
      { date: '2026-12-25', name: 'Christmas Day', status: 'Closed' },
      { date: '2026-12-24', status: 'Open', hours: { begin: '08:30', end: '13:00' } },
    ],
  });
  expect(line).toBe('1=08:30-17:30 2026-12-25=;Christmas%20Day 2026-12-24=08:30-13:00');
});

it('LOC-14 the line says of every date what the hours say', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  const date = fc.integer({ min: 1, max: 28 }).map((day) => `2026-12-${String(day).padStart(2, '0')}`);
  const name = fc.option(fc.string({ minLength: 1 }), { nil: undefined });
  const status = fc.constantFrom('Open' as const, 'Closed' as const);
  const week: fc.Arbitrary<OpeningHour[]> = fc.uniqueArray(
    fc.record({ weekday: fc.integer({ min: 0, max: 6 }), status, open: time, close: time }),
    { selector: ({ weekday }) => weekday },
  );
  const special: fc.Arbitrary<SpecialHours[]> = fc.uniqueArray(
    fc.oneof(
      fc.record({ date, name, status, start_hour: time, end_hour: time }),
      fc.record({ date, name, status, hours: fc.record({ begin: time, end: time }) }),
    ),
    { selector: (day) => day.date },
  );
  fc.assert(
    fc.property(week, special, date, (opening_hours, special_hours, day) => {
      const hours = { opening_hours, special_hours };
      const named = special_hours.find((each) => each.date === day)?.name;
      expect(dayInLine(writeHours(hours), day)).toEqual({ times: timesOn(hours, day), name: named });
    }),
  );
});
