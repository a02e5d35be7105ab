import {
  type Cents,
  formatCents,
  formatWholeDollars,
  wholeDollars,
} from '#src/platform/number/number-format.ts';
import type { AdvertisedRepayment } from './advertised-repayment.ts';

/** FIN-06, decision 10: figures up to this are not displayed. */
export const MIN_DISPLAYED_WEEKLY: Cents = 2500;

/** FIN-06: replaces a figure that is too small to be displayed. */
export const ENQUIRE = 'Enquire for Finance';

export type RepaymentDisplay =
  | {
      kind: 'amount';
      /** `$128 / week` */
      amountText: string;
      /** `7.49% p.a. interest rate`; displayed with the amount and the comparison rate, in the same size. */
      rateText: string;
      /** `8.32% p.a. comparison rate` */
      comparisonText: string;
      /** `over 5 years, after $6,000 deposit, $12,000 final payment`; zero amounts are omitted. */
      termText: string;
      /** `$12,000 final payment`; of those that `termText` states. */
      finalPaymentText?: string;
    }
  | { kind: 'enquire'; text: typeof ENQUIRE };

/** Displayed in the same size and weight. */
export const figureTexts = (figure: RepaymentDisplay): string[] =>
  figure.kind === 'enquire' ? [figure.text] : [figure.amountText, figure.rateText, figure.comparisonText];

export const NO_REPAYMENT: RepaymentDisplay = { kind: 'enquire', text: ENQUIRE };

export const percent = (rate: number) => `${rate.toFixed(2)}% p.a.`;

export const years = (term: number) => `${Number(term.toFixed(1))} ${term === 1 ? 'year' : 'years'}`;

/** `$2,000 deposit`, `no deposit` */
export const depositText = (deposit: Cents): string =>
  deposit > 0 ? `${formatWholeDollars(deposit)} deposit` : 'no deposit';

function finalPaymentOf({ balloonCents = 0, statesFinalPayment }: AdvertisedRepayment): string | undefined {
  return balloonCents > 0 || statesFinalPayment ? `${formatCents(balloonCents)} final payment` : undefined;
}

function termText(repayment: AdvertisedRepayment): string {
  const { termYears, depositCents = 0 } = repayment;
  const texts = [
    `over ${years(termYears)}`,
    depositCents > 0 ? `after ${depositText(depositCents)}` : '',
    finalPaymentOf(repayment),
  ];
  return texts.filter(Boolean).join(', ');
}

/**
 * The weekly figure as displayed on cards, in whole dollars, by which a weekly budget filters; null if none is
 * displayed.
 */
export const displayedWeekly = ({ weeklyCents }: Pick<AdvertisedRepayment, 'weeklyCents'>): number | null =>
  weeklyCents > MIN_DISPLAYED_WEEKLY ? wholeDollars(weeklyCents) : null;

/** FIN-05: the texts of a repayment for card, page and sticky bar, in whole dollars per week. */
export function repaymentDisplay(repayment: AdvertisedRepayment): RepaymentDisplay {
  if (repayment.weeklyCents <= MIN_DISPLAYED_WEEKLY) return NO_REPAYMENT;
  const finalPaymentText = finalPaymentOf(repayment);
  return {
    kind: 'amount',
    amountText: `${formatWholeDollars(repayment.weeklyCents)} / week`,
    rateText: `${percent(repayment.interestRate)} interest rate`,
    comparisonText: `${percent(repayment.comparisonRate)} comparison rate`,
    termText: termText(repayment),
    ...(finalPaymentText !== undefined && { finalPaymentText }),
  };
}

export const ORIGINS = {
  broker: "as quoted by the site's finance broker",
  lender: "from the lender's figures for this vehicle",
  computed: 'worked out from the price shown, fees included',
} as const;

/** FIN-227: why the rate of a vehicle may differ from that of another; null for the one rate that the site advertises. */
export const RATE_REASONS: Readonly<Record<AdvertisedRepayment['source'], string | null>> = {
  broker: 'Quoted for this vehicle',
  lender: 'Lender’s rate for this vehicle',
  computed: null,
};

/** Beside the figure itself: `Estimate worked out from the price shown, fees included.` */
export const originText = (source: AdvertisedRepayment['source']): string => `Estimate ${ORIGINS[source]}.`;

/** FIN-229: of a figure that a broker's quote may replace while the page is open. */
export const quotableText = (source: AdvertisedRepayment['source']): string =>
  `${originText(source)} A quote from our finance broker, if there is one, takes its place.`;

/** FIN-10: one sentence about the source of a figure; null without one. */
export const basisText = (display: RepaymentDisplay, source: AdvertisedRepayment['source']): string | null =>
  display.kind === 'amount'
    ? `Estimate of ${display.amountText} ${display.termText}, at ${display.rateText} and ${display.comparisonText}, ${ORIGINS[source]}.`
    : null;
