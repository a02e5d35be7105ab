import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Contact, signedInContact } from '#src/features/account/server/session.ts';
import type { LeadAccepted, LeadRefused } from '#src/features/leads/endpoints/lead-endpoints.ts';
import {
  FIX_ERRORS_MESSAGE,
  LOCATION_MESSAGE,
  REFUSAL_MESSAGES,
  SIGN_IN_MESSAGE,
} from '#src/features/leads/fields/form-messages.ts';
import type { FormRefusal } from '#src/features/leads/forms/form-access.ts';
import { previewOrigin } from '#src/platform/http/preview-origin.ts';
import type { Services } from '#src/server/services.ts';
import { checkFormAvailability, type FormClosed } from './form-availability.ts';
import { readLeadBody } from './read-lead-body.ts';
import { type SubmissionOutcome, submitLead } from './submit-lead.ts';
import { testDriveTimes } from './test-drive-booking.ts';

export const UNKNOWN_CAR_MESSAGE = 'This vehicle is no longer listed.';
export const CHANGED_MESSAGE = 'This form was already sent with different details. Please send it again.';
export const notStoredMessage = (phone: string): string =>
  `We could not save your message. Please call us on ${phone}.`;
export const tooManyMessage = (phone: string): string =>
  `We’re receiving too many messages to take yours right now. Please call us on ${phone}.`;

const REFUSAL_STATUS: Readonly<Record<FormRefusal, number>> = {
  form_off: 404,
  car_missing: 422,
  car_gone: 410,
  car_sold: 409,
  car_reserved: 409,
  not_for_car: 409,
};

export function refusalOfForm(closed: FormClosed): {
  status: number;
  code: FormRefusal | 'sign_in_required' | 'unknown_car';
  message: string;
} {
  switch (closed.kind) {
    case 'unknown_car':
      return { status: 404, code: 'unknown_car', message: UNKNOWN_CAR_MESSAGE };
    case 'sign_in':
      return { status: 403, code: 'sign_in_required', message: SIGN_IN_MESSAGE };
    case 'refused': {
      const { reason } = closed;
      return { status: REFUSAL_STATUS[reason], code: reason, message: REFUSAL_MESSAGES[reason] };
    }
  }
}

type LeadResponse = { status: number; body: LeadAccepted | LeadRefused; retryAfterSeconds?: number };

export function leadResponse(outcome: SubmissionOutcome): LeadResponse {
  const refuse = (status: number, error: LeadRefused['error']): LeadResponse => ({
    status,
    body: { error },
  });
  switch (outcome.kind) {
    case 'accepted':
      return {
        status: 201,
        body: {
          lead_id: outcome.leadId,
          category: outcome.category,
          event_id: outcome.eventId,
          ...(outcome.booking && { booking: outcome.booking }),
        },
      };
    case 'invalid':
      return refuse(422, { code: 'invalid_form', message: FIX_ERRORS_MESSAGE, fields: outcome.errors });
    case 'unknown_form':
      return refuse(404, { code: 'unknown_form', message: 'There is no such form.' });
    case 'unknown_car':
    case 'refused':
    case 'sign_in': {
      const { status, code, message } = refusalOfForm(outcome);
      return refuse(status, { code, message, phone: outcome.phone });
    }
    case 'changed':
      return refuse(409, { code: 'submission_changed', message: CHANGED_MESSAGE });
    case 'too_many':
      return {
        ...refuse(429, {
          code: 'too_many_leads',
          message: tooManyMessage(outcome.phone),
          phone: outcome.phone,
        }),
        retryAfterSeconds: outcome.retryAfterSeconds,
      };
    case 'not_stored':
      return refuse(503, {
        code: 'lead_not_stored',
        message: notStoredMessage(outcome.phone),
        phone: outcome.phone,
      });
  }
}

/** @property contact known already behind a gate */
export type FormSender = { clientAddress?: string | undefined; contact?: Contact | undefined };

/** FAV-290: the account a lead is sent from, also where no sign-in is needed. A lead is never lost for it. */
export async function senderAccount(
  services: Services,
  dealer: DealerConfig,
  request: Request,
  contact: Contact | undefined,
): Promise<string | undefined> {
  if (contact) return contact.id;
  try {
    return (await signedInContact(services, dealer.slug, request.headers.get('cookie')))?.id;
  } catch {
    return undefined;
  }
}

/** Handles `POST /api/leads/{form}`. */
export async function respondToLead(
  services: Services,
  dealer: DealerConfig,
  form: string,
  request: Request,
  { clientAddress, contact }: FormSender,
): Promise<Response> {
  const outcome = await submitLead(services, {
    dealer,
    form,
    body: await readLeadBody(request),
    userAgent: request.headers.get('user-agent') ?? '',
    clientAddress,
    visitor: { isSignedIn: contact !== undefined },
    contactId: await senderAccount(services, dealer, request, contact),
    isPreview: previewOrigin(dealer, request.headers.get('origin')) !== undefined,
    idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
  });
  const { status, body, retryAfterSeconds } = leadResponse(outcome);
  const wait = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...wait } });
}

const NO_STORE = { 'Cache-Control': 'no-store' };

const refusal = ({ status, code, message }: { status: number; code: string; message: string }) =>
  Response.json({ error: { code, message } }, { status, headers: NO_STORE });

/** Handles `GET /api/test-drives/availability`. */
export async function respondWithTestDriveTimes(
  services: Services,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<Response> {
  const locationId = query.get('location_id') || undefined;
  const carId = query.get('car_id') || null;
  if (locationId && !dealer.locations.some(({ id }) => id === locationId)) {
    return refusal({ status: 404, code: 'unknown_location', message: LOCATION_MESSAGE });
  }
  const availability = await checkFormAvailability(services, dealer, 'test-drive', carId);
  if (availability.kind !== 'open') return refusal(refusalOfForm(availability));
  if (availability.goneCarIds) return refusal(refusalOfForm({ kind: 'refused', reason: 'car_gone' }));
  const { car } = availability;
  return Response.json(await testDriveTimes(services, dealer, { locationId, car }), { headers: NO_STORE });
}
