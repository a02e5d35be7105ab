import * as v from 'valibot';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { TestDriveConfig } from '#src/config/sections/leads/test-drive-section.ts';
import { FIRST_DAY } from '#src/features/leads/fields/check-lead.ts';
import type { LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { formatTime, timesOn } from '#src/features/locations/hours/opening-hours.ts';
import { addDays, type CalendarDate } from '#src/platform/time/calendar-date.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { HOUR_MS, minutesOf } from '#src/platform/time/duration.ts';
import { type WallClock, wallClock } from '#src/platform/time/zoned-time.ts';

/** Local start time at the location, `YYYY-MM-DDTHH:MM`. */
type Slot = string;

export type SlotPlan = {
  hours: Pick<Location, 'opening_hours' | 'special_hours'>;
  rules: Omit<TestDriveConfig, 'slots'>;
  /** IANA name. */
  timeZone: string;
};

/** The number of bookings by slot. */
export type BookedSlots = ReadonlyMap<Slot, number>;

const SLOT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/;
const MINUTES_PER_HOUR = 60;

const twoDigits = (count: number) => String(count).padStart(2, '0');
const timeAt = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / MINUTES_PER_HOUR))}:${twoDigits(minutes % MINUTES_PER_HOUR)}`;

/** The slots of a day from opening; a drive ends by closing time. */
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

/** Whether the local time exists (DST) and leaves time to prepare the car. */
function isInTime(slot: Slot, { rules }: SlotPlan, instantAt: WallClock, now: Date): boolean {
  const start = instantAt(slot);
  return start !== undefined && start.getTime() - now.getTime() >= rules.noticeHours * HOUR_MS;
}

/** FORM-12: slots with capacity, soonest first, up to the horizon. */
export function freeSlots(plan: SlotPlan, now: Date, taken: BookedSlots): Slot[] {
  const today = zonedDate(now, plan.timeZone).date;
  const instantAt = wallClock(plan.timeZone);
  const days = Array.from({ length: plan.rules.horizonDays + 1 }, (_, ahead) => addDays(today, ahead));
  return days
    .flatMap((date) => startsOn(plan, date))
    .filter((slot) => (taken.get(slot) ?? 0) < plan.rules.capacity && isInTime(slot, plan, instantAt, now));
}

/** Whether a slot is part of the plan at this time, free or full. */
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

/** `day` is `Friday 3 July`. */
export type SlotDay = { date: CalendarDate; day: string; times: { slot: Slot; time: string }[] };

const LONG_DATE = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** `Friday 3 July` */
export const dayText = (date: CalendarDate): string =>
  // Some engines put a comma after the weekday.
  LONG_DATE.format(new Date(`${date}T00:00:00Z`)).replace(',', '');

const partsOf = (slot: Slot) => ({ date: slot.slice(0, 10), time: slot.slice(11) });

export function slotDays(slots: readonly Slot[]): SlotDay[] {
  const days = Map.groupBy(slots, (slot) => partsOf(slot).date);
  return [...days].map(([date, own]) => ({
    date,
    day: dayText(date),
    times: own.map((slot) => ({ slot, time: formatTime(partsOf(slot).time) })),
  }));
}

/** FORM-12. */
export const BookingSchema = v.object({
  /** `booked` reserves the time; `requested` is a preference the dealer must confirm. */
  state: v.picklist(['booked', 'requested']),
  /** Local date, `YYYY-MM-DD`; empty if only a time was requested. */
  date: v.string(),
  /** Local time, `HH:MM`; empty for any time. */
  time: v.string(),
  /** The instant in UTC, if date and time are known. */
  starts_at: v.optional(v.string()),
  time_zone: v.string(),
  location_id: v.string(),
  location: v.string(),
  /** `Friday 3 July, 9:30 am at Moorooka`. */
  text: v.string(),
});

export type Booking = v.InferOutput<typeof BookingSchema>;

/** FORM-12: the maximum bookings per network, dealer and day; further ones must be confirmed by the dealer. */
export const MAX_SLOTS_PER_DAY = 3;

export type BookingRequest = Pick<Booking, 'state' | 'date' | 'time'>;

/**
 * FORM-12: whether a person confirms the booking by phone: requests, and bookings for today.
 * @param today where the location is
 */
export const isConfirmedByCall = (
  { state, date }: Pick<Booking, 'state' | 'date'>,
  today: CalendarDate,
): boolean => state === 'requested' || date === today;

const isDay = (text: string) =>
  v.is(v.pipe(v.string(), v.isoDate()), text) && !Number.isNaN(Date.parse(text)) && text >= FIRST_DAY;
const isTime = (text: string) => v.is(v.pipe(v.string(), v.isoTime()), text);

/** The requested time of a form: a slot, or any date and time. */
export function bookingRequest(values: LeadValues): BookingRequest | undefined {
  const { slot = '', booking_date, booking_time } = values;
  const [day, hour] = slot === '' ? [booking_date, booking_time] : slot.split('T');
  const date = day && isDay(day) ? day : '';
  const time = hour && isTime(hour) ? hour : '';
  if (date === '' && time === '') return undefined;
  return { state: slot === '' ? 'requested' : 'booked', date, time };
}

/** `Friday 3 July, 9:30 am`; either part may be unknown. */
export const timeText = ({ date, time }: Pick<Booking, 'date' | 'time'>): string =>
  [...(date === '' ? [] : [dayText(date)]), ...(time === '' ? [] : [formatTime(time)])].join(', ');

/** @param timeZone IANA name of the location's */
export function makeBooking(
  { state, date, time }: BookingRequest,
  { id, name }: Pick<Location, 'id' | 'name'>,
  timeZone: string,
): Booking {
  const startsAt = date !== '' && time !== '' ? wallClock(timeZone)(`${date}T${time}`) : undefined;
  return {
    state,
    date,
    time,
    ...(startsAt ? { starts_at: startsAt.toISOString() } : {}),
    time_zone: timeZone,
    location_id: id,
    location: name,
    text: `${timeText({ date, time })} at ${name}`,
  };
}

/** `Friday 3 July, 9:30 am at Moorooka (to confirm)`. */
export const bookingText = ({ state, text }: Booking): string =>
  `${text} (${state === 'booked' ? 'booked' : 'to confirm'})`;
