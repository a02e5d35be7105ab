import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import type { FormName } from '#src/config/sections/form-words.ts';
import type { Location } from '#src/config/sections/locations.ts';
import { capitalised, KIND_WORDS, type KindOfStock, mainKind } from '#src/config/sections/verticals.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { DAY_MS } from '#src/domain/duration.ts';
import { type LeadPayload, readLeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { confirmationText } from '#src/domain/lead/delivery/sent-words.ts';
import { defaultEvent, isReportable } from '#src/domain/lead/lead-events.ts';
import { leadFormNamed } from '#src/domain/lead/lead-form.ts';
import { nextSteps } from '#src/domain/lead/next-steps.ts';
import { type Booking, isConfirmedByCall } from '#src/domain/lead/test-drive/booking.ts';
import { calendarFile, isForCalendar } from '#src/domain/lead/test-drive/calendar-file.ts';
import { addressText } from '#src/domain/location/directions.ts';
import { timeZoneOf } from '#src/domain/location/time-zones.ts';
import { type StockedVehicle, vehicleName } from '#src/domain/vehicle/vehicle.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import { findSentLead } from '#src/providers/database/leads.ts';
import { errorResponse } from '#src/wire/error.ts';
import { calendarPath } from '#src/wire/test-drives.ts';
import type { Services } from '../../services.ts';
import { findEnquiredVehicle } from '../../vehicles/car-asked-about.ts';
import { placeOf } from '../../vehicles/vehicle-place.ts';

/** Days the page of a sent lead says what it was about. */
const SHOWN_DAYS = 30;
const LEAD_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What the shopper who sent a lead reads about it: nothing of the person is part of it. */
export type SentLead = {
  id: string;
  /** For people on the phone: `3F2A91BC`. */
  reference: string;
  words: string;
  steps: string[];
  kind: KindOfStock;
  /** ANL-02, while the lead is new. */
  event: { eventId: number; label: string } | undefined;
  /** While it is listed. */
  vehicle: StockedVehicle | undefined;
  location: Location;
  booking: Booking | undefined;
  /** Of its calendar file, if its day is known. */
  calendarHref: string | undefined;
};

type Reads = Pick<Services, 'db' | 'clock' | 'log'>;

const placeAsked = (
  dealer: DealerConfig,
  { location_id, booking }: LeadPayload,
  vehicle: StockedVehicle | undefined,
): Location =>
  dealer.locations.find(({ id }) => id === (booking?.location_id ?? location_id)) ??
  placeOf(vehicle ?? {}, dealer).location;

/** A vehicle that is gone was of the type that the lead says. */
function eventIdOf(form: FormName, { car_type }: LeadPayload, vehicle: StockedVehicle | undefined): number {
  const gone = car_type === undefined ? undefined : { car_type };
  const car = vehicle ? { car_type: vehicle.car_type, tag: vehicle.tag ?? undefined } : gone;
  return leadFormNamed(form)?.eventId(car) ?? defaultEvent();
}

/**
 * The lead with an id that only its sender and the dealer know; undefined for any other text, a lead of another dealer,
 * an erased or an old one. A database that cannot read counts as none.
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
    const asked = await findEnquiredVehicle(services, dealer, payload.car_id);
    const vehicle = asked.kind === 'listed' ? asked.vehicle : undefined;
    const location = placeAsked(dealer, payload, vehicle);
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
      calendarHref: booking && isForCalendar(booking) ? calendarPath(id) : undefined,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    log.warn({ dealer: dealer.slug, reason }, 'sent lead not read');
    return undefined;
  }
}

/** FORM-12: responds to `GET /api/calendar/{id}.ics`. 404 `unknown_booking` for a lead without a day. */
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
  const { visit } = KIND_WORDS[kind];
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
