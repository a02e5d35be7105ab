import type { CardConfig } from '#src/config/sections/vehicle-page.ts';
import { type Cents, dollarsToCents, formatCents } from '../money.ts';

type Amount = Pick<CardConfig, 'reserveAmount'>;

/** VDP-26: deposit of a reservation; undefined where the dealer names none. */
export const depositCents = ({ reserveAmount }: Amount): Cents | undefined =>
  reserveAmount ? dollarsToCents(reserveAmount) : undefined;

/** The same in words, `$200`. */
export function depositText(card: Amount): string | undefined {
  const cents = depositCents(card);
  return cents === undefined ? undefined : formatCents(cents);
}
