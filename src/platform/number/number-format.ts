export const clamp = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(max, Math.max(min, value));

/** Digits with thousands separators: `45,210`. */
export const groupDigits = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** Compensates for binary fractions: 1.005 is stored slightly too low. */
const UP_TO_THE_HALF = 1 + Number.EPSILON;

const rounded = (value: number, decimals: number) => (value * UP_TO_THE_HALF).toFixed(decimals);

function grouped(written: string): string {
  const [whole = '', part] = written.split('.');
  return groupDigits(whole) + (part ? `.${part}` : '');
}

/**
 * A number with fixed decimals: `1,234.50`. Rounds half up in decimal: 1.005 becomes 1.01.
 * @param value from 0, below 10^15
 */
export const fixedNumber = (value: number, decimals: number): string => grouped(rounded(value, decimals));

/**
 * A number in Australian format: `45,210`, `20.5`. Equivalent to `Intl`, whose first use in a page takes 23 ms, and
 * four times that on a phone, to load locale data.
 * @param value from 0, below 10^15
 * @param decimals maximum; trailing zeros are omitted
 */
export const formatNumber = (value: number, decimals = 0): string =>
  grouped(String(Number(rounded(value, decimals))));

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
