import type { DealerConfig } from '#src/config/dealer-config.ts';
import { formatTime } from '#src/features/locations/hours/opening-hours.ts';
import { depositCents } from '#src/features/reservations/reservable-vehicle.ts';
import { PAYMENT_OPEN_MS } from '#src/features/reservations/reservation.ts';
import {
  type Reservation,
  storeCheckout,
} from '#src/features/reservations/server/queries/reservation-queries.ts';
import type { Cents } from '#src/platform/number/number-format.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import type { Payments } from './payment-provider.ts';
import { paymentPage } from './payment-service.ts';

export type Deposit = { amount: Cents; payments: Payments };

/** BUY-01: undefined without an account at the processor or a deposit; reservations are then requests. */
export function depositOf(
  { payments }: Pick<Services, 'payments'>,
  dealer: DealerConfig,
): Deposit | undefined {
  const account = payments.of(dealer);
  const amount = depositCents(dealer.reserve);
  return account && amount !== undefined ? { amount, payments: account } : undefined;
}

export const SUSPICIOUS_MESSAGE = 'We could not accept this form. Please call us to reserve.';
export const PAYMENT_UNAVAILABLE =
  'The payment service does not respond. Nothing was charged. Please try again in a moment, or call us.';
export const tooManyPaymentsMessage = (phone: string): string =>
  `Too many payments were started from your network. Please call us on ${phone}.`;
export const tooManyHoldsMessage = (phone: string): string =>
  `Too many reservations were started from your network. Please call us on ${phone}.`;

/** @param until end of the other shopper's hold */
export function takenMessage(until: Date, timeZone: string): string {
  const time = formatTime(zonedDate(until, timeZone).time);
  return `Another shopper is paying the deposit for this vehicle. If that payment isn’t made, you can reserve it from ${time}.`;
}

/** @param until end of the first unpaid hold */
export function tooManyUnpaidMessage(until: Date, timeZone: string, phone: string): string {
  const time = formatTime(zonedDate(until, timeZone).time);
  return `Two reservations from your phone number or network wait for their payment. Pay for them or cancel one, try again at ${time}, or call us on ${phone}.`;
}

/** The origin of the site as requested by the browser. */
export const siteOrigin = ({ env }: Pick<Services, 'env'>, request: Request): string =>
  `${env.BEHIND_TLS === 'yes' ? 'https' : 'http'}://${new URL(request.url).host}`;

/** A hold with the order for the processor. */
export type HoldOrder = Reservation & { description: string; page: string };

/** @param now current values, for a hold that was stored without its order */
export const orderOf = (hold: Reservation, now: Pick<HoldOrder, 'description' | 'page'>): HoldOrder => ({
  ...hold,
  description: hold.description ?? now.description,
  page: hold.page ?? now.page,
});

/**
 * Opens the payment page of a hold, or returns the one already open.
 * @returns its URL; undefined if the processor does not respond
 */
export async function startPayment(
  services: Pick<Services, 'db' | 'env' | 'log' | 'payments'>,
  dealer: DealerConfig,
  { payments }: Deposit,
  hold: HoldOrder,
): Promise<string | undefined> {
  // Stored with the hold, because processors reject a repeated idempotency key with other content.
  const outcome = await payments.createCheckout({
    amount: hold.amount_cents,
    currency: 'AUD',
    description: hold.description,
    reference: hold.id,
    successAddress: hold.page,
    cancelAddress: `${hold.page}?cancelled=1`,
    expiresAt: new Date(Date.parse(hold.created_at) + PAYMENT_OPEN_MS),
    idempotencyKey: `checkout-${hold.id}`,
    email: hold.email || undefined,
  });
  if (outcome.kind === 'unavailable') {
    services.log.error(
      { dealer: dealer.slug, reservation: hold.id, reason: outcome.reason },
      'no payment page',
    );
    return undefined;
  }
  const address = paymentPage(services.payments, outcome.address);
  if (address === undefined)
    services.log.error(
      { dealer: dealer.slug, reservation: hold.id },
      'the payment page is not at PAYMENTS_ORIGIN',
    );
  const isStillHeld = address !== undefined && (await storeCheckout(services.db, hold, outcome.id));
  if (isStillHeld) return address;
  await payments.closeCheckout(outcome.id);
  return undefined;
}
