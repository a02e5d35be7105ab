import type { FinanceConfig } from '#src/config/sections/finance.ts';
import type { Clock } from '../clock.ts';
import type { Cents } from '../money.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';

/** The repayment a vehicle is advertised with; never without its comparison rate. Rates in per cent a year. */
export type AdvertisedRepayment = {
  weeklyCents: Cents;
  interestRate: number;
  comparisonRate: number;
  termYears: number;
  /** How the figure came about (decision 20). */
  source: 'broker' | 'lender' | 'computed';
};

/** @returns null where no repayment may be shown (FIN-09, decision 20). */
export function advertisedRepayment(
  _vehicle: Vehicle,
  _finance: FinanceConfig,
  _clock: Clock,
): AdvertisedRepayment | null {
  return null;
}
