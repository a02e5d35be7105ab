import type { CardConfig } from '#src/config/sections/vehicle-page.ts';
import { dollarsToCents, formatCents } from '../money.ts';

/** VDP-26: deposit of a reservation, `$200`; undefined where the dealer names none. */
export const depositText = ({ reserveAmount }: Pick<CardConfig, 'reserveAmount'>): string | undefined =>
  reserveAmount ? formatCents(dollarsToCents(reserveAmount)) : undefined;
