import { type Cents, formatCents, formatWholeDollars } from '../money.ts';
import type { AdvertisedRepayment } from './advertised-repayment.ts';

/** At or below this a weekly figure says nothing useful (FIN-06, decision 10). */
export const SMALLEST_SHOWN_WEEKLY: Cents = 2500;

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
  | { kind: 'enquire'; text: 'Enquire for Finance' };

export const percent = (rate: number) => `${rate.toFixed(2)}% p.a.`;

export const years = (term: number) => `${Number(term.toFixed(1))} ${term === 1 ? 'year' : 'years'}`;

function termText(repayment: AdvertisedRepayment): string {
  const { termYears, depositCents = 0, balloonCents = 0, statesFinalPayment } = repayment;
  const texts = [
    `over ${years(termYears)}`,
    depositCents > 0 ? `after ${formatCents(depositCents)} deposit` : '',
    balloonCents > 0 || statesFinalPayment ? `${formatCents(balloonCents)} final payment` : '',
  ];
  return texts.filter(Boolean).join(', ');
}

/** Texts of a repayment, the same on card, page and sticky bar. Whole dollars a week (FIN-05). */
export function repaymentDisplay(repayment: AdvertisedRepayment): RepaymentDisplay {
  if (repayment.weeklyCents <= SMALLEST_SHOWN_WEEKLY) return { kind: 'enquire', text: 'Enquire for Finance' };
  return {
    kind: 'amount',
    amountText: `${formatWholeDollars(repayment.weeklyCents)} / week`,
    rateText: `${percent(repayment.interestRate)} interest rate`,
    comparisonText: `${percent(repayment.comparisonRate)} comparison rate`,
    termText: termText(repayment),
  };
}
