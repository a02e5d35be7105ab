import type { FinanceConfig } from '#src/config/sections/finance.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';
import type { AdvertisedRepayment } from './advertised-repayment.ts';
import { repaymentDisplay } from './repayment-display.ts';

/** FIN-10: shown before Show More. */
export const FINANCE_PREVIEW_CHARACTERS = 197;

const ORIGINS = {
  broker: "as quoted by the site's finance broker",
  lender: "from the lender's figures for this vehicle",
  computed: 'worked out from the price shown, fees included',
} as const;

export type FinanceDisclaimer = {
  /** The source of the repayment, one sentence; null if no figure is shown. */
  basis: string | null;
  /** The lender's own words, in full, if its figures are shown. */
  lenderWords: string | null;
  /** The comparison-rate warning the law requires, always in full. */
  warning: string;
};

export function financeDisclaimer(
  repayment: AdvertisedRepayment,
  vehicle: Pick<Vehicle, 'finance_lenders'>,
  finance: FinanceConfig,
): FinanceDisclaimer {
  const display = repaymentDisplay(repayment);
  const lender =
    repayment.source === 'lender' ? vehicle.finance_lenders[finance.provider]?.disclaimer : undefined;
  const basis =
    display.kind === 'amount'
      ? `Estimate of ${display.amountText} ${display.termText}, ${ORIGINS[repayment.source]}.`
      : null;
  return { basis, lenderWords: lender ?? null, warning: finance.disclaimer };
}
