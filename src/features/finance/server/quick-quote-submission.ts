import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { CreateCustomerRequestSchema } from '#src/features/finance/broker-endpoints.ts';
import { customerFailedMessage, NO_REDIRECT_MESSAGE } from '#src/features/finance/broker-quote.ts';
import { readLoan } from '#src/features/finance/quote-estimate.ts';
import { type LeadPayload, readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { type LeadErrors, type LeadValues, TICKED } from '#src/features/leads/fields/lead-field.ts';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import { sentContext } from '#src/features/leads/server/intake/form-availability.ts';
import { withVisit } from '#src/features/leads/server/intake/read-lead-body.ts';
import { leadResponse, senderAccount } from '#src/features/leads/server/intake/respond-to-lead.ts';
import type { LeadSubmission } from '#src/features/leads/server/intake/store-submission.ts';
import { type SubmissionOutcome, submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { sendCode, verifyCode } from '#src/features/leads/server/phone-code/phone-verification.ts';
import { codeRefusal, usesCodes } from '#src/features/leads/server/phone-code/respond-to-phone-codes.ts';
import { isVerifiedPhone } from '#src/features/leads/server/phone-code/verified-phone.ts';
import { findPayload, isHeld } from '#src/features/leads/server/queries/lead-queries.ts';
import { carForSaleById } from '#src/features/vehicle/server/vehicle-access.ts';
import { errorBody, errorResponse } from '#src/platform/http/endpoint.ts';
import { dollarsToCents } from '#src/platform/number/number-format.ts';
import type { Services } from '#src/server/services.ts';
import type { CustomerData, CustomerOutcome } from './broker/broker.ts';
import { brokerAddress } from './broker/broker-service.ts';

export const QUOTE_FORM = 'quick-quote';

type Accepted = Extract<SubmissionOutcome, { kind: 'accepted' }>;

type CustomerResult =
  /** The lead was not accepted, and the broker was not contacted. */
  | { kind: 'refused'; outcome: Exclude<SubmissionOutcome, { kind: 'accepted' }> }
  /** The lead is stored. `redirectUrl` is at the broker; undefined without one. */
  | { kind: 'created'; accepted: Accepted; redirectUrl?: string }
  /** The lead is stored, but the broker has no customer. */
  | { kind: 'failed'; accepted: Accepted; broker: string; reason: 'broker_failed' | 'no_redirect' };

export const leadOf = (result: CustomerResult): SubmissionOutcome =>
  result.kind === 'refused' ? result.outcome : result.accepted;

type CustomerServices = Pick<Services, 'broker' | 'clock' | 'db' | 'env' | 'log' | 'carServices'>;

const YEAR = /^\d{4}$/;
const orNone = (text: string | undefined): string | undefined => text?.trim() || undefined;

/** FIN-16: the person of the stored lead, and the validated loan. */
async function customerData(
  services: CustomerServices,
  dealer: DealerConfig,
  body: LeadValues,
  lead: LeadPayload,
): Promise<CustomerData> {
  const car = await carForSaleById(services, dealer, lead.car_id ?? null);
  const loan = readLoan(body);
  const year = body.year ?? '';
  return {
    nvic: car ? car.nvic : orNone(body.nvic),
    vin: car ? car.vin : orNone(body.vin),
    year: car ? car.year : YEAR.test(year) ? Number(year) : undefined,
    ...loan,
    purchasePrice: dollarsToCents(loan.purchasePrice),
    phoneNumber: lead.phone,
    firstName: lead.name,
    lastName: lead.last_name,
    email: lead.email,
    subscribe: lead.opt_in,
    postCode: lead.postcode,
  };
}

/** Deduplicates concurrent requests for the same customer. */
const running = new Map<string, Promise<CustomerOutcome>>();

function once(reference: string, create: () => Promise<CustomerOutcome>): Promise<CustomerOutcome> {
  const pending = running.get(reference);
  if (pending) return pending;
  const request = create().finally(() => running.delete(reference));
  running.set(reference, request);
  return request;
}

/**
 * FIN-04: stores the lead first, since a lost lead is lost money, then creates the customer at the broker with the
 * lead's id as idempotency key. A held lead creates no customer. Continues if the browser disconnects.
 */
export async function createCustomer(
  services: CustomerServices,
  submission: Omit<LeadSubmission, 'form'>,
): Promise<CustomerResult> {
  const { broker, db, log } = services;
  const { dealer, body } = submission;
  const accepted = await submitLead(services, { ...submission, form: QUOTE_FORM });
  if (accepted.kind !== 'accepted') return { kind: 'refused', outcome: accepted };
  if (!broker) return { kind: 'created', accepted };
  const { leadId } = accepted;
  const failed = (reason: 'broker_failed' | 'no_redirect'): CustomerResult => ({
    ...{ kind: 'failed', accepted, broker: broker.name, reason },
  });
  try {
    if (body[FORM_EXTRAS.honeypot] || (await isHeld(db, leadId))) return failed('no_redirect');
    const outcome = await once(leadId, async () => {
      const lead = readLeadPayload((await findPayload(db, leadId)) ?? '');
      const data = await customerData(services, dealer, body, lead);
      return broker.client.createCustomer({ data, additionalData: lead, reference: leadId });
    });
    if (outcome.kind === 'unavailable') {
      log.warn({ dealer: dealer.slug, leadId, reason: outcome.reason }, 'customer not created');
      return failed('broker_failed');
    }
    const redirectUrl = outcome.kind === 'created' ? brokerAddress(broker, outcome.redirectUrl) : undefined;
    if (redirectUrl === undefined) {
      // Not logged, because the URL may contain a token for the application.
      log.warn({ dealer: dealer.slug, leadId }, 'customer without an address of the broker');
      return failed('no_redirect');
    }
    return { kind: 'created', accepted, redirectUrl };
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    log.error({ dealer: dealer.slug, leadId, reason }, 'customer not created');
    return failed('broker_failed');
  }
}

const BodySchema = v.pipe(v.string(), v.parseJson(), CreateCustomerRequestSchema);

type Sent = v.InferOutput<typeof CreateCustomerRequestSchema>;

/** ERR-04. */
export const customerMessage = ({ reason, broker }: Extract<CustomerResult, { kind: 'failed' }>): string =>
  reason === 'no_redirect' ? NO_REDIRECT_MESSAGE : customerFailedMessage(broker);

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const isString = (value: unknown) => typeof value === 'string';

/**
 * Converts `lead_attributes`, which are separate string fields in a form. Only strings are read, since serialising
 * deeply nested input could overflow the stack.
 */
function visitOf(attributes: unknown): LeadValues {
  const { visited_pages: pages, linked_query_params: campaign } = Object(attributes);
  const texts = Object.entries(Object(campaign)).filter(([, value]) => isString(value));
  return {
    ...(Array.isArray(pages) && { [FORM_EXTRAS.visitedPages]: JSON.stringify(pages.filter(isString)) }),
    ...(texts.length > 0 && { [FORM_EXTRAS.linkedQueryParams]: JSON.stringify(Object.fromEntries(texts)) }),
  };
}

/** Maps a request to the fields of the form. */
export function customerAsLead({ data, additionalData }: Sent): LeadValues {
  const { lead_attributes, ...rest } = additionalData;
  const texts = Object.entries(rest).flatMap(([name, value]) => {
    const text = asText(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  const { subscribe, firstName, lastName, phoneNumber, postCode, email, ...loan } = data;
  const person = {
    name: firstName,
    last_name: lastName,
    phone: phoneNumber,
    postcode: postCode,
    email,
    opt_in: subscribe ? TICKED : '',
  };
  const fields = Object.entries({ ...loan, ...person }).map(
    ([name, value]) => [name, asText(value) ?? ''] as const,
  );
  return { ...visitOf(lead_attributes), ...Object.fromEntries(texts), ...Object.fromEntries(fields) };
}

/** Handles `POST /api/youx/create-customer` (FIN-04, FIN-16). */
export async function respondToCustomer(
  services: Services,
  dealer: DealerConfig,
  request: Request,
  clientAddress: string | undefined,
): Promise<Response> {
  const parsed = v.safeParse(BodySchema, await request.text());
  if (!parsed.success) return errorResponse(400, 'bad_request', 'Send data and additionalData as JSON.');
  const result = await createCustomer(services, {
    dealer,
    body: withVisit(customerAsLead(parsed.output), request),
    userAgent: request.headers.get('user-agent') ?? '',
    clientAddress,
    contactId: await senderAccount(services, dealer, request, undefined),
    idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
  });
  const headers = { 'Cache-Control': 'no-store' };
  switch (result.kind) {
    case 'created': {
      const { redirectUrl } = result;
      return Response.json({ ...leadResponse(result.accepted).body, redirectUrl }, { status: 201, headers });
    }
    case 'failed': {
      const phone = dealer.phones.override ?? dealer.phones.main;
      const body = errorBody(result.reason, customerMessage(result), { phone });
      return Response.json(body, { status: 503, headers });
    }
    case 'refused': {
      const { status, body, retryAfterSeconds } = leadResponse(result.outcome);
      const wait = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
      return Response.json(body, { status, headers: { ...headers, ...wait } });
    }
  }
}

/** The next step of a quick quote posted without JavaScript. */
export type CodeStep =
  /** Submit it, with the token of the phone if it is verified. */
  | { kind: 'submit'; body: LeadValues; token?: string }
  /** Render the form again, with the field for the code. */
  | {
      kind: 'ask';
      status: number;
      message?: string;
      errors?: LeadErrors;
      retryAfterSeconds?: number | undefined;
    };

/** Codes may be typed with spaces: "123 456". */
const SEPARATORS = /[\s-]/g;

const refused = (outcome: Parameters<typeof codeRefusal>[0]): CodeStep => {
  const { status, body, retryAfterSeconds } = codeRefusal(outcome);
  return { kind: 'ask', status, message: body.error.message, retryAfterSeconds };
};

/** FIN-19: sends, then verifies the code. */
export async function verifyWithoutScript(
  services: Services,
  dealer: DealerConfig,
  sent: LeadValues,
  clientAddress: string | undefined,
): Promise<CodeStep> {
  const form = LEAD_FORMS[QUOTE_FORM];
  const purpose = form.verifiesPhone?.(dealer);
  if (purpose === undefined || !usesCodes(dealer, purpose)) return { kind: 'submit', body: sent };
  const phone = sent.phone ?? '';
  if (sent.send_code !== undefined) {
    const sending = await sendCode(services, dealer, { phone, purpose }, clientAddress);
    return sending.kind === 'sent' ? { kind: 'ask', status: 200 } : refused(sending);
  }
  const token = sent[FORM_EXTRAS.phoneToken];
  if (token) {
    const claim = { dealer: dealer.slug, purpose, phone, token };
    const isVerified = await isVerifiedPhone(services.db, services.clock.now(), claim).catch(() => false);
    return { kind: 'submit', body: sent, ...(isVerified && { token }) };
  }
  if (sent.code === undefined) return { kind: 'submit', body: sent };
  // A code is exchanged only once, so validate the other fields first.
  const checked = checkLead(form.fields(dealer, sentContext(services, dealer, sent)), sent);
  if ('errors' in checked) return { kind: 'ask', status: 422, errors: checked.errors };
  const code = sent.code.replace(SEPARATORS, '');
  const verified = await verifyCode(services, dealer, { phone, purpose, code }, clientAddress);
  if (verified.kind !== 'verified') return refused(verified);
  const body = { ...sent, [FORM_EXTRAS.phoneToken]: verified.token };
  return { kind: 'submit', body, token: verified.token };
}
