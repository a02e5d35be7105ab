import type { DealerConfig } from '#src/config/dealer-config.ts';
import { PAYMENT_OPEN_MS } from '#src/domain/reservation/reservation.ts';
import { noteCheckout, type Reservation } from '#src/providers/database/reservations.ts';
import { paymentPage } from '../payments/payment-service.ts';
import type { Services } from '../services.ts';
import type { Deposit } from './deposit.ts';

/** The site as the shopper's browser reaches it. */
export const siteOrigin = ({ env }: Pick<Services, 'env'>, request: Request): string =>
  `${env.BEHIND_TLS === 'yes' ? 'https' : 'http'}://${new URL(request.url).host}`;

/** A hold with what is asked of the processor. */
export type Ordered = Reservation & { description: string; page: string };

/** @param now what would be asked today, for a hold that was stored without its order */
export const orderOf = (hold: Reservation, now: Pick<Ordered, 'description' | 'page'>): Ordered => ({
  ...hold,
  description: hold.description ?? now.description,
  page: hold.page ?? now.page,
});

/**
 * Opens the payment page of a hold, or the one that is open already.
 * @returns its address; undefined if the processor does not respond
 */
export async function startPayment(
  services: Pick<Services, 'db' | 'env' | 'log' | 'payments'>,
  dealer: DealerConfig,
  { payments }: Deposit,
  hold: Ordered,
): Promise<string | undefined> {
  // Stored with the hold: a processor refuses a repeated key with other content.
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
  const isHeld = address !== undefined && (await noteCheckout(services.db, hold, outcome.id));
  if (isHeld) return address;
  await payments.closeCheckout(outcome.id);
  return undefined;
}
