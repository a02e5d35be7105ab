import type { CardConfig } from '#src/config/sections/stock/vehicle-page-section.ts';
import type { PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import { type Cents, dollarsToCents, formatCents } from '#src/platform/number/number-format.ts';

type Amount = Pick<CardConfig, 'reserveAmount'>;

/** VDP-26: undefined if the dealer has configured no deposit. */
export const depositCents = ({ reserveAmount }: Amount): Cents | undefined =>
  reserveAmount ? dollarsToCents(reserveAmount) : undefined;

/** `$200` */
export function depositText(card: Amount): string | undefined {
  const cents = depositCents(card);
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
export const reserveLabel = (words: string, card: Parameters<typeof depositText>[0]): string =>
  [words, depositText(card)].filter(Boolean).join(' ');
