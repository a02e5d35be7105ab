import * as v from 'valibot';
import type { FinanceConfig } from '#src/config/sections/finance.ts';
import { dollarsToCents } from '../money.ts';
import type { AdvertisedRepayment } from './advertised-repayment.ts';
import { CREDIT_SCORES } from './credit-score.ts';
import { type FinanceDisclaimer, siteDisclaimer } from './finance-disclaimer.ts';
import { type OwnLoanRules, ownFigure, ownTermsText, readOwnTerms } from './own-loan.ts';
import { repaymentDisplay } from './repayment-display.ts';

/** The repayment for the shopper's own terms, which their browser showed in place of the advertised one. */
const OwnFigureShownSchema = v.object({
  deposit_cents: v.number(),
  term_years: v.number(),
  credit: v.picklist(CREDIT_SCORES),
  /** The figures in the words of the page. */
  text: v.string(),
});

/** The repayment a shopper was shown, as a lead records it. Cents; rates in per cent a year. */
export const FinanceShownSchema = v.object({
  weekly_cents: v.number(),
  interest_rate: v.number(),
  comparison_rate: v.number(),
  term_years: v.number(),
  deposit_cents: v.number(),
  balloon_cents: v.number(),
  source: v.picklist(['broker', 'lender', 'computed']),
  /** The figures in the words of the page. */
  text: v.string(),
  /** The version of the disclaimer beside them. */
  wording: v.string(),
  own: v.optional(OwnFigureShownSchema),
});
export type FinanceShown = v.InferOutput<typeof FinanceShownSchema>;

/** @returns null where the page says "Enquire for Finance" and no figure */
export function financeShown(repayment: AdvertisedRepayment, wording: string): FinanceShown | null {
  const display = repaymentDisplay(repayment);
  if (display.kind === 'enquire') return null;
  return {
    weekly_cents: repayment.weeklyCents,
    interest_rate: repayment.interestRate,
    comparison_rate: repayment.comparisonRate,
    term_years: repayment.termYears,
    deposit_cents: repayment.depositCents ?? 0,
    balloon_cents: repayment.balloonCents ?? 0,
    source: repayment.source,
    text: `${display.amountText} ${display.termText}, ${display.rateText}, ${display.comparisonText}`,
    wording,
  };
}

/**
 * Decision 41: what a browser shows for the terms it has stored.
 * @param stored JSON as the browser sends it; anything these rules do not allow is left out
 * @param price whole dollars
 */
export function ownFigureShown(
  stored: string,
  rules: OwnLoanRules | null,
  price: number | undefined,
): FinanceShown['own'] {
  const terms = rules && readOwnTerms(parsed(stored), rules);
  if (!rules || !terms || price === undefined) return undefined;
  const figure = ownFigure(rules, terms, price);
  const words =
    figure.kind === 'enquire'
      ? `${figure.text}: ${ownTermsText(terms)}`
      : `${figure.amountText} ${figure.termText}, ${terms.band.toLowerCase()} credit, ${figure.rateText}, ${figure.comparisonText}`;
  return {
    deposit_cents: dollarsToCents(terms.deposit),
    term_years: terms.termYears,
    credit: terms.band,
    text: words,
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * The paragraphs of a disclaimer that hold for any figure: the text of a version. The example is last: a preview that
 * ends early never cuts its rates apart.
 */
export const financeWording = ({ lenderWords, example, warning }: FinanceDisclaimer): string[] =>
  [lenderWords, warning, example].filter((words) => words !== null);

/** The wording of a site beneath its cards. */
export const cardsWording = (finance: FinanceConfig): string =>
  `* ${financeWording(siteDisclaimer(finance)).join(' ')}`;
