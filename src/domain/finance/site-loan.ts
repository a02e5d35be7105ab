import type { FinanceConfig } from '#src/config/sections/finance.ts';
import { type Cents, dollarsToCents } from '../money.ts';
import { LENDER_RULES } from './lender-rules.data.ts';
import type { LoanTerms } from './repayment.ts';

/** The loan a site advertises for a price: its own rate, term, deposit, residual and fees, fees borrowed too. */
export function siteLoan(price: Cents, finance: FinanceConfig): LoanTerms {
  const share = (percent: number) => Math.round((price * percent) / 100);
  return {
    price,
    deposit: share(finance.depositPercent),
    balloon: LENDER_RULES[finance.provider].hasNoFinalPayment ? 0 : share(finance.balloonPercent),
    interestRate: finance.interestRate,
    termYears: finance.termYears,
    establishmentFee: dollarsToCents(finance.establishmentFee),
    capitaliseFee: true,
    monthlyFee: dollarsToCents(finance.monthlyFee),
  };
}
