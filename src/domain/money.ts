/** Whole Australian cents. */
export type Cents = number;

export const dollarsToCents = (dollars: number): Cents => Math.round(dollars * 100);
export const centsToDollars = (cents: Cents): number => cents / 100;

const WHOLE = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: 'AUD',
  maximumFractionDigits: 0,
});
const EXACT = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });

/** `$32,990`, or `$32,990.50` where cents matter. */
export const formatCents = (cents: Cents): string =>
  (cents % 100 === 0 ? WHOLE : EXACT).format(centsToDollars(cents));

export const wholeDollars = (cents: Cents): number => Math.round(centsToDollars(cents));

/** Nearest whole dollar: `$128`. */
export const formatWholeDollars = (cents: Cents): string => WHOLE.format(wholeDollars(cents));
