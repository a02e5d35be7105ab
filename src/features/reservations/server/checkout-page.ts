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
import { isWithinLimit, windowOfUse } from '#src/features/leads/server/limits/rate-limits.ts';
import { MAX_UNPAID_HOLDS, UNSTARTED_HOLD_MS } from '#src/features/reservations/reservation.ts';
import { type CarTask, reservationOf } from '#src/features/vehicle/server/enquired-vehicle.ts';
import { type StockedVehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { networkOf } from '#src/platform/http/client-address.ts';
import { signInPath } from '#src/platform/routing/gates.ts';
import { checkoutPath, reservationPath } from '#src/platform/routing/page-paths.ts';
import type { Services } from '#src/server/services.ts';
import {
  checkDetails,
  checkoutFields,
  contactValues,
  holdCookie,
  readHoldCookie,
  spendToken,
  verifyShopper,
} from './checkout-form.ts';
import { closeHold, lapseHold } from './end-reservation.ts';
import {
  type Deposit,
  depositOf,
  type Ordered,
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
  endHold,
  findReservation,
  liveReservation,
  type Reservation,
  staleHold,
  takeHold,
} from './queries/reservation-queries.ts';

type Car = Extract<CarTask, { kind: 'car' }>;
type Failure = { message: string; phone?: string };

/** The content of the page that reserves a vehicle. */
export type CheckoutPage =
  | { kind: 'unknown' }
  /** `cookie` is a value of Set-Cookie. */
  | { kind: 'elsewhere'; to: string; cookie?: string }
  /** Without an account at the processor: a form that asks for a call. */
  | { kind: 'request'; car: Car }
  | {
      kind: 'checkout';
      car: Car;
      status: number;
      amount: number;
      /** Website of the payment page, where the form continues. */
      processor: string;
      fields: readonly LeadField[];
      values: LeadValues;
      errors?: LeadErrors | undefined;
      failure?: Failure | undefined;
      retryAfterSeconds?: number | undefined;
      /** Another shopper pays at this moment. */
      isTaken?: boolean;
      /** The field for the code is shown. */
      isCodeSent?: boolean;
      /** Says that the phone is verified: sent again, the form needs no other code. */
      hidden?: Readonly<Record<string, string>>;
    };

type Refused = Omit<
  Extract<CheckoutPage, { kind: 'checkout' }>,
  'kind' | 'car' | 'amount' | 'processor' | 'fields' | 'values'
>;

type Asked = { request: Request; clientAddress: string | undefined };

const phoneOf = ({ phones }: DealerConfig): string => phones.override ?? phones.main;
const ID_BYTES = 16;
const SECOND_MS = 1000;

/**
 * The same submission, sent twice, is one hold; its id cannot be guessed without the server's secret. Hexadecimal: its
 * first digits are read out on the phone.
 */
const idOf = (secret: string, dealer: string, key: string): string =>
  createHmac('sha256', secret)
    .update(`reservation\n${dealer}\n${key}`)
    .digest()
    .subarray(0, ID_BYTES)
    .toString('hex');

/** The hold that this browser began last. */
async function lastHold(
  services: Services,
  dealer: DealerConfig,
  request: Request,
): Promise<Reservation | undefined> {
  const id = readHoldCookie(request.headers.get('cookie'));
  return id === undefined ? undefined : findReservation(services.db, { dealer: dealer.slug, id });
}

/** Keyed, so that it does not reveal anyone. */
const networkHash = (secret: string, dealer: string, clientAddress: string): string =>
  createHmac('sha256', secret)
    .update(`network\n${dealer}\n${networkOf(clientAddress)}`)
    .digest('base64url');

/** Ends the hold of a vehicle whose time is up, and its payment page with it. */
async function endLapsed(
  services: Services,
  dealer: DealerConfig,
  { payments }: Deposit,
  { id: vehicle_id }: StockedVehicle,
): Promise<void> {
  const now = services.clock.now().toISOString();
  const stale = await staleHold(services.db, { dealer: dealer.slug, vehicle_id }, now);
  if (stale) await lapseHold(services, dealer, payments, stale);
}

const refusedBy = (status: number, message: string, phone: string, more: Partial<Refused> = {}): Refused => ({
  status,
  failure: { message, phone },
  ...more,
});

/** Holds the vehicle and opens the payment page. */
async function reserve(
  services: Services,
  dealer: DealerConfig,
  {
    car,
    deposit,
    contact,
    body,
  }: { car: Car; deposit: Deposit; contact: Contact | undefined; body: LeadValues },
  { request, clientAddress }: Asked,
): Promise<Refused | Extract<CheckoutPage, { kind: 'elsewhere' }>> {
  const { vehicle } = car;
  const phone = phoneOf(dealer);
  const userAgent = request.headers.get('user-agent') ?? '';
  const details = await checkDetails(services, dealer, vehicle, { body, userAgent });
  if (details.kind === 'invalid') return { status: 422, errors: details.errors };
  if (details.kind === 'suspicious') return refusedBy(422, SUSPICIOUS_MESSAGE, phone);
  const { payload, key } = details;
  const shopper = { phone: payload.phone, body, contact };
  const verified = await verifyShopper(services, dealer, shopper, clientAddress);
  if (verified.kind === 'ask') {
    const { kind: _, message, ...asked } = verified;
    return { ...asked, ...(message !== undefined && { failure: { message, phone } }) };
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
  if ('kind' in outcome) await spendToken(services, dealer, payload, verified.token);
  return 'kind' in outcome
    ? outcome
    : { ...outcome, ...(verified.token && { hidden: { [FORM_EXTRAS.phoneToken]: verified.token } }) };
}

/** Holds the vehicle for a shopper whose details are right. */
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
  { request, clientAddress }: Asked,
): Promise<Refused | Extract<CheckoutPage, { kind: 'elsewhere' }>> {
  const { db, clock, env } = services;
  const phone = phoneOf(dealer);
  const derived = idOf(env.SITE_SECRET, dealer.slug, `${vehicle.id}\n${key}`);
  const last = await lastHold(services, dealer, request);
  const own = last?.vehicle_id === vehicle.id && last.state === 'held' ? last : undefined;
  if (own && own.id !== derived) {
    const ended = await closeHold(services, dealer, deposit.payments, own, 'cancelled');
    if (ended === 'paid') return { kind: 'elsewhere', to: reservationPath(own) };
    if (ended === 'unavailable') return refusedBy(503, PAYMENT_UNAVAILABLE, phone);
  }
  await endLapsed(services, dealer, deposit, vehicle);
  const now = clock.now();
  const network =
    clientAddress === undefined ? null : networkHash(env.SITE_SECRET, dealer.slug, clientAddress);
  const wanted = (id: string): Ordered => ({
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
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + UNSTARTED_HOLD_MS).toISOString(),
    paid_at: null,
    refund_due_at: null,
    refunded_at: null,
  });
  const held = await holdOrFind(services, derived, wanted);
  if (held === 'reserved') return { kind: 'elsewhere', to: vehiclePath(vehicle.slug) };
  if ('tooManyUntil' in held) {
    const until = new Date(held.tooManyUntil);
    const retryAfterSeconds = Math.ceil((until.getTime() - now.getTime()) / SECOND_MS);
    return refusedBy(429, tooManyUnpaidMessage(until, dealer.timeZone, phone), phone, { retryAfterSeconds });
  }
  if ('until' in held)
    return refusedBy(409, takenMessage(held.until, dealer.timeZone), phone, { isTaken: true });
  if (held.isNew && !(await isWithinLimit(services, dealer, 'hold', clientAddress))) {
    await endHold(db, held.hold, 'cancelled');
    const { secondsLeft } = windowOfUse('hold', clock.now());
    return refusedBy(429, tooManyHoldsMessage(phone), phone, { retryAfterSeconds: secondsLeft });
  }
  const to = await startPayment(services, dealer, deposit, held.hold);
  if (to === undefined) {
    // The payment page that an earlier try has opened can still be paid: its hold ends with it.
    if (held.isNew) await endHold(db, held.hold, 'cancelled');
    return refusedBy(503, PAYMENT_UNAVAILABLE, phone);
  }
  return { kind: 'elsewhere', to, cookie: holdCookie(held.hold.id, env.BEHIND_TLS === 'yes') };
}

/** Holds the vehicle; for a submission that holds it already, that hold. */
async function holdOrFind(
  { db }: Services,
  derived: string,
  wanted: (id: string) => Ordered,
): Promise<{ hold: Ordered; isNew: boolean } | { until: Date } | { tooManyUntil: string } | 'reserved'> {
  const { created_at } = wanted(derived);
  // The derived id of a hold that has ended is used up.
  for (const id of [derived, randomBytes(ID_BYTES).toString('hex')]) {
    const hold = wanted(id);
    const taken = await takeHold(db, hold, MAX_UNPAID_HOLDS);
    if (taken.kind === 'held') return { hold, isNew: true };
    const live = await liveReservation(db, hold, created_at);
    if (live?.id === derived && live.state === 'held') return { hold: orderOf(live, hold), isNew: false };
    if (taken.kind === 'too_many') return { tooManyUntil: taken.until };
    if (live) return live.state === 'reserved' ? 'reserved' : { until: new Date(live.expires_at) };
  }
  return { until: new Date(created_at) };
}

/** BUY-01: GET and POST of the page that reserves a vehicle, at any of its addresses. */
export async function checkoutPage(
  services: Services,
  dealer: DealerConfig,
  slug: string,
  asked: Asked,
): Promise<CheckoutPage> {
  const { request } = asked;
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
    const live = await liveReservation(
      services.db,
      { dealer: dealer.slug, vehicle_id: vehicle.id },
      services.clock.now().toISOString(),
    );
    if (!live || live.id === readHoldCookie(request.headers.get('cookie'))) return shown;
    const message = takenMessage(new Date(live.expires_at), dealer.timeZone);
    return { ...shown, ...refusedBy(409, message, phoneOf(dealer), { isTaken: true }) };
  }
  const body = await readLeadBody(request);
  const values = Object.fromEntries([...fields, CODE_FIELD].map(({ name }) => [name, body[name] ?? '']));
  try {
    const outcome = await reserve(services, dealer, { car, deposit, contact, body }, asked);
    return 'kind' in outcome ? outcome : { ...shown, ...outcome, values };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'vehicle not held');
    const phone = phoneOf(dealer);
    return { ...shown, ...refusedBy(503, notStoredMessage(phone), phone), values };
  }
}
