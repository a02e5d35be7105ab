import type { FinanceProvider } from '#src/config/sections/finance/finance-section.ts';

/** What each lender's entries have beside rates and terms, as parts of the price; other fields follow from these. */
export const LENDER_FORMS: Readonly<
  Record<FinanceProvider, { deposit?: number; balloon?: readonly number[]; terms?: readonly number[] }>
> = {
  Taurus: { deposit: 0.1 },
  Powertorque: { deposit: 0.1, balloon: [0, 0.3] },
  AusLoans: {},
  Angle: { balloon: [0, 0, 0.25] },
  '360 Finance': {},
  'Nissan Finance': { balloon: [0, 0.35] },
  Manual: { terms: [3, 4, 6, 7] },
  'Car Clarity': {},
};

export const LENDER_WORDS: Readonly<Partial<Record<FinanceProvider, string>>> = {
  Angle:
    'Repayments are an example for this vehicle and not an offer. The lender decides after it has looked at your income, what you spend and what you owe. The final payment, if there is one, is due with the last repayment: pay it, refinance it, or sell the vehicle to pay it. Fees for late payment and for paying early may apply.',
  'Nissan Finance':
    'Repayments are an example for approved buyers who use the vehicle privately, and change with the deposit and the kilometres chosen. The lender decides after it has looked at your income, what you spend and what you owe. Fees for late payment may apply.',
};

/** Lenders of the demo's panel. */
export const LENDER_PANEL = ['Bluewattle Credit', 'Harbourlight Lending', 'Two Rivers Mutual'];
