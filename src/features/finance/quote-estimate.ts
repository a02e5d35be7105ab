import {
  type Cents,
  centsToDollars,
  clamp,
  dollarsToCents,
  formatWholeDollars,
} from '#src/platform/number/number-format.ts';
import { groupedNumber, wholeDigits } from '#src/platform/number/typed-number.ts';
import { type DollarQuote, QUOTE_DEPOSIT_PERCENT, QUOTE_TERM, quotedRepayment } from './broker-quote.ts';
import { COMPARISON_LOAN, type CreditScore, DEFAULT_CREDIT_SCORE, isCreditScore } from './loan/repayment.ts';
import { percent, type RepaymentDisplay, repaymentDisplay } from './repayment-display.ts';

/** FIN-02, decision 8: dollars. */
export const QUOTE_AMOUNT = { min: 10_000, max: 200_000, start: 30_000 } as const;
/** FIN-03: after the last change. */
export const QUOTE_DEBOUNCE_MS = 500;
/** FIN-17: in per cent per year, until there is a quote. */
export const QUOTE_START_RATE = 10;
/** Decision 18: only for the display of the quick quote. */
const WEEKS_PER_MONTH = 4.33;

/** Increment after any change of the wording below. */
export const QUOTE_WORDING = 'quick-quote-2';
const DEPOSIT_NOTE = `${QUOTE_DEPOSIT_PERCENT.toFixed(1)}% deposit`;
/** FIN-10: the basis of the quick quote's comparison rate. */
const QUICK_FORM_BASIS =
  'Comparison rate based on a secured consumer loan of $30,000 over 5 years, with a 10% deposit and a 30% final payment.';
export const QUICK_FORM_BALLOON: Cents = COMPARISON_LOAN * 0.3;
/** National Credit Code, section 166. */
const WARNING =
  'WARNING: This comparison rate is true only for the example given and may not include all fees and charges. Different terms, fees or other loan amounts might result in a different comparison rate.';

export const QUOTE_BASIS = `The estimate assumes a ${DEPOSIT_NOTE}. ${QUICK_FORM_BASIS} ${WARNING}`;

/** In dollars and years. */
export type QuotedLoan = {
  purchasePrice: number;
  loanTerm: number;
  selfAssessedCreditScore: CreditScore;
};

const rangeText = `${groupedNumber(String(QUOTE_AMOUNT.min))} to $${groupedNumber(String(QUOTE_AMOUNT.max))}`;
/** Decision 8: displayed when an amount was clamped. */
export const AMOUNT_RANGE_MESSAGE = `A quick quote is for $${rangeText}.`;

/** FIN-235: whether a price is below what the service quotes for; its least amount would be more than the vehicle costs. */
export const isBelowQuotes = (price: Cents | null | undefined): boolean =>
  price != null && price < dollarsToCents(QUOTE_AMOUNT.min);

/** FIN-235. */
export const belowQuotesMessage = (noun: string): string =>
  `A quick quote is for $${rangeText}, and this ${noun} costs less, so there is none for it. Ask us about finance instead.`;

/** The amount, clamped; undefined without digits. */
export function clampedAmount(text: string): number | undefined {
  const digits = wholeDigits(text) ?? text.replace(/\D/g, '');
  return digits === '' ? undefined : clamp(Number(digits), QUOTE_AMOUNT);
}

/** Whole years, clamped; undefined if not a number. */
export function clampedTerm(text: string): number | undefined {
  const years = Math.round(Number(text));
  return text.trim() === '' || !Number.isFinite(years) ? undefined : clamp(years, QUOTE_TERM);
}

/** Parses typed or linked values, with defaults for missing or invalid ones. */
export function readLoan(texts: Readonly<Record<string, string | undefined>>): QuotedLoan {
  const score = texts.selfAssessedCreditScore;
  return {
    purchasePrice: clampedAmount(texts.purchasePrice ?? '') ?? QUOTE_AMOUNT.start,
    loanTerm: clampedTerm(texts.loanTerm ?? '') ?? QUOTE_TERM.start,
    selfAssessedCreditScore: isCreditScore(score) ? score : DEFAULT_CREDIT_SCORE,
  };
}

/** FIN-05. */
export const monthOfQuote = (weekly: Cents): Cents => Math.round(weekly * WEEKS_PER_MONTH);

export type QuoteDisplay = RepaymentDisplay & {
  /** `$568 / month`; undefined without a weekly amount. */
  monthText?: string;
};

/** FIN-02: the texts of an estimate, for form, page and lead. */
export function quoteDisplay(quote: DollarQuote, { purchasePrice, loanTerm }: QuotedLoan): QuoteDisplay {
  const display = repaymentDisplay(quotedRepayment(quote, dollarsToCents(purchasePrice), loanTerm));
  if (display.kind === 'enquire') return display;
  const month = monthOfQuote(dollarsToCents(quote.weeklyRepaymentAmount));
  return { ...display, monthText: `${formatWholeDollars(month)} / month` };
}

/** For the lead and for screen readers. */
export const quoteSummary = (display: QuoteDisplay): string =>
  display.kind === 'enquire'
    ? display.text
    : [display.amountText, display.monthText, display.rateText, display.comparisonText, display.termText]
        .filter(Boolean)
        .join(', ');

/** The estimate as stored in the lead, with the version of its wording; empty without one. */
export const shownEstimate = (estimate: QuoteDisplay | string | null): string =>
  estimate === null || typeof estimate === 'string' ? '' : `${quoteSummary(estimate)} (${QUOTE_WORDING})`;

/** FIN-17: the rates displayed before the broker's quote. */
export const startRates = (comparisonRate: number) => ({
  rateText: `${percent(QUOTE_START_RATE)} interest rate`,
  comparisonText: `${percent(comparisonRate)} comparison rate`,
});

/** A car's price as the form's initial amount, in dollars. */
export const amountOfPrice = (price: Cents | null | undefined): string | undefined =>
  price ? String(Math.round(centsToDollars(price))) : undefined;
