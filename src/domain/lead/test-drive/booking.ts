import * as v from 'valibot';
import type { Location } from '#src/config/sections/locations.ts';
import type { CalendarDate } from '../../location/calendar.ts';
import { formatTime } from '../../location/hours.ts';
import { wallClock } from '../../wall-clock.ts';
import { FIRST_DAY } from '../field-rules.ts';
import type { LeadValues } from '../lead-field.ts';
import { dayWords } from './slot-words.ts';

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
