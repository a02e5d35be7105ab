import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import {
  capitalised,
  KIND_TERMS,
  type KindOfStock,
  mainKind,
} from '#src/config/sections/stock/stock-terms.ts';
import type { DealPart } from '#src/features/deal/deal-part.ts';
import { type LeadPayload, readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { confirmationText } from '#src/features/leads/delivery/success-page-text.ts';
import { calendarPath } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { defaultEvent, isReportable } from '#src/features/leads/forms/form-definition.ts';
import { leadFormNamed } from '#src/features/leads/forms/lead-form.ts';
import { findSentLead } from '#src/features/leads/server/queries/lead-queries.ts';
import { type Booking, isConfirmedByCall } from '#src/features/leads/test-drive/booking.ts';
import { timeZoneOf } from '#src/features/locations/hours/opening-hours.ts';
import { addressText } from '#src/features/locations/location-directory.ts';
import { findEnquiredVehicle } from '#src/features/vehicle/server/vehicle-access.ts';
import { vehiclePlaceOf } from '#src/features/vehicle/server/vehicle-place.ts';
import { type StockedVehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { addDays } from '#src/platform/time/calendar-date.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';

const TO_BRING: Readonly<Partial<Record<KindOfStock, string>>> = {
  car: 'Bring your driver’s licence.',
  truck: 'Bring your licence for this class of truck.',
  motorcycle: 'Bring your motorcycle licence and your riding gear.',
  caravan: 'Bring the make and model of what you tow with.',
};

/** Who replies; when is the dealer's own promise. */
const REPLIES: Readonly<Partial<Record<FormName, (noun: string) => string>>> = {
  'test-drive': () => 'Someone will call you to find a time.',
  service: () => 'Our service team will call you to confirm the day.',
  parts: () => 'Our parts team will reply.',
  finance: () => 'Our finance team will call you.',
  'quick-quote': () => 'Our finance team will call you.',
  deal: () => 'Someone will call you about your deal.',
  reserve: (noun) => `Someone will call you to confirm that the ${noun} is available.`,
  'request-photos': () => 'We will take the photos and be in touch.',
};

export type SentForm = {
  form: FormName;
  kind: KindOfStock;
  booking: Pick<Booking, 'state' | 'date' | 'time'> | undefined;
  location: Pick<Location, 'name'>;
  timeZone: string;
  now: Date;
  /** FORM-228. */
  promise: string;
};

/** FORM-03, FORM-230: what happens next, when and from whom. One or two sentences per step. */
export function nextSteps({ form, kind, booking, location, timeZone, now, promise }: SentForm): string[] {
  const { one, visit } = KIND_TERMS[kind];
  if (!booking) {
    const reply = REPLIES[form]?.(one) ?? `You will hear from the team at ${location.name}.`;
    return [
      [reply, promise].filter(Boolean).join(' '),
      'Do you want to add or change something? Call us and give your reference.',
    ];
  }
  const bring = TO_BRING[kind];
  const today = zonedDate(now, timeZone).date;
  const isToday = booking.date === today;
  const confirm =
    booking.state === 'booked' && isToday
      ? `Your ${visit} is today, so someone will call you to confirm before you set out.`
      : isToday
        ? `You asked for today, so someone will call you to confirm.`
        : `Someone will call you to confirm the time. ${promise}`;
  return [
    isConfirmedByCall(booking, today)
      ? confirm
      : `We will have the ${one} ready for you at ${location.name}.`,
    ...(bring ? [bring] : []),
    'Have your plans changed? Call us and we will find another time.',
  ];
}

/** RFC 5545: lines have at most 75 octets; a continuation line starts with a space. */
const LINE_OCTETS = 75;

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n?|\n/g, '\\n');

function folded(line: string): string {
  let octets = 0;
  let text = '';
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (octets + size > LINE_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += char;
    octets += size;
  }
  return text;
}

/** `20260703T233000Z` */
const stamp = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');
const day = (date: string): string => date.replaceAll('-', '');

export type CalendarEntry = {
  /** The lead's id; with the host, the event's UID. */
  id: string;
  host: string;
  booking: Pick<Booking, 'date' | 'starts_at'>;
  isTentative: boolean;
  minutes: number;
  /** `Test drive: 2021 Toyota HiLux`. */
  summary: string;
  description: string;
  address: string;
  url: string;
  now: Date;
};

/** A calendar entry needs at least a date. */
export const isForCalendar = ({ date }: Pick<Booking, 'date'>): boolean => date !== '';

/** FORM-12: an iCalendar file with one event; without a time it lasts all day. */
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

/** How long the page displays the details of a lead. */
const SHOWN_DAYS = 30;
const LEAD_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A lead as displayed to its sender, without personal data. */
export type SentLead = {
  id: string;
  /** For phone calls: `3F2A91BC`. */
  reference: string;
  words: string;
  steps: string[];
  kind: KindOfStock;
  /** ANL-02: only while the lead is new. */
  event: { eventId: number; label: string } | undefined;
  /** If still listed. */
  vehicle: StockedVehicle | undefined;
  location: Location;
  booking: Booking | undefined;
  /** VDP-233. */
  deal: DealPart | undefined;
  /** Path of the calendar file, if the booking has a date. */
  calendarHref: string | undefined;
  /** Account that it was sent from. */
  contactId: string | null;
};

type Reads = Pick<Services, 'db' | 'clock' | 'log'>;

const locationOfLead = (
  dealer: DealerConfig,
  { location_id, booking }: LeadPayload,
  vehicle: StockedVehicle | undefined,
): Location =>
  dealer.locations.find(({ id }) => id === (booking?.location_id ?? location_id)) ??
  vehiclePlaceOf(vehicle ?? {}, dealer).location;

/** For a vehicle no longer listed, the type stored in the lead counts. */
function eventIdOf(form: FormName, { car_type }: LeadPayload, vehicle: StockedVehicle | undefined): number {
  const stored = car_type === undefined ? undefined : { car_type };
  const car = vehicle ? { car_type: vehicle.car_type, tag: vehicle.tag ?? undefined } : stored;
  return leadFormNamed(form)?.eventId(car) ?? defaultEvent();
}

/**
 * A lead by id, which only its sender and the dealer know; undefined if invalid, of another dealer, erased or too
 * old, or if the database cannot be read.
 */
export async function sentLead(
  services: Reads,
  dealer: DealerConfig,
  id: string | null,
): Promise<SentLead | undefined> {
  if (id === null || !LEAD_ID.test(id)) return undefined;
  const { db, clock, log } = services;
  const now = clock.now();
  try {
    const since = new Date(now.getTime() - SHOWN_DAYS * DAY_MS).toISOString();
    const stored = await findSentLead(db, { dealer: dealer.slug, id, since });
    if (!stored) return undefined;
    const payload = readLeadPayload(stored.payload);
    const enquired = await findEnquiredVehicle(services, dealer, payload.car_id);
    const vehicle = enquired.kind === 'listed' ? enquired.vehicle : undefined;
    const location = locationOfLead(dealer, payload, vehicle);
    const kind = vehicle?.item_type ?? mainKind(dealer.verticals);
    const form = stored.form as FormName;
    const { booking } = payload;
    const timeZone = timeZoneOf(location, dealer);
    const promise = dealer.leads.responsePromise;
    return {
      id,
      reference: id.slice(0, 8).toUpperCase(),
      words: confirmationText(form, booking, kind),
      steps: nextSteps({ form, kind, booking, location, timeZone, now, promise }),
      kind,
      event: isReportable(stored.created_at, now)
        ? { eventId: eventIdOf(form, payload, vehicle), label: payload.category }
        : undefined,
      vehicle,
      location,
      booking,
      deal: payload.deal,
      calendarHref: booking && isForCalendar(booking) ? calendarPath(id) : undefined,
      contactId: stored.contact_id,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    log.warn({ dealer: dealer.slug, reason }, 'sent lead not read');
    return undefined;
  }
}

/** FORM-12: handles `GET /api/calendar/{id}.ics`. 404 `unknown_booking` for a lead without a date. */
export async function respondWithCalendar(
  services: Reads,
  dealer: DealerConfig,
  id: string,
): Promise<Response> {
  const lead = await sentLead(services, dealer, id);
  if (!lead?.booking || !lead.calendarHref)
    return errorResponse(404, 'unknown_booking', 'There is no such booking.', { 'X-Robots-Tag': 'noindex' });
  const { vehicle, location, kind, booking, reference } = lead;
  const origin = canonicalOrigin(dealer);
  const now = services.clock.now();
  const isTentative = isConfirmedByCall(booking, zonedDate(now, timeZoneOf(location, dealer)).date);
  const { visit } = KIND_TERMS[kind];
  const file = calendarFile({
    id,
    host: new URL(origin).host,
    booking,
    isTentative,
    minutes: dealer.testDrive.slotMinutes,
    summary: [capitalised(visit), vehicle ? vehicleName(vehicle) : dealer.name].join(': '),
    description: [
      `${dealer.name}, reference ${reference}`,
      ...(isTentative ? ['Someone will call you to confirm the time.'] : []),
    ].join('\n'),
    address: `${location.name}, ${addressText(location.address)}`,
    url: vehicle ? `${origin}${vehiclePath(vehicle.slug)}` : origin,
    now,
  });
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${visit.replace(' ', '-')}.ics"`,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
}
