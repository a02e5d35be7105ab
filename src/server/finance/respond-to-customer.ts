import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { customerFailedMessage, NO_REDIRECT_MESSAGE } from '#src/domain/finance/broker-messages.ts';
import { type LeadValues, TICKED } from '#src/domain/lead/lead-field.ts';
import { CreateCustomerRequestSchema } from '#src/wire/broker.ts';
import { errorBody, errorResponse } from '#src/wire/error.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { withVisit } from '../leads/intake/read-lead-body.ts';
import { leadResponse } from '../leads/intake/respond-to-lead.ts';
import type { Services } from '../services.ts';
import { type CustomerResult, createCustomer } from './create-customer.ts';

const BodySchema = v.pipe(v.string(), v.parseJson(), CreateCustomerRequestSchema);

type Sent = v.InferOutput<typeof CreateCustomerRequestSchema>;

/** ERR-04: the message of a customer that was not created. */
export const customerMessage = ({ reason, broker }: Extract<CustomerResult, { kind: 'failed' }>): string =>
  reason === 'no_redirect' ? NO_REDIRECT_MESSAGE : customerFailedMessage(broker);

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const isText = (value: unknown) => typeof value === 'string';

/**
 * `lead_attributes` as the documents write it: its parts are texts of their own in a form. Only texts are read:
 * writing what is nested ten thousand deep would fail.
 */
function visitOf(attributes: unknown): LeadValues {
  const { visited_pages: pages, linked_query_params: campaign } = Object(attributes);
  const texts = Object.entries(Object(campaign)).filter(([, value]) => isText(value));
  return {
    ...(Array.isArray(pages) && { [FORM_EXTRAS.visitedPages]: JSON.stringify(pages.filter(isText)) }),
    ...(texts.length > 0 && { [FORM_EXTRAS.linkedQueryParams]: JSON.stringify(Object.fromEntries(texts)) }),
  };
}

/** The fields of the form that a request fills in. */
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
