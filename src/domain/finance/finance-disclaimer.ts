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
  /** How the repayment came about, one sentence; null where no figure is shown. */
  basis: string | null;
  /** Where the lender's figures are shown: its own words, as long as they are. */
  lenderWords: string | null;
  /** The comparison-rate warning the law wants, always in full. */
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
