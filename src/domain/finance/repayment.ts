import type { Cents } from '../money.ts';
import { instalment } from './annuity.ts';
import { type Frequency, PAYMENTS_PER_YEAR } from './frequency.ts';

/** A fee charged once at the start, by its name. */
export type LoanFee = { label: string; cents: Cents };

/** A loan and its terms. Money in cents, rates in per cent a year. */
export type LoanTerms = {
  price: Cents;
  /** Deposit or trade-in, taken off the price. */
  deposit: Cents;
  /** Residual, owing after the last repayment. */
  balloon: Cents;
  interestRate: number;
  termYears: number;
  /** Charged once at the start. */
  establishmentFee: Cents;
  /** Other fees charged once at the start. */
  otherFees?: readonly LoanFee[];
  /** Whether the fees charged at the start are borrowed with the rest or paid on the day. */
  capitaliseFee: boolean;
  /** Account-keeping fee of each calendar month, spread evenly over the repayments of a year. */
  monthlyFee: Cents;
};

const MONTHS_PER_YEAR = 12;

type StartFees = Pick<LoanTerms, 'establishmentFee' | 'otherFees'>;

/** All that is charged once at the start. */
export const feesAtStart = ({ establishmentFee, otherFees = [] }: StartFees): Cents =>
  otherFees.reduce((sum, { cents }) => sum + cents, establishmentFee);

/** Price less deposit, plus capitalised fees; 0 where the deposit covers the price. */
export function amountFinanced(
  terms: StartFees & Pick<LoanTerms, 'price' | 'deposit' | 'capitaliseFee'>,
): Cents {
  const borrowed = terms.price - terms.deposit;
  if (!(borrowed > 0)) return 0;
  return borrowed + (terms.capitaliseFee ? feesAtStart(terms) : 0);
}

/** The number of repayments in a term, at least one; half years divide evenly at every frequency. */
export const repaymentCount = (termYears: number, perYear: number): number =>
  Math.max(1, Math.round(termYears * perYear));

/**
 * One repayment, fees included, rounded half up to the cent. Rounding happens once, here, and nowhere before.
 * @returns null if nothing is financed or the figures are no valid loan (negative, not finite, balloon above the
 * loan)
 */
export function repayment(terms: LoanTerms, frequency: Frequency): Cents | null {
  const perYear = PAYMENTS_PER_YEAR[frequency];
  const principal = amountFinanced(terms);
  if (principal === 0 || !(terms.termYears > 0) || !(terms.monthlyFee >= 0)) return null;
  const amount = instalment({
    principal,
    rate: terms.interestRate / 100 / perYear,
    periods: repaymentCount(terms.termYears, perYear),
    balloon: terms.balloon,
  });
  if (amount === null) return null;
  const cents = Math.round(amount + (terms.monthlyFee * MONTHS_PER_YEAR) / perYear);
  return Number.isSafeInteger(cents) ? cents : null;
}

/** Cents a week, fees included; see `repayment`. */
export const weeklyRepayment = (terms: LoanTerms): Cents | null => repayment(terms, 'weekly');

/** Cents a calendar month, fees included; see `repayment`. */
export const monthlyRepayment = (terms: LoanTerms): Cents | null => repayment(terms, 'monthly');

/** A weekly repayment as cents a month: the same money over a year. */
export const monthlyFromWeekly = (week: Cents): Cents =>
  Math.round((week * PAYMENTS_PER_YEAR.weekly) / PAYMENTS_PER_YEAR.monthly);

/** A monthly repayment as cents a week: the same money over a year, 12 months to 52 weeks. */
export const weeklyFromMonthly = (month: Cents): Cents =>
  Math.round((month * PAYMENTS_PER_YEAR.monthly) / PAYMENTS_PER_YEAR.weekly);
