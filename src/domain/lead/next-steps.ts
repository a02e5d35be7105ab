import type { FormName } from '#src/config/sections/form-words.ts';
import type { Location } from '#src/config/sections/locations.ts';
import { KIND_WORDS, type KindOfStock } from '#src/config/sections/verticals.ts';
import { zonedDate } from '../clock.ts';
import { addDays, weekdayOf } from '../location/calendar.ts';
import { dayName, formatTime, hasHours, timesOn } from '../location/hours.ts';
import { minutesOf } from '../time-of-day.ts';
import { type Booking, isConfirmedByCall } from './test-drive/booking.ts';

type Hours = Pick<Location, 'opening_hours' | 'special_hours'>;

/** A reply on the same day needs at least this long before closing. */
const REPLY_MINUTES = 60;
/** Beyond a week a weekday's name would point at the wrong day. */
const DAYS_AHEAD = 6;

/**
 * FORM-03: when a shopper can expect a reply, by the opening hours of a location on its own clock: `today by 5:30pm`,
 * `tomorrow from 8:30am`, `on Monday from 8:30am`. Null without hours, or while it is closed for a week.
 * @param timeZone IANA name of the location's
 */
export function replyTime(location: Hours, now: Date, timeZone: string): string | null {
  if (!hasHours(location)) return null;
  const { date, time } = zonedDate(now, timeZone);
  const today = timesOn(location, date);
  if (today && minutesOf(time) + REPLY_MINUTES <= minutesOf(today.close)) {
    return `today by ${formatTime(today.close)}`;
  }
  for (let ahead = 1; ahead <= DAYS_AHEAD; ahead++) {
    const day = addDays(date, ahead);
    const times = timesOn(location, day);
    if (!times) continue;
    const named = ahead === 1 ? 'tomorrow' : `on ${dayName(weekdayOf(day))}`;
    return `${named} from ${formatTime(times.open)}`;
  }
  return null;
}

const TO_BRING: Readonly<Partial<Record<KindOfStock, string>>> = {
  car: 'Bring your driver’s licence.',
  truck: 'Bring your licence for this class of truck.',
  motorcycle: 'Bring your motorcycle licence and your riding gear.',
  caravan: 'Bring the make and model of what you tow with.',
};

const REPLIES: Readonly<Partial<Record<FormName, (when: string, noun: string) => string>>> = {
  'test-drive': (when) => `Someone will call you ${when} to find a time.`,
  service: (when) => `Our service team will call you ${when} to confirm the day.`,
  parts: (when) => `Our parts team will reply ${when}.`,
  finance: (when) => `Our finance team will call you ${when}.`,
  'quick-quote': (when) => `Our finance team will call you ${when}.`,
  reserve: (when, noun) => `Someone will call you ${when} to confirm that the ${noun} is available.`,
  'request-photos': (when) => `We will take the photos and be in touch ${when}.`,
};

export type SentForm = {
  form: FormName;
  kind: KindOfStock;
  booking: Pick<Booking, 'state' | 'date' | 'time'> | undefined;
  location: Hours & Pick<Location, 'name'>;
  timeZone: string;
  now: Date;
  /** The dealer's own words for when it replies. */
  promise: string;
};

/** FORM-03: what happens after a form was sent, and when. One sentence or two for each step, never empty. */
export function nextSteps({ form, kind, booking, location, timeZone, now, promise }: SentForm): string[] {
  const when = replyTime(location, now, timeZone);
  const { one, visit } = KIND_WORDS[kind];
  const reply = () =>
    when === null ? promise : (REPLIES[form]?.(when, one) ?? `Someone will reply ${when}.`);
  if (!booking) return [reply()];
  const bring = TO_BRING[kind];
  const today = zonedDate(now, timeZone).date;
  const isToday = booking.date === today;
  const confirm =
    booking.state === 'booked' && isToday
      ? `Your ${visit} is today, so someone will call you to confirm before you set out.`
      : isToday
        ? `You asked for today, so someone will call you to confirm.`
        : `Someone will call you ${when ?? 'soon'} to confirm the time.`;
  return [
    isConfirmedByCall(booking, today)
      ? confirm
      : `We will have the ${one} ready for you at ${location.name}.`,
    ...(bring ? [bring] : []),
    'Have your plans changed? Call us and we will find another time.',
  ];
}
