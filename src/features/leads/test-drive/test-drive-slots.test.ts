import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OpeningHour, SpecialHours } from '#src/config/sections/business/locations-section.ts';
import { timesOn } from '#src/features/locations/hours/opening-hours.ts';
import { addDays } from '#src/platform/time/calendar-date.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { wallClock } from '#src/platform/time/zoned-time.ts';
import { freeSlots, isOffered, type SlotPlan } from './booking.ts';

const WEEK: OpeningHour[] = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  status: 'Open',
  open: '09:00',
  close: '12:00',
}));

function planOf(change: Partial<SlotPlan['rules']> = {}, special: SpecialHours[] = []): SlotPlan {
  return {
    hours: { opening_hours: WEEK, special_hours: special },
    rules: { slotMinutes: 60, horizonDays: 2, noticeHours: 0, capacity: 1, ...change },
    timeZone: 'Australia/Brisbane',
  };
}

/** Wednesday 1 July 2026, 8 in the morning at Brisbane. */
const NOW = new Date('2026-06-30T22:00:00Z');
const NOTHING_TAKEN = new Map<string, number>();
const slots = (plan: SlotPlan, now = NOW, taken = NOTHING_TAKEN) => freeSlots(plan, now, taken);

it('FORM-12 times follow the hours of each day; a drive ends by closing time', () => {
  expect(slots(planOf({ horizonDays: 1 }))).toEqual([
    '2026-07-01T09:00',
    '2026-07-01T10:00',
    '2026-07-01T11:00',
    '2026-07-02T09:00',
    '2026-07-02T10:00',
    '2026-07-02T11:00',
  ]);
  expect(slots(planOf({ horizonDays: 0, slotMinutes: 50 })).at(-1)).toBe('2026-07-01T10:40');
});

it('FORM-12 a closed day has none, and a holiday takes precedence over the weekday', () => {
  expect(slots(planOf({ horizonDays: 4 })).some((slot) => slot > '2026-07-04')).toBe(false);
  const special: SpecialHours[] = [
    { date: '2026-07-01', status: 'Closed' },
    { date: '2026-07-02', status: 'Open', hours: { begin: '11:00', end: '12:30' } },
  ];
  expect(slots(planOf({ horizonDays: 1 }, special))).toEqual(['2026-07-02T11:00']);
});

it('FORM-12 notice removes the next hours', () => {
  expect(slots(planOf({ horizonDays: 0, noticeHours: 2 }))).toEqual(['2026-07-01T10:00', '2026-07-01T11:00']);
});

it('FORM-12 a time that has begun is past, even without notice', () => {
  expect(slots(planOf({ horizonDays: 0 }), new Date('2026-07-01T00:01:00Z'))).toEqual(['2026-07-01T11:00']);
});

it('FORM-12 today is the dealer’s, not the server’s', () => {
  const lateAtUtc = new Date('2026-07-01T23:00:00Z');
  expect(slots(planOf({ horizonDays: 0 }), lateAtUtc)[0]).toBe('2026-07-02T09:00');
});

it('FORM-12 a full time is no longer free, but still one of the plan’s', () => {
  const full = new Map([
    ['2026-07-01T09:00', 2],
    ['2026-07-01T10:00', 1],
  ]);
  const plan = planOf({ horizonDays: 0, capacity: 2 });
  expect(slots(plan, NOW, full)).toEqual(['2026-07-01T10:00', '2026-07-01T11:00']);
  expect(isOffered('2026-07-01T09:00', plan, NOW)).toBe(true);
});

it('FORM-12 where clocks go forward no time is offered that does not exist, and none twice where they go back', () => {
  const night: OpeningHour[] = [{ weekday: 0, status: 'Open', open: '01:00', close: '05:00' }];
  const plan: SlotPlan = {
    ...planOf({ horizonDays: 0 }),
    hours: { opening_hours: night, special_hours: [] },
    timeZone: 'Australia/Sydney',
  };
  const times = (iso: string) => slots(plan, new Date(iso)).map((slot) => slot.slice(11));
  expect(times('2026-10-03T14:00:00Z')).toEqual(['01:00', '03:00', '04:00']);
  expect(times('2026-04-04T13:00:00Z')).toEqual(['01:00', '02:00', '03:00', '04:00']);
});

it.each([
  '',
  'soon',
  '2026-07-01',
  '2026-07-01T09:30',
  '2026-07-01T12:00',
  '2026-06-30T09:00',
  '2026-07-04T09:00',
  '2026-07-06T09:00',
  '2026-07-01T09:00Z',
  '2026-99-99T09:00',
  ' 2026-07-01T09:00',
])('FORM-12 %j is no time of the plan', (slot) => {
  expect(isOffered(slot, planOf(), NOW)).toBe(false);
});

const time = fc.integer({ min: 0, max: 24 * 4 - 1 }).map((quarter) => {
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`;
});
const openDay = fc
  .tuple(time, time)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => (a < b ? { open: a, close: b } : { open: b, close: a }));
const anyPlan: fc.Arbitrary<SlotPlan> = fc.record({
  hours: fc.record({
    opening_hours: fc
      .array(fc.option(openDay), { minLength: 7, maxLength: 7 })
      .map((days) =>
        days.map(
          (day, weekday): OpeningHour =>
            day ? { weekday, status: 'Open', ...day } : { weekday, status: 'Closed' },
        ),
      ),
    special_hours: fc.array(
      fc.tuple(fc.integer({ min: 0, max: 365 }), openDay).map(
        ([day, { open, close }]): SpecialHours => ({
          date: addDays('2026-01-01', day),
          status: 'Open',
          hours: { begin: open, end: close },
        }),
      ),
      { maxLength: 20 },
    ),
  }),
  rules: fc.record({
    slotMinutes: fc.integer({ min: 15, max: 240 }),
    horizonDays: fc.integer({ min: 1, max: 20 }),
    noticeHours: fc.integer({ min: 0, max: 168 }),
    capacity: fc.integer({ min: 1, max: 3 }),
  }),
  timeZone: fc.constantFrom(
    'Australia/Sydney',
    'Australia/Perth',
    'Australia/Lord_Howe',
    'Australia/Adelaide',
  ),
});
const anyMoment = fc
  .integer({ min: Date.parse('2026-01-01T00:00Z'), max: Date.parse('2027-01-01T00:00Z') })
  .map((at) => new Date(at));

it('FORM-12 for any hours: never outside them, in the past, beyond the horizon or twice', () => {
  fc.assert(
    fc.property(anyPlan, anyMoment, (plan, now) => {
      const { rules, hours, timeZone } = plan;
      const offered = freeSlots(plan, now, NOTHING_TAKEN);
      const instantAt = wallClock(timeZone);
      const today = zonedDate(now, timeZone).date;
      expect(new Set(offered).size).toBe(offered.length);
      expect(offered).toEqual([...offered].sort());
      for (const slot of offered) {
        const [date = '', start = ''] = slot.split('T');
        const times = timesOn(hours, date);
        const end = new Date(Date.parse(`${slot}Z`) + rules.slotMinutes * 60_000).toISOString();
        expect(times && start >= times.open).toBe(true);
        expect(end.slice(0, 16) <= `${date}T${times?.close}`).toBe(true);
        expect(date <= addDays(today, rules.horizonDays)).toBe(true);
        const begins = instantAt(slot)?.getTime() ?? Number.NaN;
        expect(begins).toBeGreaterThanOrEqual(now.getTime() + rules.noticeHours * 3_600_000);
        expect(isOffered(slot, plan, now)).toBe(true);
      }
    }),
  );
});

it('FORM-12 a time is free as long as its bookings are fewer than the places', () => {
  fc.assert(
    fc.property(
      anyPlan,
      anyMoment,
      fc.infiniteStream(fc.integer({ min: 0, max: 4 })),
      (plan, now, counts) => {
        const all = freeSlots(plan, now, NOTHING_TAKEN);
        const taken = new Map(all.map((slot) => [slot, counts.next().value ?? 0] as const));
        expect(freeSlots(plan, now, taken)).toEqual(
          all.filter((slot) => (taken.get(slot) ?? 0) < plan.rules.capacity),
        );
      },
    ),
  );
});
