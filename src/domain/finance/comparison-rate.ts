import type { Cents } from '../money.ts';
import { annuityFactor, discount, instalment } from './annuity.ts';
import { COMPARISON_PAYMENTS_PER_YEAR, type Frequency } from './frequency.ts';
import { feesAtStart, type LoanFee, repaymentCount } from './repayment.ts';

/** Basis of every advertised car-loan comparison rate: secured, $30,000, 5 years (decision 21). */
export const COMPARISON_LOAN: Cents = 3_000_000;
export const COMPARISON_TERM_YEARS = 5;

/*
 * Cards, filters and pages show the lender's statutory comparison rate from the dealer file or the feed; no formula
 * may replace it (decision 21). This one is for the shopper's own loan, shown beside it.
 */

export type ComparedLoan = {
  /** Per cent a year. */
  interestRate: number;
  /** Paid or borrowed at the start. */
  establishmentFee: Cents;
  /** Charged at the start too. */
  otherFees?: readonly LoanFee[];
  /** Added to the amount borrowed, so that interest runs on it. */
  capitaliseFee: boolean;
  /** Charged with the repayments, each calendar month. */
  monthlyFee: Cents;
  frequency?: Frequency;
  loan?: Cents;
  termYears?: number;
  balloon?: Cents;
};

const FEE_MONTHS_PER_YEAR = 12;
const LARGEST_RATE_PER_PERIOD = 1e6;
/** Each halves the interval: 200 leave less than the last bit of a double. */
const BISECTIONS = 200;

/**
 * Nominal rate a year, in per cent and unrounded, at which the money lent equals all repayments and fees
 * (National Credit Regulations 2010, reg 100: n × r × 100 %).
 * @returns null if the figures are no valid loan, or fees consume it
 */
export function comparisonRate(compared: ComparedLoan): number | null {
  const {
    interestRate,
    capitaliseFee,
    monthlyFee,
    frequency = 'monthly',
    loan = COMPARISON_LOAN,
    termYears = COMPARISON_TERM_YEARS,
    balloon = 0,
  } = compared;
  const feeAtStart = feesAtStart(compared);
  const feesAreSound = [feeAtStart, monthlyFee].every((fee) => Number.isFinite(fee) && fee >= 0);
  if (!feesAreSound || !(loan > 0) || !(termYears > 0)) return null;
  const perYear = COMPARISON_PAYMENTS_PER_YEAR[frequency];
  const periods = repaymentCount(termYears, perYear);
  const principal = loan + (capitaliseFee ? feeAtStart : 0);
  const payment = instalment({ principal, rate: interestRate / 100 / perYear, periods, balloon });
  const received = loan - (capitaliseFee ? 0 : feeAtStart);
  if (payment === null || !(received > 0)) return null;
  const eachPeriod = payment + (monthlyFee * FEE_MONTHS_PER_YEAR) / perYear;
  const valueAt = (rate: number) =>
    eachPeriod * annuityFactor(rate, periods) + balloon * discount(rate, periods);
  const rate = solveFalling(valueAt, received);
  return rate === null ? null : rate * perYear * 100;
}

/** @returns the rate a period, at least 0, at which a falling function reaches `target`; null where it never does. */
function solveFalling(valueAt: (rate: number) => number, target: number): number | null {
  if (valueAt(0) <= target) return 0;
  let low = 0;
  let high = 1 / 1024;
  while (valueAt(high) > target) {
    low = high;
    high *= 2;
    if (high > LARGEST_RATE_PER_PERIOD) return null;
  }
  for (let step = 0; step < BISECTIONS && high - low > 0; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (valueAt(middle) > target) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
