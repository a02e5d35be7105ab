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
    expect(at('2026-11-17T22:29:59Z')).toMatchObject({ open: false, text: 'Opens today 8:30 am' });
    expect(at('2026-11-17T22:30:00Z')).toMatchObject({ open: true, text: 'Open until 5:30 pm' });
    expect(at('2026-11-18T07:29:59Z')).toMatchObject({ open: true, text: 'Open until 5:30 pm' });
    expect(at('2026-11-18T07:30:00Z')).toMatchObject({ open: false, text: 'Opens tomorrow 8:30 am' });
  });

  it('LOC-07 on Friday evening and at the weekend it opens Monday', () => {
    expect(at('2026-11-20T09:00:00Z').text).toBe('Opens Monday 8:30 am');
    expect(at('2026-11-21T00:00:00Z').text).toBe('Opens Monday 8:30 am');
    expect(at('2026-11-22T00:00:00Z').text).toBe('Opens tomorrow 8:30 am');
  });

  it('LOC-14 a holiday is skipped and a short day closes early', () => {
    const holiday = {
      ...weekdays,
      special_hours: [
        { date: '2026-11-23', status: 'Closed' as const },
        { date: '2026-11-24', status: 'Open' as const, start_hour: '10:00', end_hour: '12:00' },
      ],
    };
    expect(at('2026-11-23T00:00:00Z', 'Australia/Brisbane', holiday).text).toBe('Opens tomorrow 10 am');
    expect(at('2026-11-24T01:00:00Z', 'Australia/Brisbane', holiday).text).toBe('Open until 12 pm');
  });

  const closedOn = (dates: string[], name?: string) => ({
    ...weekdays,
    special_hours: dates.map((date) => ({ date, status: 'Closed' as const, name })),
  });

  it('LOC-261 a closed day with a name is named, with the next opening, and only that day', () => {
    const easter = closedOn(['2026-04-03', '2026-04-06'], 'Easter');
    const said = (iso: string) => at(iso, 'Australia/Brisbane', easter).text;
    expect(said('2026-04-02T22:00:00Z')).toBe('Closed today (Easter), opens Tuesday 8:30 am');
    expect(said('2026-04-05T00:00:00Z')).toBe('Opens Tuesday 8:30 am');
    expect(said('2026-04-06T00:00:00Z')).toBe('Closed today (Easter), opens tomorrow 8:30 am');
    const unnamed = closedOn(['2026-04-03']);
    expect(at('2026-04-02T22:00:00Z', 'Australia/Brisbane', unnamed).text).toBe('Opens Monday 8:30 am');
  });

  it('LOC-261 a short special day that has closed is not called closed for its name', () => {
    const eve = {
      ...weekdays,
      special_hours: [
        {
          date: '2026-12-24',
          status: 'Open' as const,
          name: 'Christmas Eve',
          start_hour: '08:30',
          end_hour: '12:00',
        },
      ],
    };
    expect(at('2026-12-24T05:00:00Z', 'Australia/Brisbane', eve).text).toBe('Opens tomorrow 8:30 am');
  });

  it('LOC-260 more than six days ahead the weekday has its date', () => {
    const days = Array.from({ length: 12 }, (_, at) =>
      new Date(Date.UTC(2026, 11, 24 + at)).toISOString().slice(0, 10),
    );
    const shutdown = closedOn(days, 'Christmas shutdown');
    const said = (iso: string) => at(iso, 'Australia/Brisbane', shutdown).text;
    expect(said('2026-12-23T08:00:00Z')).toBe('Opens Tuesday 5 January, 8:30 am');
    const brief = (iso: string) => openNow(shutdown, new Date(iso), 'Australia/Brisbane').brief;
    expect([brief('2026-12-23T08:00:00Z'), brief('2026-12-30T02:00:00Z')]).toEqual([
      'Opens 5 January',
      'Closed today',
    ]);
    expect(said('2026-12-30T02:00:00Z')).toBe('Closed today (Christmas shutdown), opens Tuesday 8:30 am');
    expect(said('2027-01-04T02:00:00Z')).toBe('Closed today (Christmas shutdown), opens tomorrow 8:30 am');
  });

  it('LOC-07 without an opening in the weeks ahead it only says that today is closed', () => {
    const closed = { opening_hours: [], special_hours: [] };
    expect(at('2026-11-23T00:00:00Z', 'Australia/Brisbane', closed)).toMatchObject({
      open: false,
      text: 'Closed today',
    });
  });

  it('LOC-14 Sydney hours follow daylight saving: the same UTC instant is open in summer, not in winter', () => {
    // 21:45 UTC is 08:45 on the next day in summer (UTC+11), 07:45 in winter (UTC+10).
    expect(at('2026-11-17T21:45:00Z', 'Australia/Sydney').open).toBe(true);
    expect(at('2026-06-16T21:45:00Z', 'Australia/Sydney')).toMatchObject({
      open: false,
      text: 'Opens today 8:30 am',
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
