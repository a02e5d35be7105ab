import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpeningHour, SpecialHours } from '#src/config/sections/business/locations-section.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { openNow } from './open-now.ts';
import { timesOn } from './opening-hours.ts';

const day = (weekday: number): OpeningHour => ({ weekday, status: 'Open', open: '08:30', close: '17:30' });
const weekdays = { opening_hours: [1, 2, 3, 4, 5].map(day), special_hours: [] as SpecialHours[] };
const at = (iso: string, zone = 'Australia/Brisbane', location = weekdays) =>
  openNow(location, new Date(iso), zone);

describe('openNow', () => {
  it('LOC-07 is open from the opening minute until before the closing minute', () => {
    // Wednesday in Brisbane, UTC+10 all year.
    expect(at('2026-11-17T22:29:59Z')).toEqual({ open: false, text: 'Opens today 8:30am' });
    expect(at('2026-11-17T22:30:00Z')).toEqual({ open: true, text: 'Open until 5:30pm' });
    expect(at('2026-11-18T07:29:59Z')).toEqual({ open: true, text: 'Open until 5:30pm' });
    expect(at('2026-11-18T07:30:00Z')).toEqual({ open: false, text: 'Opens Thursday 8:30am' });
  });

  it('LOC-07 on Friday evening and at the weekend it opens Monday', () => {
    expect(at('2026-11-20T09:00:00Z').text).toBe('Opens Monday 8:30am');
    expect(at('2026-11-22T00:00:00Z').text).toBe('Opens Monday 8:30am');
  });

  it('LOC-14 a holiday is skipped and a short day closes early', () => {
    const holiday = {
      ...weekdays,
      special_hours: [
        { date: '2026-11-23', status: 'Closed' as const },
        { date: '2026-11-24', status: 'Open' as const, start_hour: '10:00', end_hour: '12:00' },
      ],
    };
    expect(at('2026-11-23T00:00:00Z', 'Australia/Brisbane', holiday).text).toBe('Opens Tuesday 10am');
    expect(at('2026-11-24T01:00:00Z', 'Australia/Brisbane', holiday).text).toBe('Open until 12pm');
  });

  it('LOC-07 without an opening in the week ahead it only says that today is closed', () => {
    const closed = { opening_hours: [], special_hours: [] };
    expect(at('2026-11-23T00:00:00Z', 'Australia/Brisbane', closed)).toEqual({
      open: false,
      text: 'Closed today',
    });
  });

  it('LOC-14 Sydney hours follow daylight saving: the same UTC instant is open in summer, not in winter', () => {
    // 21:45 UTC is 08:45 on the next day in summer (UTC+11), 07:45 in winter (UTC+10).
    expect(at('2026-11-17T21:45:00Z', 'Australia/Sydney').open).toBe(true);
    expect(at('2026-06-16T21:45:00Z', 'Australia/Sydney')).toEqual({
      open: false,
      text: 'Opens today 8:30am',
    });
    // Monday after the change of 4 October 2026, 02:00 → 03:00.
    expect(at('2026-10-04T21:30:00Z', 'Australia/Sydney').open).toBe(true);
    expect(at('2026-10-01T21:30:00Z', 'Australia/Sydney').open).toBe(false);
  });

  it('LOC-14 agrees with the wall clock at any instant in any Australian zone', () => {
    const zones = [
      'Australia/Sydney',
      'Australia/Brisbane',
      'Australia/Adelaide',
      'Australia/Perth',
      'Australia/Lord_Howe',
    ];
    const minute = fc.integer({ min: 0, max: 1438 });
    const clockText = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16);
    const hours = fc.uniqueArray(
      fc.record({
        weekday: fc.integer({ min: 0, max: 6 }),
        from: minute,
        length: fc.integer({ min: 1, max: 600 }),
      }),
      { selector: (entry) => entry.weekday },
    );
    const instants = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2027-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(hours, instants, fc.constantFrom(...zones), (entries, instant, zone) => {
        const location = {
          special_hours: [],
          opening_hours: entries.map(({ weekday, from, length }) => ({
            weekday,
            status: 'Open' as const,
            open: clockText(from),
            close: clockText(Math.min(from + length, 1439)),
          })),
        };
        const { date, time } = zonedDate(instant, zone);
        const times = timesOn(location, date);
        const { open, text } = openNow(location, instant, zone);
        expect(open).toBe(times !== null && times.open <= time && time < times.close);
        expect(text.startsWith('Open until')).toBe(open);
        if (entries.length === 0) expect(text).toBe('Closed today');
      }),
    );
  });
});
