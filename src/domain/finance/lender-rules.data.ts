import type { FinanceProvider } from '#src/config/sections/finance.ts';
import type { Cents } from '../money.ts';

/** When a lender's repayment may be shown, beyond what holds for every lender (FIN-09). */
export type LenderRule = {
  /** The price must be above this; null sets no limit. */
  priceAbove: Cents | null;
  /** The build year must be above this year less this many years; null sets no limit. */
  yearsOld: number | null;
  /** The figure that must come from the lender itself. */
  needsPayment: 'week' | 'month' | null;
  /** FIN-05: its loans have no final payment, and the display states this. */
  hasNoFinalPayment?: true;
};

const PRICE_FLOOR: Cents = 50_000;

const WEEKLY: LenderRule = { priceAbove: PRICE_FLOOR, yearsOld: null, needsPayment: 'week' };
const STATUS_ONLY: LenderRule = { priceAbove: null, yearsOld: null, needsPayment: null };

/** One row per lender. Availability and both rates are required of all of them, see lender-eligibility.ts. */
export const LENDER_RULES: Record<FinanceProvider, LenderRule> = {
  Taurus: { priceAbove: PRICE_FLOOR, yearsOld: 12, needsPayment: null },
  Powertorque: WEEKLY,
  AusLoans: STATUS_ONLY,
  Angle: { ...WEEKLY, hasNoFinalPayment: true },
  '360 Finance': STATUS_ONLY,
  'Nissan Finance': { priceAbove: PRICE_FLOOR, yearsOld: null, needsPayment: 'month' },
  Manual: WEEKLY,
  // No rule is known for it: the Manual rule applies (decision 25).
  'Car Clarity': WEEKLY,
};
