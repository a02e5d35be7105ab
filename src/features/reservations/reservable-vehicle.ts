import type { ReserveConfig } from '#src/config/sections/finance/reserve-section.ts';
import type { PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import { type Cents, dollarsToCents, formatCents } from '#src/platform/number/number-format.ts';

type Amount = Pick<ReserveConfig, 'amount'>;

/** VDP-26: undefined if the dealer has configured no deposit. */
export const depositCents = ({ amount }: Amount): Cents | undefined =>
  amount ? dollarsToCents(amount) : undefined;

/** `$200` */
export function depositText(reserve: Amount): string | undefined {
  const cents = depositCents(reserve);
  return cents === undefined ? undefined : formatCents(cents);
}

export type ReservableCar = {
  status: string;
  reserved: boolean;
  payment_processors: readonly string[];
  /** The displayed price. */
  shownPrice: Pick<PriceDisplay, 'kind' | 'cents'>;
};

/** VDP-26: in stock with a displayed price and a payment processor, and not reserved. */
export const isReservable = ({ status, reserved, payment_processors, shownPrice }: ReservableCar): boolean =>
  status === 'in_stock' && !reserved && payment_processors.length > 0 && shownPrice.cents !== null;

/** VDP-26: `Reserve Now $200` */
export const reserveLabel = (words: string, reserve: Amount): string =>
  [words, depositText(reserve)].filter(Boolean).join(' ');
