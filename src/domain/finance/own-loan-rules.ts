import type { FinanceConfig } from '#src/config/sections/finance.ts';
import { centsToDollars } from '../money.ts';
import type { FinanceSite } from './advertised-repayment.ts';
import { LARGEST_PRICE } from './calculator.ts';
import { showsFinance } from './lender-eligibility.ts';
import type { OwnLoanRules } from './own-loan.ts';
import { feesAtStart } from './repayment.ts';
import { siteCalculator, siteFees, siteTerms } from './site-lender.ts';

/** Great credit has the site's rate, poor credit the highest of the calculator, decent credit the middle of both. */
function ratesOf(finance: FinanceConfig): OwnLoanRules['rates'] {
  const { rate, isRateFixed } = siteCalculator(finance);
  const lowest = finance.interestRate;
  const highest = isRateFixed ? lowest : Math.max(lowest, rate.max);
  return { GREAT: lowest, DECENT: Math.round((lowest + highest) * 50) / 100, POOR: highest };
}

/** @returns null where the site shows no repayments */
export function ownLoanRules(site: Pick<FinanceSite, 'finance' | 'manufacturer'>): OwnLoanRules | null {
  const { finance } = site;
  if (finance.comparisonRate === null || !showsFinance(site, undefined)) return null;
  const { smallestAmount } = siteCalculator(finance);
  const fees = siteFees(finance);
  const { capitaliseFee, monthlyFee } = fees;
  return {
    rates: ratesOf(finance),
    comparisonRate: finance.comparisonRate,
    terms: siteTerms(finance),
    largestDeposit: LARGEST_PRICE,
    smallestLoan: centsToDollars(smallestAmount),
    // One sum: no figure of these terms names its fees, and every page carries them.
    fees: { establishmentFee: feesAtStart(fees), capitaliseFee, monthlyFee },
  };
}
