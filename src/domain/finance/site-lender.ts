import type { FinanceConfig } from '#src/config/sections/finance.ts';
import { type Cents, dollarsToCents } from '../money.ts';
import { LENDERS, type LenderCalculator } from './lenders.data.ts';
import { LOAN_TERMS_YEARS } from './loan-term.ts';
import type { LoanFee, LoanTerms } from './repayment.ts';

/** What a site's calculator allows: its lender's limits, and what the dealer file sets instead. */
export type SiteCalculator = LenderCalculator & {
  /** The terms to choose from, in years; null allows any half year. */
  termYearsList: readonly number[] | null;
  /** FIN-14: a loan may be 105 % of a price above the slider's end. */
  loanUpTo105Percent: boolean;
};

export function siteCalculator({
  provider,
  calculator = {},
  termYearsList,
}: Pick<FinanceConfig, 'provider' | 'calculator' | 'termYearsList'>): SiteCalculator {
  const lender = LENDERS[provider].calculator;
  const { min, max, step } = lender.rate;
  const list = termYearsList ?? null;
  return {
    ...lender,
    rate: {
      min: calculator.lowestRate ?? min,
      max: calculator.highestRate ?? max,
      step: calculator.rateStep ?? step,
    },
    isRateFixed: calculator.rateIsFixed ?? lender.isRateFixed,
    smallestAmount:
      calculator.smallestAmount === undefined
        ? lender.smallestAmount
        : dollarsToCents(calculator.smallestAmount),
    longestTermYears: list ? Math.max(...list) : (calculator.longestTermYears ?? lender.longestTermYears),
    termYearsList: list,
    loanUpTo105Percent: calculator.loanUpTo105Percent ?? false,
  };
}

/** FIN-14: the terms a shopper may choose at a site, years. */
export function siteTerms(finance: Parameters<typeof siteCalculator>[0]): readonly number[] {
  const { termYearsList, longestTermYears } = siteCalculator(finance);
  return termYearsList ?? LOAN_TERMS_YEARS.filter((years) => years <= longestTermYears);
}

/** The site's establishment fee, else its lender's (FIN-08). */
export const siteEstablishmentFee = ({ establishmentFee, provider }: FinanceConfig): Cents =>
  establishmentFee === undefined ? LENDERS[provider].establishmentFee : dollarsToCents(establishmentFee);

const feesOf = (finance: FinanceConfig): LoanFee[] =>
  [
    { label: 'Security registration fee', cents: dollarsToCents(finance.securityRegistrationFee) },
    { label: 'Dealer agency fee', cents: dollarsToCents(finance.dealerAgencyFee) },
  ].filter(({ cents }) => cents > 0);

/** All fees of a site's loans. */
export const siteFees = (
  finance: FinanceConfig,
): Pick<LoanTerms, 'establishmentFee' | 'otherFees' | 'capitaliseFee' | 'monthlyFee'> => ({
  establishmentFee: siteEstablishmentFee(finance),
  otherFees: feesOf(finance),
  capitaliseFee: finance.feesBorrowed,
  monthlyFee: dollarsToCents(finance.monthlyFee),
});
