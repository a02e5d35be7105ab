import type { Cents } from '#src/platform/number/number-format.ts';

export const FREQUENCIES = ['weekly', 'fortnightly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** FIN-07: repayments per year. */
export const PAYMENTS_PER_YEAR: Record<Frequency, number> = { weekly: 52, fortnightly: 26, monthly: 12 };

/** Only for the comparison rate: National Credit Regulations 2010, reg 100(3). */
const COMPARISON_PAYMENTS_PER_YEAR: Record<Frequency, number> = {
  weekly: 52.18,
  fortnightly: 26.09,
  monthly: 12,
};

/** FIN-14: in half years. */
export const LOAN_TERMS_YEARS: readonly number[] = Array.from({ length: 13 }, (_, at) => 1 + at / 2);
/** FIN-17. */
export const DEFAULT_TERM_YEARS = 5;

/** FIN-02: self-assessed. */
export const CREDIT_SCORES = ['GREAT', 'DECENT', 'POOR'] as const;
export type CreditScore = (typeof CREDIT_SCORES)[number];
export const CREDIT_SCORE_LABELS: Readonly<Record<CreditScore, string>> = {
  GREAT: 'Great',
  DECENT: 'Decent',
  POOR: 'Poor',
};
export const DEFAULT_CREDIT_SCORE: CreditScore = 'GREAT';

export const isCreditScore = (text: unknown): text is CreditScore =>
  (CREDIT_SCORES as readonly unknown[]).includes(text);

/** A loan repaid in equal instalments at the end of each period. Money in any unit, rate as a fraction per period. */
export type Annuity = { principal: number; rate: number; periods: number; balloon: number };

const isAmount = (value: number) => Number.isFinite(value) && value >= 0;

/** Present value of 1 paid at the end of each period. log1p and expm1 stay accurate for tiny rates. */
function annuityFactor(rate: number, periods: number): number {
  return rate === 0 ? periods : -Math.expm1(-periods * Math.log1p(rate)) / rate;
}

/** Present value of 1 paid after `periods` periods. */
const discount = (rate: number, periods: number): number => Math.exp(-periods * Math.log1p(rate));

/**
 * The instalment that leaves exactly `balloon` owing after the last period. Unrounded, never negative.
 * @returns null if the loan is invalid: negative, not finite, no period, or a balloon above the principal
 */
export function instalment({ principal, rate, periods, balloon }: Annuity): number | null {
  const isLoan = [principal, rate, balloon].every(isAmount) && Number.isInteger(periods) && periods > 0;
  if (!isLoan || balloon > principal) return null;
  // The balloon accrues interest only; the rest is repaid.
  const amount = (principal - balloon) / annuityFactor(rate, periods) + balloon * rate;
  return Number.isFinite(amount) ? amount : null;
}

/** A fee charged once at the start. */
export type LoanFee = { label: string; cents: Cents };

/** Money in cents, rates in per cent per year. */
export type LoanTerms = {
  price: Cents;
  /** Deposit or trade-in, subtracted from the price. */
  deposit: Cents;
  /** Residual, owing after the last repayment. */
  balloon: Cents;
  interestRate: number;
  termYears: number;
  /** Charged once at the start. */
  establishmentFee: Cents;
  /** Other fees charged once at the start. */
  otherFees?: readonly LoanFee[];
  /** Whether fees charged at the start are financed, or paid upfront. */
  capitaliseFee: boolean;
  /** Account-keeping fee per calendar month, spread evenly over a year's repayments. */
  monthlyFee: Cents;
};

const MONTHS_PER_YEAR = 12;

type StartFees = Pick<LoanTerms, 'establishmentFee' | 'otherFees'>;

export const feesAtStart = ({ establishmentFee, otherFees = [] }: StartFees): Cents =>
  otherFees.reduce((sum, { cents }) => sum + cents, establishmentFee);

/** Price minus deposit, plus capitalised fees; 0 if the deposit covers the price. */
export function amountFinanced(
  terms: StartFees & Pick<LoanTerms, 'price' | 'deposit' | 'capitaliseFee'>,
): Cents {
  const borrowed = terms.price - terms.deposit;
  if (!(borrowed > 0)) return 0;
  return borrowed + (terms.capitaliseFee ? feesAtStart(terms) : 0);
}

/** At least one; half years divide evenly at every frequency. */
export const repaymentCount = (termYears: number, perYear: number): number =>
  Math.max(1, Math.round(termYears * perYear));

/**
 * One repayment including fees, rounded half up to the cent. What is displayed is rounded to whole dollars (`repayment-display.ts`).
 * @returns null if nothing is financed or the loan is invalid
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

export const weeklyRepayment = (terms: LoanTerms): Cents | null => repayment(terms, 'weekly');

export const monthlyRepayment = (terms: LoanTerms): Cents | null => repayment(terms, 'monthly');

/** The same money over a year. */
export const monthlyFromWeekly = (week: Cents): Cents =>
  Math.round((week * PAYMENTS_PER_YEAR.weekly) / PAYMENTS_PER_YEAR.monthly);

/** The same money over a year: 12 months to 52 weeks. */
export const weeklyFromMonthly = (month: Cents): Cents =>
  Math.round((month * PAYMENTS_PER_YEAR.monthly) / PAYMENTS_PER_YEAR.weekly);

/** Decision 21: the statutory basis of advertised car-loan comparison rates: secured, $30,000, 5 years. */
export const COMPARISON_LOAN: Cents = 3_000_000;
export const COMPARISON_TERM_YEARS = 5;

/*
 * Decision 21: cards, filters and pages display the lender's statutory comparison rate from the dealer file or the
 * feed, never one calculated here. This formula is for the shopper's own loan, displayed with it.
 */

export type ComparedLoan = {
  /** Per cent per year. */
  interestRate: number;
  /** Paid or financed at the start. */
  establishmentFee: Cents;
  otherFees?: readonly LoanFee[];
  /** Added to the amount financed, so that it accrues interest. */
  capitaliseFee: boolean;
  /** Per calendar month, charged with the repayments. */
  monthlyFee: Cents;
  frequency?: Frequency;
  loan?: Cents;
  termYears?: number;
  balloon?: Cents;
};

const MAX_RATE_PER_PERIOD = 1e6;
/** Enough for the full precision of a double. */
const BISECTIONS = 200;

/**
 * Nominal annual rate in per cent, unrounded, at which the amount lent equals all repayments and fees (National
 * Credit Regulations 2010, reg 100: n × r × 100 %).
 * @returns null if the loan is invalid, or fees consume it
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
  const feesAreValid = [feeAtStart, monthlyFee].every((fee) => Number.isFinite(fee) && fee >= 0);
  if (!feesAreValid || !(loan > 0) || !(termYears > 0)) return null;
  const perYear = COMPARISON_PAYMENTS_PER_YEAR[frequency];
  const periods = repaymentCount(termYears, perYear);
  const principal = loan + (capitaliseFee ? feeAtStart : 0);
  const payment = instalment({ principal, rate: interestRate / 100 / perYear, periods, balloon });
  const received = loan - (capitaliseFee ? 0 : feeAtStart);
  if (payment === null || !(received > 0)) return null;
  const eachPeriod = payment + (monthlyFee * MONTHS_PER_YEAR) / perYear;
  const valueAt = (rate: number) =>
    eachPeriod * annuityFactor(rate, periods) + balloon * discount(rate, periods);
  const rate = solveDecreasing(valueAt, received);
  return rate === null ? null : rate * perYear * 100;
}

/** @returns the rate per period, at least 0, at which a decreasing function reaches `target`; null if it never does */
function solveDecreasing(valueAt: (rate: number) => number, target: number): number | null {
  if (valueAt(0) <= target) return 0;
  let low = 0;
  let high = 1 / 1024;
  while (valueAt(high) > target) {
    low = high;
    high *= 2;
    if (high > MAX_RATE_PER_PERIOD) return null;
  }
  for (let step = 0; step < BISECTIONS && high - low > 0; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (valueAt(middle) > target) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
