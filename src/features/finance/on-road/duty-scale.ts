import type { Cents } from '#src/platform/number/number-format.ts';

/** Stamp duty on a value. */
export type Duty = (valueCents: Cents) => Cents;

/** In dollars. A band without `over` charges its rate on the whole value, one with it on what exceeds it. */
type Band = {
  /** Last value of the band; the last band has none. */
  upTo?: number;
  /** For each unit or part of a unit. */
  rate: number;
  base?: number;
  over?: number;
};

const cents = (dollars: number): Cents => Math.round(dollars * 100);

/** Duty of so much "for every $100 or part of $100". */
export const perPart =
  (unit: 100 | 200, bands: readonly Band[], least = 0): Duty =>
  (value) => {
    const band = bands.find(({ upTo }) => upTo === undefined || value <= cents(upTo));
    if (!band) throw new RangeError(`No band of duty for ${value} cents`);
    const { rate, base = 0, over = 0 } = band;
    const units = Math.ceil(Math.max(0, value - cents(over)) / cents(unit));
    return Math.max(cents(least), cents(base) + units * cents(rate));
  };

const FIVE_CENTS = 5;
/** A rate of 2.75 per cent is 275 of these. */
const HUNDREDTHS_IN_WHOLE = 10_000;

type Slope = { from: number; to: number; lowest: number; highest: number; step: number };

/**
 * Duty at a percentage of the whole value that rises between two values: per cent to two decimals, the duty rounded
 * down to five cents, as section 236 of Western Australia's Duties Act 2008 says.
 */
export const risingPercent =
  ({ from, to, lowest, highest, step }: Slope): Duty =>
  (value) => {
    const dollars = value / 100;
    const rising = dollars <= from ? lowest : dollars > to ? highest : lowest + (dollars - from) / step;
    const share = Math.round(rising * 100);
    return Math.floor((value * share) / HUNDREDTHS_IN_WHOLE / FIVE_CENTS) * FIVE_CENTS;
  };

/** Never below nothing. */
export const lessRelief =
  (relief: number, duty: Duty): Duty =>
  (value) =>
    Math.max(0, duty(value) - cents(relief));
