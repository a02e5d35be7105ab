import * as v from 'valibot';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { TestDriveConfig } from '#src/config/sections/leads/test-drive-section.ts';
import { FIRST_DAY } from '#src/features/leads/fields/check-lead.ts';
import type { LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { formatTime, timesOn } from '#src/features/locations/hours/opening-hours.ts';
import { addDays, type CalendarDate } from '#src/platform/time/calendar-date.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { minutesOf, type WallClock, wallClock } from '#src/platform/time/zoned-time.ts';

/** Local start of a test drive at its location, `YYYY-MM-DDTHH:MM`. */
type Slot = string;

/** Where and by which rules test drives are offered. */
export type SlotPlan = {
  hours: Pick<Location, 'opening_hours' | 'special_hours'>;
  rules: Omit<TestDriveConfig, 'slots'>;
  /** IANA name, `Australia/Sydney`. */
  timeZone: string;
};

/** Bookings by slot. */
export type TakenSlots = ReadonlyMap<Slot, number>;

const SLOT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/;
const MINUTES_PER_HOUR = 60;
const MS_PER_HOUR = 3_600_000;

const twoDigits = (count: number) => String(count).padStart(2, '0');
const timeAt = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / MINUTES_PER_HOUR))}:${twoDigits(minutes % MINUTES_PER_HOUR)}`;

/** Starts of one day, from opening on; a drive ends by closing time. */
function startsOn({ hours, rules: { slotMinutes } }: SlotPlan, date: CalendarDate): Slot[] {
  const times = timesOn(hours, date);
  if (!times) return [];
  const last = minutesOf(times.close) - slotMinutes;
  const starts: Slot[] = [];
  for (let start = minutesOf(times.open); start <= last; start += slotMinutes) {
    starts.push(`${date}T${timeAt(start)}`);
  }
  return starts;
}

/** Whether the moment exists in the calendar, and leaves time to prepare the car. */
function isInTime(slot: Slot, { rules }: SlotPlan, instantAt: WallClock, now: Date): boolean {
  const start = instantAt(slot);
  return start !== undefined && start.getTime() - now.getTime() >= rules.noticeHours * MS_PER_HOUR;
}

/** FORM-12: every slot not yet full, soonest first, from today to the last day of the horizon. */
export function freeSlots(plan: SlotPlan, now: Date, taken: TakenSlots): Slot[] {
  const today = zonedDate(now, plan.timeZone).date;
  const instantAt = wallClock(plan.timeZone);
  const days = Array.from({ length: plan.rules.horizonDays + 1 }, (_, ahead) => addDays(today, ahead));
  return days
    .flatMap((date) => startsOn(plan, date))
    .filter((slot) => (taken.get(slot) ?? 0) < plan.rules.capacity && isInTime(slot, plan, instantAt, now));
}

/** Whether a slot is one of the plan's at this moment, free or full. */
export function isOffered(slot: Slot, plan: SlotPlan, now: Date): boolean {
  const date = SLOT.exec(slot)?.[1];
  if (date === undefined) return false;
  const today = zonedDate(now, plan.timeZone).date;
  return (
    date >= today &&
    date <= addDays(today, plan.rules.horizonDays) &&
    startsOn(plan, date).includes(slot) &&
    isInTime(slot, plan, wallClock(plan.timeZone), now)
  );
}

/** Free times of one day: `day` reads `Friday 3 July`. */
export type SlotDay = { date: CalendarDate; day: string; times: { slot: Slot; time: string }[] };

const LONG_DATE = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** `Friday 3 July` */
const dayWords = (date: CalendarDate): string =>
  // Some engines put a comma after the weekday, others none.
  LONG_DATE.format(new Date(`${date}T00:00:00Z`)).replace(',', '');

const partsOf = (slot: Slot) => ({ date: slot.slice(0, 10), time: slot.slice(11) });

/** `Friday 3 July, 9:30am` */
export const slotWords = (slot: Slot): string => {
  const { date, time } = partsOf(slot);
  return `${dayWords(date)}, ${formatTime(time)}`;
};

/** Slots by day, in their order. */
export function slotDays(slots: readonly Slot[]): SlotDay[] {
  const days = Map.groupBy(slots, (slot) => partsOf(slot).date);
  return [...days].map(([date, own]) => ({
    date,
    day: dayWords(date),
    times: own.map((slot) => ({ slot, time: formatTime(partsOf(slot).time) })),
  }));
}

/** FORM-12: when a shopper comes for a test drive. */
export const BookingSchema = v.object({
  /** `booked` reserves the time; `requested` is a preference the dealer must confirm. */
  state: v.picklist(['booked', 'requested']),
  /** On the calendar of the location, `YYYY-MM-DD`; empty where only a time was asked for. */
  date: v.string(),
  /** On the clock of the location, `HH:MM`; empty where any will do. */
  time: v.string(),
  /** The same moment in UTC, where day and time are known. */
  starts_at: v.optional(v.string()),
  time_zone: v.string(),
  location_id: v.string(),
  location: v.string(),
  /** For people: `Friday 3 July, 9:30am at Moorooka`. */
  text: v.string(),
});

export type Booking = v.InferOutput<typeof BookingSchema>;

/** FORM-12: times one network can book at a dealer in a day; later ones wait for the dealer to confirm. */
export const HELD_SLOTS_A_DAY = 3;

export type BookingWish = Pick<Booking, 'state' | 'date' | 'time'>;

/**
 * FORM-12: whether a person confirms the booking by a call: any the shopper asked for, and one of the same day.
 * @param today where the location is
 */
export const isConfirmedByCall = (
  { state, date }: Pick<Booking, 'state' | 'date'>,
  today: CalendarDate,
): boolean => state === 'requested' || date === today;

const isDay = (text: string) =>
  v.is(v.pipe(v.string(), v.isoDate()), text) && !Number.isNaN(Date.parse(text)) && text >= FIRST_DAY;
const isTime = (text: string) => v.is(v.pipe(v.string(), v.isoTime()), text);

/** The time in a form: a slot of its list, or any day and time; undefined without one. */
export function bookingWish(values: LeadValues): BookingWish | undefined {
  const { slot = '', booking_date, booking_time } = values;
  const [day, hour] = slot === '' ? [booking_date, booking_time] : slot.split('T');
  const date = day && isDay(day) ? day : '';
  const time = hour && isTime(hour) ? hour : '';
  if (date === '' && time === '') return undefined;
  return { state: slot === '' ? 'requested' : 'booked', date, time };
}

/** @param timeZone IANA name of the location's */
export function makeBooking(
  { state, date, time }: BookingWish,
  { id, name }: Pick<Location, 'id' | 'name'>,
  timeZone: string,
): Booking {
  const startsAt = date !== '' && time !== '' ? wallClock(timeZone)(`${date}T${time}`) : undefined;
  const when = [...(date === '' ? [] : [dayWords(date)]), ...(time === '' ? [] : [formatTime(time)])];
  return {
    state,
    date,
    time,
    ...(startsAt ? { starts_at: startsAt.toISOString() } : {}),
    time_zone: timeZone,
    location_id: id,
    location: name,
    text: `${when.join(', ')} at ${name}`,
  };
}

/** For the dealer: `Friday 3 July, 9:30am at Moorooka (to confirm)`. */
export const bookingWords = ({ state, text }: Booking): string =>
  `${text} (${state === 'booked' ? 'booked' : 'to confirm'})`;
