import type { AdvertisedRepayment } from './advertised-repayment.ts';
import type { RepaymentDisplay } from './repayment-display.ts';

export const ORIGINS = {
  broker: "as quoted by the site's finance broker",
  lender: "from the lender's figures for this vehicle",
  computed: 'worked out from the price shown, fees included',
} as const;

/** FIN-10: how a figure came about, one sentence; null if no figure is shown. */
export const basisText = (display: RepaymentDisplay, source: AdvertisedRepayment['source']): string | null =>
  display.kind === 'amount'
    ? `Estimate of ${display.amountText} ${display.termText}, at ${display.rateText} and ${display.comparisonText}, ${ORIGINS[source]}.`
    : null;
