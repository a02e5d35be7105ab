import {
  depositText,
  MIN_DISPLAYED_WEEKLY,
  NO_REPAYMENT,
  percent,
  type RepaymentDisplay,
  years,
} from '#src/features/finance/repayment-display.ts';
import {
  dollarsToCents,
  formatCents,
  formatWholeDollars,
  wholeDollars,
} from '#src/platform/number/number-format.ts';
import { type LoanFees, loanOf, ownComparisonRate } from './calculator-inputs.ts';
import { type CreditScore, isCreditScore, weeklyRepayment } from './repayment.ts';

/** The shopper's terms for all figures. */
export type OwnTerms = {
  /** Deposit or trade-in, dollars. */
  deposit: number;
  termYears: number;
  band: CreditScore;
};

/** Rules of a site's lender, for any price. */
export type OwnLoanRules = {
  /** Interest rate by band, in per cent per year. */
  rates: Readonly<Record<CreditScore, number>>;
  /** The advertised one, of the rate for great credit. */
  comparisonRate: number;
  /** Available terms in years. */
  terms: readonly number[];
  largestDeposit: number;
  /** Dollars. */
  smallestLoan: number;
  fees: LoanFees;
};

/** VDP-293: a vehicle's own rate is that for great credit; the others are as far above it as those of the site. */
export function withVehicleRates(
  rules: OwnLoanRules,
  { interestRate, comparisonRate }: { interestRate: number; comparisonRate: number },
): OwnLoanRules {
  const shifted = (rate: number) => Number((rate + interestRate - rules.rates.GREAT).toFixed(2));
  const { DECENT, POOR } = rules.rates;
  return {
    ...rules,
    comparisonRate,
    rates: { GREAT: interestRate, DECENT: shifted(DECENT), POOR: shifted(POOR) },
  };
}

/** `$395 at the start and $8 a month`; empty without fees. Amounts in cents. */
export const feesText = ({ establishmentFee, monthlyFee }: LoanFees): string =>
  [
    ...(establishmentFee > 0 ? [`${formatCents(establishmentFee)} at the start`] : []),
    ...(monthlyFee > 0 ? [`${formatCents(monthlyFee)} a month`] : []),
  ].join(' and ');

/**
 * Validates stored terms.
 * @returns null if these rules do not allow them
 */
export function readOwnTerms(value: unknown, rules: OwnLoanRules): OwnTerms | null {
  if (typeof value !== 'object' || value === null) return null;
  const { deposit, termYears, band } = value as Record<string, unknown>;
  const isDeposit = typeof deposit === 'number' && deposit >= 0 && deposit <= rules.largestDeposit;
  const isTerm = typeof termYears === 'number' && rules.terms.includes(termYears);
  return isCreditScore(band) && isDeposit && isTerm ? { deposit, termYears, band } : null;
}

const inputsOf = (rules: OwnLoanRules, { deposit, termYears, band }: OwnTerms, price: number) => ({
  purchase_price: price,
  deposit,
  loan_term: termYears,
  interest_rate: rules.rates[band],
  residual: 0,
  frequency: 'weekly' as const,
});

/** Displayed whole dollars per week for a price in dollars; null if nothing is financed or displayed. */
export function ownWeekly(rules: OwnLoanRules, terms: OwnTerms, price: number): number | null {
  if (price - terms.deposit < rules.smallestLoan) return null;
  const cents = weeklyRepayment(loanOf(rules.fees, inputsOf(rules, terms, price)));
  return cents !== null && cents > MIN_DISPLAYED_WEEKLY ? wholeDollars(cents) : null;
}

/** Above any vehicle's price, in dollars. */
const MAX_PRICE = 10_000_000;

/**
 * The highest price in whole dollars whose displayed repayment fits a weekly budget. Cheaper vehicles fit too: their
 * repayment is no larger, or not needed.
 */
export function maxPriceFor(rules: OwnLoanRules, terms: OwnTerms, budget: number): number {
  let fits = 0;
  let exceeds = MAX_PRICE;
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2);
    if ((ownWeekly(rules, terms, middle) ?? 0) <= budget) fits = middle;
    else exceeds = middle;
  }
  return fits;
}

/** `5 years, $2,000 deposit, great credit`. */
export const ownTermsText = ({ deposit, termYears, band }: OwnTerms): string =>
  [years(termYears), depositText(dollarsToCents(deposit)), `${band.toLowerCase()} credit`].join(', ');

/** Replaces a vehicle's advertised repayment. */
export function ownFigure(rules: OwnLoanRules, terms: OwnTerms, price: number): RepaymentDisplay {
  const weekly = ownWeekly(rules, terms, price);
  const loan = loanOf(rules.fees, inputsOf(rules, terms, price));
  const advertised = { interestRate: rules.rates.GREAT, comparisonRate: rules.comparisonRate };
  const comparison = weekly === null ? null : ownComparisonRate(loan, 'weekly', advertised);
  if (weekly === null || comparison === null) return NO_REPAYMENT;
  return {
    kind: 'amount',
    amountText: `${formatWholeDollars(weekly * 100)} / week`,
    termText: `over ${years(terms.termYears)}, ${depositText(dollarsToCents(terms.deposit))}`,
    rateText: `${percent(loan.interestRate)} interest rate`,
    comparisonText: `${percent(comparison)} your comparison rate`,
  };
}

/**
 * Converts a search with a weekly budget to one with a maximum price, which is no higher than the one it has (SRCH-270).
 * @param budget dollars; by default that of the URL
 * @returns undefined without a budget
 */
export function budgetAddress(
  address: URL,
  rules: OwnLoanRules,
  terms: OwnTerms,
  budget?: number,
): string | undefined {
  const [, requested] = (address.searchParams.get('weekly_price') ?? '').split(':');
  const dollars = budget ?? Number(requested || 0);
  if (!(dollars > 0)) return undefined;
  const to = new URL(address);
  const [lowest = '', most = ''] = (to.searchParams.get('price') ?? '').split(':');
  const highest = Math.min(maxPriceFor(rules, terms, dollars), Number(most) || Number.POSITIVE_INFINITY);
  to.searchParams.delete('weekly_price');
  to.searchParams.delete('page');
  // A minimum above the maximum would be an invalid range.
  to.searchParams.set('price', `${Number(lowest) <= highest ? lowest : ''}:${highest}`);
  return to.href;
}
