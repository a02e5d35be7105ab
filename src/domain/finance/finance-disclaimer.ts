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

/** How the repayment came about, then the lender's own words, else the dealer's comparison-rate basis and warning. */
export function financeDisclaimer(
  repayment: AdvertisedRepayment,
  vehicle: Pick<Vehicle, 'finance_lenders'>,
  finance: FinanceConfig,
): string {
  const display = repaymentDisplay(repayment);
  const words =
    (repayment.source === 'lender' && vehicle.finance_lenders[finance.provider]?.disclaimer) ||
    finance.disclaimer;
  if (display.kind === 'enquire') return words;
  const { amountText, termText } = display;
  return `Estimate of ${amountText} ${termText}, ${ORIGINS[repayment.source]}. ${words}`;
}
