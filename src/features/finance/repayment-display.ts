import {
  type Cents,
  formatCents,
  formatWholeDollars,
  wholeDollars,
} from '#src/platform/number/number-format.ts';
import type { AdvertisedRepayment } from './advertised-repayment.ts';

/** At or below this a weekly figure says nothing useful (FIN-06, decision 10). */
export const SMALLEST_SHOWN_WEEKLY: Cents = 2500;

/** In place of a figure that is too small to be shown (FIN-06). */
export const ENQUIRE = 'Enquire for Finance';

export type RepaymentDisplay =
  | {
      kind: 'amount';
      /** `$128 / week` */
      amountText: string;
      /** `7.49% p.a. interest rate`; shown with the amount and the comparison rate, all in one size. */
      rateText: string;
      /** `8.32% p.a. comparison rate` */
      comparisonText: string;
      /** `over 5 years, after $6,000 deposit, $12,000 final payment`, the amounts only on request. */
      termText: string;
    }
  | { kind: 'enquire'; text: typeof ENQUIRE };

/** What the amount, the interest rate and the comparison rate of a figure say, in one size and weight. */
export const figureTexts = (figure: RepaymentDisplay): string[] =>
  figure.kind === 'enquire' ? [figure.text] : [figure.amountText, figure.rateText, figure.comparisonText];

export const NO_REPAYMENT: RepaymentDisplay = { kind: 'enquire', text: ENQUIRE };

export const percent = (rate: number) => `${rate.toFixed(2)}% p.a.`;

export const years = (term: number) => `${Number(term.toFixed(1))} ${term === 1 ? 'year' : 'years'}`;

/** `$2,000 deposit`, `no deposit` */
export const depositText = (deposit: Cents): string =>
  deposit > 0 ? `${formatCents(deposit)} deposit` : 'no deposit';

function termText(repayment: AdvertisedRepayment): string {
  const { termYears, depositCents = 0, balloonCents = 0, statesFinalPayment } = repayment;
  const texts = [
    `over ${years(termYears)}`,
    depositCents > 0 ? `after ${formatCents(depositCents)} deposit` : '',
    balloonCents > 0 || statesFinalPayment ? `${formatCents(balloonCents)} final payment` : '',
  ];
  return texts.filter(Boolean).join(', ');
}

/** The weekly figure as cards show it, whole dollars, which a weekly budget filters by; null where none is shown. */
export const shownWeekly = ({ weeklyCents }: Pick<AdvertisedRepayment, 'weeklyCents'>): number | null =>
  weeklyCents > SMALLEST_SHOWN_WEEKLY ? wholeDollars(weeklyCents) : null;

/** Texts of a repayment, the same on card, page and sticky bar. Whole dollars a week (FIN-05). */
export function repaymentDisplay(repayment: AdvertisedRepayment): RepaymentDisplay {
  if (repayment.weeklyCents <= SMALLEST_SHOWN_WEEKLY) return NO_REPAYMENT;
  return {
    kind: 'amount',
    amountText: `${formatWholeDollars(repayment.weeklyCents)} / week`,
    rateText: `${percent(repayment.interestRate)} interest rate`,
    comparisonText: `${percent(repayment.comparisonRate)} comparison rate`,
    termText: termText(repayment),
  };
}

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
