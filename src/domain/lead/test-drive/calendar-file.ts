import { addDays } from '../../location/calendar.ts';
import type { Booking } from './booking.ts';

/** RFC 5545: a line has at most 75 octets; the next begins with a space. */
const LINE_OCTETS = 75;
const MINUTE_MS = 60_000;

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n?|\n/g, '\\n');

function folded(line: string): string {
  let octets = 0;
  let text = '';
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (octets + size > LINE_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += sign;
    octets += size;
  }
  return text;
}

/** `20260703T233000Z` */
const stamp = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');
const day = (date: string): string => date.replaceAll('-', '');

export type CalendarEntry = {
  /** Of the lead; with the host the event's own id. */
  id: string;
  host: string;
  booking: Pick<Booking, 'date' | 'starts_at'>;
  /** A person has yet to confirm it. */
  isTentative: boolean;
  minutes: number;
  /** `Test drive: 2021 Toyota HiLux`. */
  summary: string;
  description: string;
  address: string;
  url: string;
  now: Date;
};

/** Whether the booking says enough for a calendar: at least a day. */
export const isForCalendar = ({ date }: Pick<Booking, 'date'>): boolean => date !== '';

/** FORM-12: an iCalendar file of one event; a day without a time is an event of the whole day. */
export function calendarFile(entry: CalendarEntry): string {
  const { booking, now, minutes } = entry;
  const starts = booking.starts_at === undefined ? undefined : new Date(booking.starts_at);
  const times = starts
    ? [`DTSTART:${stamp(starts)}`, `DTEND:${stamp(new Date(starts.getTime() + minutes * MINUTE_MS))}`]
    : [`DTSTART;VALUE=DATE:${day(booking.date)}`, `DTEND;VALUE=DATE:${day(addDays(booking.date, 1))}`];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Forecourt//Bookings//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${entry.id}@${entry.host}`,
    `DTSTAMP:${stamp(now)}`,
    ...times,
    `SUMMARY:${escaped(entry.summary)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `LOCATION:${escaped(entry.address)}`,
    `URL:${entry.url}`,
    `STATUS:${entry.isTentative ? 'TENTATIVE' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
