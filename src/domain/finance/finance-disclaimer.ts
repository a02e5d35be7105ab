import type { FinanceConfig } from '#src/config/sections/finance.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';
import type { AdvertisedRepayment } from './advertised-repayment.ts';
import { basisText, ORIGINS } from './basis-text.ts';
import { LENDERS } from './lenders.data.ts';
import { percent, repaymentDisplay } from './repayment-display.ts';

/** What every advertised comparison rate is stated for (decision 21). */
export const COMPARISON_BASIS = 'Comparison rate based on a 5-year secured consumer loan of $30,000.';

/** A dealer's own words about the basis come first. */
const STATES_BASIS = /\bbas(?:ed|is)\b/i;

export type FinanceDisclaimer = {
  /** The source of the repayment, one sentence; null if no figure is shown. */
  basis: string | null;
  /** The lender's own words, in full: those of the vehicle's entry, else those it has for every loan. */
  lenderWords: string | null;
  /** The comparison-rate warning the law requires, always in full. */
  warning: string;
  /** A site's example for used vehicles; null elsewhere. */
  example: string | null;
};

/** Rates of the example, with its terms. */
export const usedExample = ({ usedExample: example }: FinanceConfig): string | null =>
  example
    ? `Example for used vehicles: ${percent(example.interestRate)} interest rate, ${percent(example.comparisonRate)} comparison rate, over 5 years with no deposit.`
    : null;

const warningOf = ({ disclaimer }: FinanceConfig): string =>
  STATES_BASIS.test(disclaimer) ? disclaimer : `${COMPARISON_BASIS} ${disclaimer}`;

/** What holds for the repayments of any vehicle, for a page without one. */
export const siteDisclaimer = (finance: FinanceConfig): FinanceDisclaimer => ({
  basis: null,
  lenderWords: LENDERS[finance.provider].disclaimer,
  warning: warningOf(finance),
  example: usedExample(finance),
});

export function financeDisclaimer(
  repayment: AdvertisedRepayment,
  vehicle: Pick<Vehicle, 'finance_lenders' | 'car_type'>,
  finance: FinanceConfig,
): FinanceDisclaimer {
  const display = repaymentDisplay(repayment);
  const { provider } = finance;
  const ofEntry = repayment.source === 'lender' ? vehicle.finance_lenders[provider]?.disclaimer : undefined;
  const ofLender = repayment.source === 'broker' ? null : LENDERS[provider].disclaimer;
  return {
    basis: basisText(display, repayment.source),
    lenderWords: ofEntry ?? ofLender,
    warning: warningOf(finance),
    example: vehicle.car_type === 'used' ? usedExample(finance) : null,
  };
}

/** For a vehicle whose only figure is a broker's quote that has yet to arrive. */
export const quotedDisclaimer = (finance: FinanceConfig): FinanceDisclaimer => ({
  basis: `A figure is ${ORIGINS.broker}.`,
  lenderWords: null,
  warning: warningOf(finance),
  example: null,
});
