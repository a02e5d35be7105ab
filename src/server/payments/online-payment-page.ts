import { randomBytes } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { contact as contactForm } from '#src/domain/lead/forms/contact.ts';
import type { LeadErrors, LeadValues } from '#src/domain/lead/lead-field.ts';
import { PERSON } from '#src/domain/lead/lead-fields.ts';
import { formatCents } from '#src/domain/money.ts';
import { checkInvoice } from '#src/domain/payment/invoice-fields.ts';
import { isPaymentId, PAYMENT_OPEN_MS } from '#src/domain/reservation/reservation.ts';
import {
  findOnlinePayment,
  noteInvoiceCheckout,
  storeOnlinePayment,
} from '#src/providers/database/online-payments.ts';
import { returnedPaymentOf } from '#src/providers/database/returned-payments.ts';
import { signInPath } from '#src/routing/gates.ts';
import { ONLINE_PAYMENT_PATH } from '#src/routing/page-paths.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { type Contact, signedInContact } from '../account/session.ts';
import { composePayload } from '../leads/intake/compose-payload.ts';
import { readLeadBody } from '../leads/intake/read-lead-body.ts';
import { notStoredMessage } from '../leads/intake/respond-to-lead.ts';
import { isWithinLimit } from '../limit-use.ts';
import { PAYMENT_UNAVAILABLE, tooManyPaymentsMessage } from '../reservations/messages.ts';
import { siteOrigin } from '../reservations/start-payment.ts';
import type { Services } from '../services.ts';
import { paymentPage } from './payment-service.ts';
import { INVOICE_FORM } from './settle-invoice.ts';

const ID_BYTES = 24;

type Asked = { request: Request; clientAddress: string | undefined };

export type OnlinePaymentPage =
  | { kind: 'elsewhere'; to: string }
  /** The dealer has no account at the processor. */
  | { kind: 'closed' }
  | {
      kind: 'form';
      status: number;
      processor: string;
      values: LeadValues;
      errors?: LeadErrors;
      failure?: { message: string; phone: string };
    };

/** The lead of an invoice, for the time it is paid. */
function invoiceLead(
  dealer: DealerConfig,
  { firstName, lastName, email, phone }: Contact,
  { reference, amount, userAgent, now }: { reference: string; amount: number; userAgent: string; now: Date },
) {
  const composed = composePayload({
    ...{ dealer, form: contactForm, formName: INVOICE_FORM, fields: PERSON, userAgent, now, car: undefined },
    values: { name: firstName, last_name: lastName, email, phone },
    body: { [FORM_EXTRAS.pagePath]: ONLINE_PAYMENT_PATH },
  });
  const paid = formatCents(amount);
  return {
    ...composed,
    subcategory: 'Online Payment',
    message: `Paid ${paid} online for ${reference}.`,
    tags: ['online-payment'],
    details: [
      { name: 'invoice', label: 'Invoice or reference number', value: reference },
      { name: 'amount_paid', label: 'Amount paid', value: paid },
    ],
  };
}

/** Stores what is to be paid. @returns its id; `limited` where the network has asked for too many */
async function store(
  services: Services,
  dealer: DealerConfig,
  contact: Contact,
  invoice: { reference: string; amount: number },
  { request, clientAddress, now }: Asked & { now: Date },
): Promise<{ id: string } | 'limited'> {
  if (!(await isWithinLimit(services, dealer, 'hold', clientAddress))) return 'limited';
  const id = randomBytes(ID_BYTES).toString('base64url');
  const userAgent = request.headers.get('user-agent') ?? '';
  const payload = invoiceLead(dealer, contact, { ...invoice, userAgent, now });
  await storeOnlinePayment(services.db, {
    ...{ id, dealer: dealer.slug, amount_cents: invoice.amount },
    ...{ checkout_id: null, payment_id: null, lead_id: null, contact_id: contact.id },
    ...{ payload: JSON.stringify(payload), created_at: now.toISOString(), paid_at: null, refunded_at: null },
  });
  return { id };
}

/** BUY-01: GET and POST of the page on which a signed-in shopper pays an invoice. */
export async function onlinePaymentPage(
  services: Services,
  dealer: DealerConfig,
  { request, clientAddress }: Asked,
): Promise<OnlinePaymentPage> {
  const { clock, env, log } = services;
  const contact = await signedInContact(services, dealer.slug, request.headers.get('cookie'));
  if (!contact) return { kind: 'elsewhere', to: signInPath('online-payment', ONLINE_PAYMENT_PATH, '') };
  const payments = services.payments.of(dealer);
  if (!payments) return { kind: 'closed' };
  const phone = dealer.phones.override ?? dealer.phones.main;
  const shown = { kind: 'form', status: 200, processor: services.payments.origin, values: {} } as const;
  if (request.method !== 'POST') return shown;
  const sent = await readLeadBody(request);
  const values = { reference: sent.reference ?? '', amount: sent.amount ?? '' };
  const invoice = checkInvoice(values);
  if ('errors' in invoice) return { ...shown, status: 422, values, errors: invoice.errors };
  const refused = (status: number, message: string): OnlinePaymentPage => ({
    ...{ ...shown, status, values },
    failure: { message, phone },
  });
  const { reference, amount } = invoice;
  const now = clock.now();
  const stored = await store(services, dealer, contact, invoice, { request, clientAddress, now }).catch(
    (error: unknown) => {
      // The driver's message names tables and the disk, never values.
      const reason = error instanceof Error ? error.message : 'unknown';
      log.error({ dealer: dealer.slug, reason }, 'payment not stored');
      return undefined;
    },
  );
  if (stored === undefined) return refused(503, notStoredMessage(phone));
  if (stored === 'limited') return refused(429, tooManyPaymentsMessage(phone));
  const { id } = stored;
  const page = `${siteOrigin({ env }, request)}${ONLINE_PAYMENT_PATH}/${id}`;
  const outcome = await payments.createCheckout({
    ...{ amount, currency: 'AUD', description: `Invoice ${reference}`, reference: id },
    ...{ successAddress: page, cancelAddress: `${page}?cancelled=1`, idempotencyKey: `checkout-${id}` },
    expiresAt: new Date(now.getTime() + PAYMENT_OPEN_MS),
    email: contact.email || undefined,
  });
  const to = outcome.kind === 'created' ? paymentPage(services.payments, outcome.address) : undefined;
  if (outcome.kind === 'created' && to !== undefined) {
    // Without it the payment is recognised by its reference, amount and currency.
    await noteInvoiceCheckout(services.db, { dealer: dealer.slug, id }, outcome.id).catch(() => undefined);
    return { kind: 'elsewhere', to };
  }
  const reason = outcome.kind === 'unavailable' ? outcome.reason : 'not at PAYMENTS_ORIGIN';
  log.error({ dealer: dealer.slug, payment: id, reason }, 'no payment page');
  return refused(503, PAYMENT_UNAVAILABLE);
}

/** What has become of an online payment; undefined for an unknown one. Only the processor's report makes it paid. */
export async function onlinePaymentStanding(
  { db }: Pick<Services, 'db'>,
  dealer: DealerConfig,
  id: string,
  { searchParams }: URL,
): Promise<
  { standing: 'paid' | 'refunded' | 'mismatched' | 'unpaid' | 'confirming'; amount: string } | undefined
> {
  const found = isPaymentId(id) ? await findOnlinePayment(db, { dealer: dealer.slug, id }) : undefined;
  if (!found) return undefined;
  const amount = formatCents(found.amount_cents);
  if (found.refunded_at !== null) return { standing: 'refunded', amount };
  if (found.payment_id !== null) return { standing: 'paid', amount };
  if (await returnedPaymentOf(db, { dealer: dealer.slug, id })) return { standing: 'mismatched', amount };
  return { standing: searchParams.has('cancelled') ? 'unpaid' : 'confirming', amount };
}
