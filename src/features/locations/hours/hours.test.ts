import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpeningHour, SpecialHours } from '#src/config/sections/business/locations-section.ts';
import { addDays, weekdayOf } from '#src/platform/time/calendar-date.ts';
import {
  collapseWeekdays,
  formatTime,
  holidayHours,
  openDaysText,
  timesOn,
  weekHours,
} from './opening-hours.ts';

const open = (
  weekday: number,
  from = '08:30',
  to = '17:30',
  more: Partial<OpeningHour> = {},
): OpeningHour => ({
  weekday,
  status: 'Open',
  open: from,
  close: to,
  ...more,
});
const workingWeek = [1, 2, 3, 4, 5].map((day) => open(day));

describe('weekHours', () => {
  it('LOC-07 lists Monday to Sunday and shows Closed for a closed or unlisted day', () => {
    const opening_hours: OpeningHour[] = [...workingWeek, { weekday: 0, status: 'Closed' }];
    const rows = weekHours(opening_hours);
    expect(rows.map(({ day }) => day)).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ]);
    expect(rows[0]).toEqual({ weekday: 1, day: 'Monday', text: '8:30 am – 5:30 pm', closed: false });
    expect(rows[5]).toMatchObject({ text: 'Closed', closed: true });
    expect(rows[6]).toMatchObject({ weekday: 0, text: 'Closed', closed: true });
  });

  it('LOC-14 formated_hours replace open and close, but never on a closed day', () => {
    const rows = weekHours([
      open(1, '08:30', '17:30', { formated_hours: '8:30 to late' }),
      { weekday: 2, status: 'Closed', formated_hours: '9 to 5' },
    ]);
    expect(rows[0]?.text).toBe('8:30 to late');
    expect(rows[1]?.text).toBe('Closed');
  });

  it('LOC-07 a location without hours has no table', () => {
    expect(weekHours([])).toEqual([]);
  });
});

describe('collapseWeekdays', () => {
  it('LOC-07 Monday to Friday become one line when identical', () => {
    expect(collapseWeekdays(weekHours([...workingWeek, open(6, '09:00', '16:00')]))).toEqual([
      { weekday: 1, day: 'Monday – Friday', text: '8:30 am – 5:30 pm', closed: false },
      { weekday: 6, day: 'Saturday', text: '9 am – 4 pm', closed: false },
      { weekday: 0, day: 'Sunday', text: 'Closed', closed: true },
    ]);
  });

  it('LOC-07 one different weekday keeps all seven lines', () => {
    for (const odd of [1, 2, 3, 4, 5]) {
      const hours = workingWeek.map((day) => (day.weekday === odd ? open(odd, '08:30', '20:00') : day));
      expect(collapseWeekdays(weekHours(hours))).toHaveLength(7);
    }
  });
});

describe('special hours', () => {
  const christmas: SpecialHours = { date: '2026-12-25', status: 'Closed', name: 'Christmas Day' };
  const eve: SpecialHours = { date: '2026-12-24', status: 'Open', start_hour: '08:30', end_hour: '13:00' };
  const newYear: SpecialHours = {
    date: '2027-01-01',
    status: 'Open',
    hours: { begin: '10:00', end: '14:00' },
  };
  const location = { opening_hours: workingWeek, special_hours: [newYear, christmas, eve] };

  it('LOC-14 take precedence over the weekday, in both formats', () => {
    expect(timesOn(location, '2026-12-25')).toBeNull();
    expect(timesOn(location, '2026-12-24')).toEqual({ open: '08:30', close: '13:00' });
    expect(timesOn(location, '2027-01-01')).toEqual({ open: '10:00', close: '14:00' });
    expect(timesOn(location, '2026-12-23')).toEqual({ open: '08:30', close: '17:30' });
  });

  it('LOC-07 holiday hours list today and later, soonest first, with the year of another year', () => {
    expect(holidayHours(location, '2026-12-25')).toEqual([
      { date: '2026-12-25', day: 'Friday 25 December', name: 'Christmas Day', text: 'Closed' },
      { date: '2027-01-01', day: 'Friday 1 January 2027', name: null, text: '10 am – 2 pm' },
    ]);
  });
});

describe('times and dates', () => {
  it('LOC-07 LOC-260 midnight and noon read 12 am and 12 pm', () => {
    expect(['00:00', '00:05', '12:00', '12:30', '23:59'].map(formatTime)).toEqual([
      '12 am',
      '12:05 am',
      '12 pm',
      '12:30 pm',
      '11:59 pm',
    ]);
  });

  it('LOC-14 a day later is the next weekday in every year, leap days included', () => {
    const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-30'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (instant) => {
        const date = instant.toISOString().slice(0, 10);
        const next = addDays(date, 1);
        expect(next > date).toBe(true);
        expect(weekdayOf(next)).toBe((weekdayOf(date) + 1) % 7);
      }),
    );
  });
});

it.each([
  [0, 'By appointment'],
  [1, 'Open 1 day a week'],
  [5, 'Open 5 days a week'],
  [7, 'Open every day'],
])('LOC-06 a place with hours on %i days says "%s" until the time is known', (days, text) => {
  expect(openDaysText(days)).toBe(text);
});
