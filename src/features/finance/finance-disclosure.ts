import * as v from 'valibot';
import type { FinanceConfig } from '#src/config/sections/finance/finance-section.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { dollarsToCents } from '#src/platform/number/number-format.ts';
import type { AdvertisedRepayment } from './advertised-repayment.ts';
import { LENDERS } from './lenders.data.ts';
import { type OwnLoanRules, ownFigure, ownTermsText, readOwnTerms } from './loan/own-loan.ts';
import { CREDIT_SCORES } from './loan/repayment.ts';
import { basisText, ORIGINS, percent, repaymentDisplay } from './repayment-display.ts';

/** Decision 21: the basis of every advertised comparison rate. */
export const COMPARISON_BASIS = 'Comparison rate based on a 5-year secured consumer loan of $30,000.';

/** Detects a dealer's own text about the basis, which takes precedence. */
const STATES_BASIS = /\bbas(?:ed|is)\b/i;

export type FinanceDisclaimer = {
  /** One sentence about the source of the repayment; null without a figure. */
  basis: string | null;
  /** The lender's own text, in full: that of the vehicle's entry, else its general one. */
  lenderText: string | null;
  /** The statutory comparison rate warning, always in full. */
  warning: string;
  /** The site's example, for used vehicles. */
  example: string | null;
};

export const usedExample = ({ usedExample: example }: FinanceConfig): string | null =>
  example
    ? `Example for used vehicles: ${percent(example.interestRate)} interest rate, ${percent(example.comparisonRate)} comparison rate, over 5 years with no deposit.`
    : null;

const warningOf = ({ disclaimer }: FinanceConfig): string =>
  STATES_BASIS.test(disclaimer) ? disclaimer : `${COMPARISON_BASIS} ${disclaimer}`;

/** For a page without a vehicle. */
export const siteDisclaimer = (finance: FinanceConfig): FinanceDisclaimer => ({
  basis: null,
  lenderText: LENDERS[finance.provider].disclaimer,
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
    lenderText: ofEntry ?? ofLender,
    warning: warningOf(finance),
    example: vehicle.car_type === 'used' ? usedExample(finance) : null,
  };
}

/** For a vehicle whose only figure is a broker's quote that is not received yet. */
export const quotedDisclaimer = (finance: FinanceConfig): FinanceDisclaimer => ({
  basis: `A figure is ${ORIGINS.broker}.`,
  lenderText: null,
  warning: warningOf(finance),
  example: null,
});

/** The repayment on the shopper's own terms, which the browser displayed instead of the advertised one. */
const OwnFigureShownSchema = v.object({
  deposit_cents: v.number(),
  term_years: v.number(),
  credit: v.picklist(CREDIT_SCORES),
  /** As displayed on the page. */
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
  /** As displayed on the page. */
  text: v.string(),
  /** Version of the disclaimer. */
  wording: v.string(),
  own: v.optional(OwnFigureShownSchema),
});
export type FinanceShown = v.InferOutput<typeof FinanceShownSchema>;

/** @returns null if the page displays "Enquire for Finance" instead of a figure */
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
 * ends early never separates its rates.
 */
export const financeWording = ({ lenderText, example, warning }: FinanceDisclaimer): string[] =>
  [lenderText, warning, example].filter((words) => words !== null);

/** FIN-227: beneath cards, whose rates may differ. */
const RATES_DIFFER =
  'A rate depends on the vehicle’s age, on its lender and on your credit, so it can differ from one vehicle to the next.';

/** The wording of a site beneath its cards. */
export const cardsWording = (finance: FinanceConfig): string =>
  `* ${[RATES_DIFFER, ...financeWording(siteDisclaimer(finance))].join(' ')}`;
