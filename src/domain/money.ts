import { fixedNumber } from './format-number.ts';

/** Whole Australian cents. */
export type Cents = number;

export const dollarsToCents = (dollars: number): Cents => Math.round(dollars * 100);
export const centsToDollars = (cents: Cents): number => cents / 100;

/** `$32,990.50`; the sign is before the dollars. */
export const formatDollars = (dollars: number, decimals: 0 | 2): string =>
  `${dollars < 0 ? '-' : ''}$${fixedNumber(Math.abs(dollars), decimals)}`;

/** `$32,990`, or `$32,990.50` where cents matter. */
export const formatCents = (cents: Cents): string =>
  formatDollars(centsToDollars(cents), cents % 100 === 0 ? 0 : 2);

export const wholeDollars = (cents: Cents): number => Math.round(centsToDollars(cents));

/** Nearest whole dollar: `$128`. */
export const formatWholeDollars = (cents: Cents): string => formatDollars(wholeDollars(cents), 0);
