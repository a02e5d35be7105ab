import type { ReportedBooking } from '#src/domain/lead/delivery/sent-words.ts';
import type { FormRefusal } from '#src/domain/lead/form-access.ts';

/**
 * `POST /api/leads/{form}`: JSON object of texts by field name, with the random `submission_key` of this
 * submission. Also takes the urlencoded body of the plain form.
 */
export const leadsPath = (form: string): string => `/api/leads/${form}`;

/** Fields every form carries beside its own; none reaches the CRM under these names. */
export const FORM_EXTRAS = {
  submissionKey: 'submission_key',
  visitedPages: 'visited_pages',
  linkedQueryParams: 'linked_query_params',
  pagePath: 'page_path',
  /** FORM-12: of the button that asks a page without scripts for the free times of the place chosen; stores nothing. */
  showTimes: 'show_times',
  /** Hidden from people and named like nothing a form filler knows; whatever fills it in is hardly a shopper. */
  honeypot: 'contact_code_2',
  /** What Turnstile's widget adds to the form around it. */
  proof: 'cf-turnstile-response',
} as const;

/** The same content within this time is one submission, anyone who asks how often. */
export const SAME_SUBMISSION_MS = 600_000;

/** 201. The same submission sent again is answered with the same id. `booking` where a time was asked for. */
export type LeadAccepted = {
  lead_id: string;
  category: string;
  event_id: number;
  booking?: ReportedBooking;
};

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

/** 4xx and 503; a 429, and a 503 of `busy`, come with Retry-After. `fields` holds a message by field name, `phone` the number to call instead. */
export type LeadRefused = {
  error: { code: LeadRefusalCode; message: string; fields?: Record<string, string>; phone?: string };
};

export type LeadReply =
  | { kind: 'accepted'; accepted: LeadAccepted }
  | { kind: 'refused'; status: number; message?: string; fields: Record<string, string>; phone?: string }
  /** No answer at all. */
  | { kind: 'unreachable' };

const RESPONSE_TIMEOUT_MS = 15_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readBooking(booking: unknown): ReportedBooking | undefined {
  if (!isObject(booking) || typeof booking.text !== 'string') return undefined;
  return { state: booking.state === 'booked' ? 'booked' : 'requested', text: booking.text };
}

/** Reads a response of the endpoint; anything unexpected becomes a refusal without a message. */
export function readLeadReply(status: number, body: unknown): LeadReply {
  if (status === 201 && isObject(body) && typeof body.lead_id === 'string') {
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
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const fields = isObject(error.fields) ? error.fields : {};
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
