import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Cents } from '#src/domain/money.ts';
import { depositCents } from '#src/domain/vehicle/deposit.ts';
import type { Payments } from '#src/providers/payments/payments.ts';
import type { Services } from '../services.ts';

/** How the deposit of a dealer's vehicles is paid on the site. */
export type Deposit = { amount: Cents; payments: Payments };

/**
 * BUY-01: undefined for a dealer without an account at the processor, or whose deposit is nothing; a reservation is
 * then a request.
 */
export function depositOf(
  { payments }: Pick<Services, 'payments'>,
  dealer: DealerConfig,
): Deposit | undefined {
  const account = payments.of(dealer);
  const amount = depositCents(dealer.card);
  return account && amount !== undefined ? { amount, payments: account } : undefined;
}
