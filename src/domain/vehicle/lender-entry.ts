import * as v from 'valibot';
import { CentsSchema, longText, opt, positive, text } from './field-schemas.ts';

/** `term5`: the weekly repayment if the loan runs for 5 years (decision 38). */
export const TERM_FIELDS = ['term1', 'term2', 'term3', 'term4', 'term5', 'term6', 'term7'] as const;
export type TermField = (typeof TERM_FIELDS)[number];

/** Consumer credit may not cost more than 48 per cent a year. */
const rate = v.pipe(v.number(), v.minValue(0), v.maxValue(48));
const longest = (most: number) => v.pipe(positive, v.maxValue(most));

/** FIN-15: what a lender says of one vehicle. Rates in per cent a year, money in cents. */
export const LenderEntrySchema = v.strictObject({
  interestRate: v.nullish(rate),
  comparisonRate: v.nullish(rate),
  paymentWeek: opt(CentsSchema),
  paymentMonth: opt(CentsSchema),
  ...v.entriesFromList(TERM_FIELDS, opt(CentsSchema)),
  /** The length of the loan, in any of three units. */
  termYears: opt(longest(30)),
  termMonths: opt(longest(360)),
  termWeeks: opt(longest(1566)),
  balloon: opt(CentsSchema),
  deposit: opt(CentsSchema),
  establishmentFees: opt(CentsSchema),
  totalPayable: opt(CentsSchema),
  /** Who lends; a broker's entry names one of its panel. */
  financeProvider: opt(text),
  disclaimer: opt(longText),
  /** Part of it cannot be read, so that no repayment of this lender is shown for the vehicle. */
  isUnreadable: opt(v.literal(true)),
});

export type LenderEntry = v.InferOutput<typeof LenderEntrySchema>;

const MONTHS_PER_YEAR = 12;
const WEEKS_PER_YEAR = 52;
/** 261 weeks are five years too. */
const SAME_TERM_YEARS = 0.1;

/** The length of the loan in years, in half years where weeks are meant; undefined where the entry states none. */
export function entryTermYears({ termYears, termMonths, termWeeks }: LenderEntry): number | undefined {
  if (termYears) return termYears;
  if (termMonths) return termMonths / MONTHS_PER_YEAR;
  return termWeeks ? Math.round((termWeeks / WEEKS_PER_YEAR) * MONTHS_PER_YEAR) / MONTHS_PER_YEAR : undefined;
}

/** Whether years, months and weeks, as far as they are stated, are one length. */
export function termsAgree({ termYears, termMonths, termWeeks }: LenderEntry): boolean {
  const stated = [
    termYears,
    termMonths && termMonths / MONTHS_PER_YEAR,
    termWeeks && termWeeks / WEEKS_PER_YEAR,
  ].filter((years): years is number => !!years);
  return Math.max(...stated) - Math.min(...stated) <= SAME_TERM_YEARS || stated.length === 0;
}

/**
 * The weekly repayment the entry states: `paymentWeek`, else that of `term{N}` for its own term (decision 38).
 * @param siteYears the site's term, where the entry states none
 */
export function statedWeek(entry: LenderEntry, siteYears: number): number | undefined {
  const own = TERM_FIELDS.find((field) => field === `term${entryTermYears(entry) ?? siteYears}`);
  return entry.paymentWeek ?? (own && entry[own]);
}
