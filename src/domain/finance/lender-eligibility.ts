import type { FinanceConfig } from '#src/config/sections/finance.ts';
import type { Cents } from '../money.ts';
import type { LenderEntry } from '../vehicle/lender-entry.ts';
import { LENDERS } from './lenders.data.ts';

/** Makes whose franchise sites show no finance (FIN-09). */
const MAKES_WITHOUT_FINANCE = ['suzuki'];

export type FinancedVehicle = {
  available: boolean;
  year: number;
  price: Cents | null;
  dealership: string | undefined;
};

/** Whether a site shows repayments for this dealership's vehicles, for any lender. */
export function showsFinance(
  site: { finance: FinanceConfig; manufacturer?: string | undefined },
  dealership: string | undefined,
): boolean {
  const { showRepayments, hiddenDealerships, provider, carClarityRule } = site.finance;
  if (!showRepayments || MAKES_WITHOUT_FINANCE.includes(site.manufacturer?.toLowerCase() ?? '')) return false;
  if (provider === 'Car Clarity' && carClarityRule === 'hidden') return false;
  return dealership === undefined || !hiddenDealerships.includes(dealership);
}

/**
 * FIN-09: whether this lender's figures for this vehicle may be shown.
 * @param currentYear of the dealer's time zone
 */
export function isEligible(
  provider: FinanceConfig['provider'],
  entry: LenderEntry,
  vehicle: FinancedVehicle,
  currentYear: number,
): boolean {
  const { priceAbove, yearsOld, needsPayment } = LENDERS[provider].eligibility;
  if (!vehicle.available || entry.isUnreadable || !hasRates(entry)) return false;
  if (priceAbove !== null && (vehicle.price === null || vehicle.price <= priceAbove)) return false;
  if (yearsOld !== null && vehicle.year <= currentYear - yearsOld) return false;
  if (needsPayment === 'week') return isPayment(entry.paymentWeek);
  if (needsPayment === 'month') return isPayment(entry.paymentMonth);
  return true;
}

type Rates = { interestRate: number; comparisonRate: number };

/** Both rates are known. A feed's comparison rate of 0 beside a real interest rate is a gap, not a rate. */
export const hasRates = <E extends Partial<Record<keyof Rates, number | null | undefined>>>(
  entry: E,
): entry is E & Rates =>
  entry.interestRate != null &&
  entry.comparisonRate != null &&
  (entry.comparisonRate > 0 || entry.interestRate === 0);

export const isPayment = (payment: Cents | undefined): payment is Cents =>
  payment !== undefined && payment > 0;
