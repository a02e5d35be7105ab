import * as v from 'valibot';
import type { FinanceConfig } from '#src/config/sections/finance/finance-section.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { dollarsToCents } from '#src/platform/number/number-format.ts';
import type { AdvertisedRepayment } from './advertised-repayment.ts';
import { LENDERS } from './lenders.data.ts';
import { CREDIT_SCORES } from './loan/loan.ts';
import { type OwnLoanRules, ownFigure, ownTermsText, readOwnTerms } from './loan/own-loan.ts';
import { basisText, ORIGINS, percent, repaymentDisplay } from './repayment-display.ts';

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
