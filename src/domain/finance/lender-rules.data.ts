import type { FinanceProvider } from '#src/config/sections/finance.ts';
import type { Cents } from '../money.ts';

/** When a lender's repayment may be shown, beyond what holds for every lender (FIN-09). */
export type LenderRule = {
  /** The price must lie above this; null asks nothing of the price. */
  priceAbove: Cents | null;
  /** The build year must lie above this year less so many; null asks nothing of the age. */
  yearsOld: number | null;
  /** The figure the lender itself must have given. */
  needsPayment: 'week' | 'month' | null;
  /** FIN-05: its loans have no final payment, and say so. */
  hasNoFinalPayment?: true;
};

const PRICE_FLOOR: Cents = 50_000;

const WEEKLY: LenderRule = { priceAbove: PRICE_FLOOR, yearsOld: null, needsPayment: 'week' };
const STATUS_ONLY: LenderRule = { priceAbove: null, yearsOld: null, needsPayment: null };

/** One row per lender. Availability and both rates are asked of all of them, see lender-eligibility.ts. */
export const LENDER_RULES: Record<FinanceProvider, LenderRule> = {
  Taurus: { priceAbove: PRICE_FLOOR, yearsOld: 12, needsPayment: null },
  Powertorque: WEEKLY,
  AusLoans: STATUS_ONLY,
  Angle: { ...WEEKLY, hasNoFinalPayment: true },
  '360 Finance': STATUS_ONLY,
  'Nissan Finance': { priceAbove: PRICE_FLOOR, yearsOld: null, needsPayment: 'month' },
  Manual: WEEKLY,
  // No rule is known for it: the Manual one stands in (decision 25).
  'Car Clarity': WEEKLY,
};
