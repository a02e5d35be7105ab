import { randomBytes } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Contact, signedInContact } from '#src/features/account/server/session.ts';
import { readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { REQUIRED_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { PERSON } from '#src/features/leads/fields/lead-fields.ts';
import { contact as contactForm } from '#src/features/leads/forms/dealership-forms.ts';
import { composePayload } from '#src/features/leads/server/intake/compose-payload.ts';
import { leadOfRecord } from '#src/features/leads/server/intake/lead-record.ts';
import { readLeadBody } from '#src/features/leads/server/intake/read-lead-body.ts';
import { notStoredMessage } from '#src/features/leads/server/intake/respond-to-lead.ts';
import { storeLead } from '#src/features/leads/server/queries/lead-queries.ts';
import { isPaymentId, PAYMENT_OPEN_MS } from '#src/features/reservations/reservation.ts';
import {
  findOnlinePayment,
  type OnlinePayment,
  recordInvoiceRefund,
  recordPayment,
  returnedPaymentOf,
  storeInvoiceCheckout,
  storeOnlinePayment,
} from '#src/features/reservations/server/queries/payment-queries.ts';
import { isWithinLimit } from '#src/platform/limits/rate-limits.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';
import { signInPath } from '#src/platform/routing/gates.ts';
import { ONLINE_PAYMENT_PATH } from '#src/platform/routing/page-paths.ts';
import type { Services } from '#src/server/services.ts';
import type { Payment, Payments } from './payment-provider.ts';
import { paymentPage } from './payment-service.ts';
import { returnPayment } from './return-payment.ts';
import { PAYMENT_UNAVAILABLE, siteOrigin, tooManyPaymentsMessage } from './start-payment.ts';

export const MIN_INVOICE_CENTS = 100;
export const MAX_INVOICE_CENTS = 5_000_000;
export const AMOUNT_MESSAGE = `Please enter an amount from ${formatCents(MIN_INVOICE_CENTS)} to ${formatCents(MAX_INVOICE_CENTS)}, such as 1,250.50.`;

/** The payer is known from the sign-in. */
export const INVOICE_FIELDS: readonly LeadField[] = [
  {
    name: 'reference',
    label: 'Invoice or reference number',
    type: 'text',
    required: true,
    maxLength: 60,
    invalidMessage: REQUIRED_MESSAGE,
    hint: 'As it is on your invoice.',
  },
  {
    name: 'amount',
    label: 'Amount',
    type: 'text',
    required: true,
    maxLength: 20,
    invalidMessage: AMOUNT_MESSAGE,
    hint: 'In dollars, such as 1,250.50.',
  },
];

/** Parses `1,250.5`, `$1250.50` and `1250` to cents; undefined if invalid. */
export function readAmount(text: string): Cents | undefined {
  const plain = text.replace(/[\s,]/g, '').replace(/^\$/, '');
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(plain)) return undefined;
  const [dollars = '0', cents = ''] = plain.split('.');
  const amount = Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
  return amount >= MIN_INVOICE_CENTS && amount <= MAX_INVOICE_CENTS ? amount : undefined;
}

export function checkInvoice(
  sent: LeadValues,
): { reference: string; amount: Cents } | { errors: LeadErrors } {
  const reference = (sent.reference ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);
  const amount = readAmount(sent.amount ?? '');
  const errors = {
    ...(reference === '' && { reference: REQUIRED_MESSAGE }),
    ...(amount === undefined && { amount: AMOUNT_MESSAGE }),
  };
  return reference !== '' && amount !== undefined ? { reference, amount } : { errors };
}

/** Leads of invoices are routed like contact leads. */
const INVOICE_FORM = 'contact';

type SettleServices = Pick<Services, 'clock' | 'db' | 'log'>;

class AlreadyPaid extends Error {}

/** Refunds a payment whose payer was erased meanwhile. */
async function sendBack(
  { db, clock, log }: SettleServices,
  payments: Payments,
  { dealer, id }: OnlinePayment,
  { payment }: Payment,
): Promise<'refunded'> {
  const outcome = await payments.refund({ payment, idempotencyKey: `refund-${id}` });
  if (outcome.kind === 'unavailable') throw new Error(`no refund: ${outcome.reason}`);
  await recordInvoiceRefund(db, { dealer, payment_id: payment, id }, clock.now().toISOString());
  log.warn({ dealer, payment: id }, 'invoice refunded: its payer was erased');
  return 'refunded';
}

/**
 * BUY-01: stores a paid invoice as a lead, or refunds it. Idempotent.
 * @throws the database's errors, and Error while the refund fails, so that the processor retries the event
 */
export async function settleInvoice(
  services: SettleServices,
  dealer: DealerConfig,
  payments: Payments,
  payment: Payment,
): Promise<'paid' | 'known' | 'unknown' | 'refunded' | 'owed'> {
  const { db, clock, log } = services;
  const found = await findOnlinePayment(db, { dealer: dealer.slug, id: payment.reference });
  if (!found) return 'unknown';
  if (found.payment_id === payment.payment) return 'known';
  const isSameCheckout = found.checkout_id === null || found.checkout_id === payment.checkout;
  const matchesOrder = isSameCheckout && payment.amount === found.amount_cents && payment.currency === 'AUD';
  if (!matchesOrder || found.payment_id !== null) return returnPayment(services, dealer, payments, payment);
  if (found.payload === '') return sendBack(services, payments, found, payment);
  const payload = readLeadPayload(found.payload);
  const now = clock.now().toISOString();
  const { lead, outbox } = leadOfRecord(
    dealer,
    { kind: 'invoice', id: found.id },
    { form: INVOICE_FORM, payload, now },
  );
  try {
    await storeLead(db, lead, outbox, { keys: [], since: '' }, async (tx) => {
      if (!(await recordPayment(tx, found, { paymentId: payment.payment, leadId: lead.id, now })))
        throw new AlreadyPaid();
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof AlreadyPaid)) throw error;
    const paid = await findOnlinePayment(db, found);
    const isSecond = paid && paid.payment_id !== null && paid.payment_id !== payment.payment;
    return isSecond ? returnPayment(services, dealer, payments, payment) : 'known';
  }
  log.info({ dealer: dealer.slug, payment: found.id }, 'invoice paid');
  return 'paid';
}

const ID_BYTES = 24;

type InvoiceRequest = { request: Request; clientAddress: string | undefined };

export type OnlinePaymentPage =
  | { kind: 'elsewhere'; to: string }
  | { kind: 'closed' }
  | {
      kind: 'form';
      status: number;
      processor: string;
      values: LeadValues;
      errors?: LeadErrors;
      failure?: { message: string; phone: string };
    };

/** The lead that is stored once the invoice is paid. */
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

/** @returns the id; `limited` if the network has reached its limit */
async function store(
  services: Services,
  dealer: DealerConfig,
  contact: Contact,
  invoice: { reference: string; amount: number },
  { request, clientAddress, now }: InvoiceRequest & { now: Date },
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

/** BUY-01: handles GET and POST of the page where a signed-in shopper pays an invoice. */
export async function onlinePaymentPage(
  services: Services,
  dealer: DealerConfig,
  { request, clientAddress }: InvoiceRequest,
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
      // The driver's message contains names of tables and files, never values.
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
    // Optional: without it the payment is matched by reference, amount and currency.
    await storeInvoiceCheckout(services.db, { dealer: dealer.slug, id }, outcome.id).catch(() => undefined);
    return { kind: 'elsewhere', to };
  }
  const reason = outcome.kind === 'unavailable' ? outcome.reason : 'not at PAYMENTS_ORIGIN';
  log.error({ dealer: dealer.slug, payment: id, reason }, 'no payment page');
  return refused(503, PAYMENT_UNAVAILABLE);
}

/** The state of an online payment; undefined if unknown. Only the processor's event makes it paid. */
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
