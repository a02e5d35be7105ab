import * as v from 'valibot';
import type { ReportedBooking } from '#src/features/leads/delivery/success-page-text.ts';
import type { FormRefusal } from '#src/features/leads/forms/form-access.ts';
import type { ErrorBody } from '#src/platform/http/endpoint.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';

/**
 * `POST /api/leads/{form}`: JSON object of strings by field name, with a random `submission_key`. Also accepts the
 * urlencoded body of the plain form.
 */
export const leadsPath = (form: string): string => `/api/leads/${form}`;

/** The same content within this time counts as one submission. */
export const SAME_SUBMISSION_MS = 600_000;

/** 201. A repeated submission gets the same id. `booking` if a time was requested. */
export const LeadAcceptedSchema = v.strictObject({
  lead_id: v.pipe(
    v.string(),
    v.description('The stored lead; the same submission sent again gets the same id'),
  ),
  category: v.pipe(v.string(), v.description('The lead’s analytics data')),
  event_id: v.pipe(v.number(), v.description('Analytics event of this form')),
  booking: v.optional(
    v.pipe(
      v.strictObject({
        state: v.pipe(
          v.picklist(['booked', 'requested']),
          v.description(
            '`booked` reserves that time. `requested` waits for the dealer to confirm: that day has no free times, or one network already holds three',
          ),
        ),
        text: v.pipe(v.string(), v.description('For people, "Friday 3 July, 9:30 am at Moorooka"')),
      }),
      v.description('For a test drive with a day or a time'),
    ),
  ),
});

export type LeadAccepted = v.InferOutput<typeof LeadAcceptedSchema>;

export type LeadRefusalCode =
  | FormRefusal
  | 'sign_in_required'
  | 'invalid_form'
  | 'unknown_form'
  | 'unknown_car'
  | 'submission_changed'
  | 'too_many_leads'
  | 'lead_not_stored'
  | 'busy'
  | 'method_not_allowed';

/**
 * 4xx and 503; a 429, and a 503 `busy`, have Retry-After. `fields` maps field names to messages; `phone` is the
 * number to call instead.
 */
export type LeadRefused = { error: ErrorBody['error'] & { code: LeadRefusalCode } };

export type LeadReply =
  /** `continueAt` is the page to continue at instead of /success. */
  | { kind: 'accepted'; accepted: LeadAccepted; continueAt?: string }
  | { kind: 'refused'; status: number; message?: string; fields: Record<string, string>; phone?: string }
  /** The form itself cancelled, and shows why. */
  | { kind: 'stopped' }
  /** No response. */
  | { kind: 'unreachable' };

const RESPONSE_TIMEOUT_MS = 15_000;

function readBooking(booking: unknown): ReportedBooking | undefined {
  if (!isJsonObject(booking) || typeof booking.text !== 'string') return undefined;
  return { state: booking.state === 'booked' ? 'booked' : 'requested', text: booking.text };
}

/** Parses a response of the endpoint; anything unexpected becomes a refusal without a message. */
export function readLeadReply(status: number, body: unknown): LeadReply {
  if (status === 201 && isJsonObject(body) && typeof body.lead_id === 'string') {
    const { lead_id, category, event_id } = body;
    const booking = readBooking(body.booking);
    return {
      kind: 'accepted',
      accepted: {
        lead_id,
        category: String(category ?? ''),
        event_id: Number(event_id),
        ...(booking && { booking }),
      },
    };
  }
  const error = isJsonObject(body) && isJsonObject(body.error) ? body.error : {};
  const fields = isJsonObject(error.fields) ? error.fields : {};
  return {
    kind: 'refused',
    status,
    fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, String(text)])),
    ...(typeof error.message === 'string' ? { message: error.message } : {}),
    ...(typeof error.phone === 'string' ? { phone: error.phone } : {}),
  };
}

/** Never rejects. */
export async function postLead(form: string, values: Record<string, string>): Promise<LeadReply> {
  try {
    const response = await fetch(leadsPath(form), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(values),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const body: unknown = await response.json().catch(() => undefined);
    return readLeadReply(response.status, body);
  } catch {
    return { kind: 'unreachable' };
  }
}

/** `GET /api/test-drives/availability?location_id=…&car_id=…`; both are optional. */
export const TEST_DRIVE_TIMES_PATH = '/api/test-drives/availability';
/** FORM-12: the calendar file of a lead's booking. */
export const calendarPath = (lead: string): string => `/api/calendar/${lead}.ics`;

const described = (what: string) => v.pipe(v.string(), v.description(what));

const TestDriveDaySchema = v.strictObject({
  date: described('"YYYY-MM-DD"'),
  day: described('The day for people, "Friday 3 July"'),
  times: v.pipe(
    v.array(
      v.strictObject({
        slot: described('Value the form sends, "YYYY-MM-DDTHH:MM"'),
        time: described('The time for people, "9:30 am"'),
      }),
    ),
    v.description('Its free times'),
  ),
});

/** 200. No location if none offers test drives, or several do and none was selected. */
export const TestDriveTimesSchema = v.strictObject({
  location: v.pipe(
    v.nullable(v.strictObject({ id: described('Its id'), name: described('Its name') })),
    v.description('The location; null if no times are offered or no location was chosen'),
  ),
  time_zone: described('IANA name of the zone the times are in'),
  days: v.pipe(v.array(TestDriveDaySchema), v.description('Days with free times, soonest first')),
});
export type TestDriveTimes = v.InferOutput<typeof TestDriveTimesSchema>;

const TIMES_TIMEOUT_MS = 8000;

/** Undefined if the times are unavailable. Never rejects. */
export async function fetchTestDriveTimes(request: {
  locationId?: string | undefined;
  carId?: string | undefined;
}): Promise<TestDriveTimes | undefined> {
  const query = new URLSearchParams();
  if (request.locationId) query.set('location_id', request.locationId);
  if (request.carId) query.set('car_id', request.carId);
  try {
    const response = await fetch(`${TEST_DRIVE_TIMES_PATH}?${query}`, {
      signal: AbortSignal.timeout(TIMES_TIMEOUT_MS),
    });
    return response.ok ? ((await response.json()) as TestDriveTimes) : undefined;
  } catch {
    return undefined;
  }
}
