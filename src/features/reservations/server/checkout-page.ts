import { createHmac, randomBytes } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { CODE_FIELD } from '#src/features/account/account-fields.ts';
import { type Contact, signedInContact } from '#src/features/account/server/session.ts';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { carFacts, formAccess } from '#src/features/leads/forms/form-access.ts';
import { readLeadBody } from '#src/features/leads/server/intake/read-lead-body.ts';
import { notStoredMessage } from '#src/features/leads/server/intake/respond-to-lead.ts';
import { MAX_UNPAID_HOLDS, UNSTARTED_HOLD_MS } from '#src/features/reservations/reservation.ts';
import { reserveTerms } from '#src/features/reservations/reserve-terms.ts';
import { type CarTask, reservationOf } from '#src/features/vehicle/server/vehicle-access.ts';
import { type StockedVehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { networkOf } from '#src/platform/http/client-address.ts';
import { isWithinLimit, windowOfUse } from '#src/platform/limits/rate-limits.ts';
import { signInPath } from '#src/platform/routing/gates.ts';
import { checkoutPath, reservationPath } from '#src/platform/routing/page-paths.ts';
import type { Services } from '#src/server/services.ts';
import {
  checkDetails,
  checkoutFields,
  consumeToken,
  contactValues,
  holdCookie,
  readHoldCookie,
  verifyShopper,
} from './checkout-form.ts';
import { closeHold, expireHold } from './end-reservation.ts';
import {
  type Deposit,
  depositOf,
  type HoldOrder,
  orderOf,
  PAYMENT_UNAVAILABLE,
  SUSPICIOUS_MESSAGE,
  siteOrigin,
  startPayment,
  takenMessage,
  tooManyHoldsMessage,
  tooManyUnpaidMessage,
} from './payments/start-payment.ts';
import {
  activeReservation,
  endHold,
  findReservation,
  placeHold,
  type Reservation,
  staleHold,
} from './queries/reservation-queries.ts';

type Car = Extract<CarTask, { kind: 'car' }>;
type Failure = { message: string; phone?: string };

export type CheckoutPage =
  | { kind: 'unknown' }
  | { kind: 'elsewhere'; to: string; cookie?: string }
  /** Without an account at the processor: a request form. */
  | { kind: 'request'; car: Car }
  | {
      kind: 'checkout';
      car: Car;
      status: number;
      amount: number;
      /** Origin of the payment page, to which the form redirects. */
      processor: string;
      fields: readonly LeadField[];
      values: LeadValues;
      errors?: LeadErrors | undefined;
      failure?: Failure | undefined;
      retryAfterSeconds?: number | undefined;
      /** Another shopper is paying. */
      isTaken?: boolean;
      isCodeSent?: boolean;
      /** Token of a verified phone, so that no new code is needed. */
      hidden?: Readonly<Record<string, string>>;
    };

type Refusal = Omit<
  Extract<CheckoutPage, { kind: 'checkout' }>,
  'kind' | 'car' | 'amount' | 'processor' | 'fields' | 'values'
>;

type CheckoutRequest = { request: Request; clientAddress: string | undefined };

const phoneOf = ({ phones }: DealerConfig): string => phones.override ?? phones.main;
const ID_BYTES = 16;
const SECOND_MS = 1000;

/**
 * A repeated submission gets the same hold, whose id cannot be guessed without the server's secret. Hexadecimal,
 * because its first digits are read out on the phone.
 */
const idOf = (secret: string, dealer: string, key: string): string =>
  createHmac('sha256', secret)
    .update(`reservation\n${dealer}\n${key}`)
    .digest()
    .subarray(0, ID_BYTES)
    .toString('hex');

/** The browser's latest hold, from its cookie. */
async function lastHold(
  services: Services,
  dealer: DealerConfig,
  request: Request,
): Promise<Reservation | undefined> {
  const id = readHoldCookie(request.headers.get('cookie'));
  return id === undefined ? undefined : findReservation(services.db, { dealer: dealer.slug, id });
}

/** Keyed, so as not to reveal the network. */
const networkHash = (secret: string, dealer: string, clientAddress: string): string =>
  createHmac('sha256', secret)
    .update(`network\n${dealer}\n${networkOf(clientAddress)}`)
    .digest('base64url');

/** Ends an expired hold of a vehicle, and its payment page. */
async function endExpired(
  services: Services,
  dealer: DealerConfig,
  { payments }: Deposit,
  { id: vehicle_id }: StockedVehicle,
): Promise<void> {
  const now = services.clock.now().toISOString();
  const stale = await staleHold(services.db, { dealer: dealer.slug, vehicle_id }, now);
  if (stale) await expireHold(services, dealer, payments, stale);
}

const refusal = (status: number, message: string, phone: string, more: Partial<Refusal> = {}): Refusal => ({
  status,
  failure: { message, phone },
  ...more,
});

async function reserve(
  services: Services,
  dealer: DealerConfig,
  {
    car,
    deposit,
    contact,
    body,
  }: { car: Car; deposit: Deposit; contact: Contact | undefined; body: LeadValues },
  { request, clientAddress }: CheckoutRequest,
): Promise<Refusal | Extract<CheckoutPage, { kind: 'elsewhere' }>> {
  const { vehicle } = car;
  const phone = phoneOf(dealer);
  const userAgent = request.headers.get('user-agent') ?? '';
  const details = await checkDetails(services, dealer, vehicle, { body, userAgent });
  if (details.kind === 'invalid') return { status: 422, errors: details.errors };
  if (details.kind === 'suspicious') return refusal(422, SUSPICIOUS_MESSAGE, phone);
  const { payload, key } = details;
  const shopper = { phone: payload.phone, body, contact };
  const verified = await verifyShopper(services, dealer, shopper, clientAddress);
  if (verified.kind === 'ask') {
    const { kind: _, message, ...checkout } = verified;
    return { ...checkout, ...(message !== undefined && { failure: { message, phone } }) };
  }
  const outcome = await hold(
    services,
    dealer,
    { car, deposit, contact, payload, key },
    {
      request,
      clientAddress,
    },
  );
  if ('kind' in outcome) await consumeToken(services, dealer, payload, verified.token);
  return 'kind' in outcome
    ? outcome
    : { ...outcome, ...(verified.token && { hidden: { [FORM_EXTRAS.phoneToken]: verified.token } }) };
}

/** Holds the vehicle and starts the payment. */
async function hold(
  services: Services,
  dealer: DealerConfig,
  {
    car: { vehicle },
    deposit,
    contact,
    payload,
    key,
  }: { car: Car; deposit: Deposit; contact: Contact | undefined; payload: LeadPayload; key: string },
  { request, clientAddress }: CheckoutRequest,
): Promise<Refusal | Extract<CheckoutPage, { kind: 'elsewhere' }>> {
  const { db, clock, env } = services;
  const phone = phoneOf(dealer);
  const derived = idOf(env.SITE_SECRET, dealer.slug, `${vehicle.id}\n${key}`);
  const last = await lastHold(services, dealer, request);
  const own = last?.vehicle_id === vehicle.id && last.state === 'held' ? last : undefined;
  if (own && own.id !== derived) {
    const ended = await closeHold(services, dealer, deposit.payments, own, 'cancelled');
    if (ended === 'paid') return { kind: 'elsewhere', to: reservationPath(own) };
    if (ended === 'unavailable') return refusal(503, PAYMENT_UNAVAILABLE, phone);
  }
  await endExpired(services, dealer, deposit, vehicle);
  const now = clock.now();
  const network =
    clientAddress === undefined ? null : networkHash(env.SITE_SECRET, dealer.slug, clientAddress);
  const orderFor = (id: string): HoldOrder => ({
    id,
    dealer: dealer.slug,
    vehicle_id: vehicle.id,
    state: 'held',
    amount_cents: deposit.amount,
    checkout_id: null,
    payment_id: null,
    lead_id: null,
    contact_id: contact?.id ?? null,
    phone: payload.phone,
    email: payload.email.toLowerCase(),
    payload: JSON.stringify(payload),
    description: `Deposit: ${vehicleName(vehicle)}`,
    page: `${siteOrigin(services, request)}${reservationPath({ id })}`,
    network,
    session: contact?.id ?? last?.session ?? id,
    terms: JSON.stringify(reserveTerms(dealer.reserve)),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + UNSTARTED_HOLD_MS).toISOString(),
    paid_at: null,
    refund_due_at: null,
    refunded_at: null,
  });
  const result = await holdOrFind(services, derived, orderFor);
  if (result === 'reserved') return { kind: 'elsewhere', to: vehiclePath(vehicle.slug) };
  if ('tooManyUntil' in result) {
    const until = new Date(result.tooManyUntil);
    const retryAfterSeconds = Math.ceil((until.getTime() - now.getTime()) / SECOND_MS);
    return refusal(429, tooManyUnpaidMessage(until, dealer.timeZone, phone), phone, { retryAfterSeconds });
  }
  if ('until' in result)
    return refusal(409, takenMessage(result.until, dealer.timeZone), phone, { isTaken: true });
  if (result.isNew && !(await isWithinLimit(services, dealer, 'hold', clientAddress))) {
    await endHold(db, result.hold, 'cancelled');
    const { secondsLeft } = windowOfUse('hold', clock.now());
    return refusal(429, tooManyHoldsMessage(phone), phone, { retryAfterSeconds: secondsLeft });
  }
  const to = await startPayment(services, dealer, deposit, result.hold);
  if (to === undefined) {
    // An earlier attempt's payment page may still be open, so its hold stays.
    if (result.isNew) await endHold(db, result.hold, 'cancelled');
    return refusal(503, PAYMENT_UNAVAILABLE, phone);
  }
  return { kind: 'elsewhere', to, cookie: holdCookie(result.hold.id, env.BEHIND_TLS === 'yes') };
}

/** Holds the vehicle; a repeated submission gets its existing hold. */
async function holdOrFind(
  { db }: Services,
  derived: string,
  orderFor: (id: string) => HoldOrder,
): Promise<{ hold: HoldOrder; isNew: boolean } | { until: Date } | { tooManyUntil: string } | 'reserved'> {
  const { created_at } = orderFor(derived);
  // A random id, if the derived one belongs to a hold that has ended.
  for (const id of [derived, randomBytes(ID_BYTES).toString('hex')]) {
    const hold = orderFor(id);
    const taken = await placeHold(db, hold, MAX_UNPAID_HOLDS);
    if (taken.kind === 'held') return { hold, isNew: true };
    const live = await activeReservation(db, hold, created_at);
    if (live?.id === derived && live.state === 'held') return { hold: orderOf(live, hold), isNew: false };
    if (taken.kind === 'too_many') return { tooManyUntil: taken.until };
    if (live) return live.state === 'reserved' ? 'reserved' : { until: new Date(live.expires_at) };
  }
  return { until: new Date(created_at) };
}

/** BUY-01: handles GET and POST of the checkout page, at any of its URLs. */
export async function checkoutPage(
  services: Services,
  dealer: DealerConfig,
  slug: string,
  checkout: CheckoutRequest,
): Promise<CheckoutPage> {
  const { request } = checkout;
  const isPost = request.method === 'POST';
  const car = await reservationOf(services, dealer, slug);
  if (car.kind !== 'car') return car;
  const { vehicle, dealership } = car;
  const contact = await signedInContact(services, dealer.slug, request.headers.get('cookie'));
  const access = formAccess('reserve', dealer, { car: carFacts(vehicle, dealer), dealership });
  const own = checkoutPath(dealer, vehicle);
  if (access.kind === 'sign_in' && !contact) {
    const [path = '', query] = own.split('?');
    return { kind: 'elsewhere', to: signInPath(access.type, path, query === undefined ? '' : `?${query}`) };
  }
  const deposit = depositOf(services, dealer);
  if (!deposit) return isPost ? { kind: 'elsewhere', to: own } : { kind: 'request', car };
  const fields = checkoutFields(services, dealer, vehicle);
  const shown = {
    ...({ kind: 'checkout', car, status: 200, amount: deposit.amount, fields } as const),
    processor: services.payments.origin,
    values: contactValues(contact),
  };
  if (!isPost) {
    const live = await activeReservation(
      services.db,
      { dealer: dealer.slug, vehicle_id: vehicle.id },
      services.clock.now().toISOString(),
    );
    if (!live || live.id === readHoldCookie(request.headers.get('cookie'))) return shown;
    const message = takenMessage(new Date(live.expires_at), dealer.timeZone);
    return { ...shown, ...refusal(409, message, phoneOf(dealer), { isTaken: true }) };
  }
  const body = await readLeadBody(request);
  const values = Object.fromEntries([...fields, CODE_FIELD].map(({ name }) => [name, body[name] ?? '']));
  try {
    const outcome = await reserve(services, dealer, { car, deposit, contact, body }, checkout);
    return 'kind' in outcome ? outcome : { ...shown, ...outcome, values };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'vehicle not held');
    const phone = phoneOf(dealer);
    return { ...shown, ...refusal(503, notStoredMessage(phone), phone), values };
  }
}
