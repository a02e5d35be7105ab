import * as v from 'valibot';
import { isJsonObject } from '#src/domain/json-object.ts';
import type { ReportedBooking } from '#src/domain/lead/delivery/sent-words.ts';
import type { FormRefusal } from '#src/domain/lead/form-access.ts';
import type { ErrorBody } from './error.ts';

/**
 * `POST /api/leads/{form}`: JSON object of texts by field name, with the random `submission_key` of this
 * submission. Also takes the urlencoded body of the plain form.
 */
export const leadsPath = (form: string): string => `/api/leads/${form}`;

/** The same content within this time is one submission, however often it is sent. */
export const SAME_SUBMISSION_MS = 600_000;

/** 201. The same submission sent again gets the same id. `booking` if a time was requested. */
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
        text: v.pipe(v.string(), v.description('For people, "Friday 3 July, 9:30am at Moorooka"')),
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
 * 4xx and 503; a 429, and a 503 of `busy`, come with Retry-After. `fields` holds a message by field name, `phone` the
 * number to call instead.
 */
export type LeadRefused = { error: ErrorBody['error'] & { code: LeadRefusalCode } };

export type LeadReply =
  /** `continueAt` is the address where the shopper goes on instead of /success. */
  | { kind: 'accepted'; accepted: LeadAccepted; continueAt?: string }
  | { kind: 'refused'; status: number; message?: string; fields: Record<string, string>; phone?: string }
  /** The form itself stopped, and says why. */
  | { kind: 'stopped' }
  /** No answer at all. */
  | { kind: 'unreachable' };

const RESPONSE_TIMEOUT_MS = 15_000;

function readBooking(booking: unknown): ReportedBooking | undefined {
  if (!isJsonObject(booking) || typeof booking.text !== 'string') return undefined;
  return { state: booking.state === 'booked' ? 'booked' : 'requested', text: booking.text };
}

/** Reads a response of the endpoint; anything unexpected becomes a refusal without a message. */
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

/** Sends a lead from the browser. Never rejects. */
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
