import type { FinanceProvider } from '#src/config/sections/finance/finance-section.ts';
import type { Cents } from '#src/platform/number/number-format.ts';
import type { Frequency } from './loan/repayment.ts';

/** When a lender's repayment may be shown, beyond what holds for every lender (FIN-09). */
export type LenderRule = {
  /** The price must be above this; null sets no limit. */
  priceAbove: Cents | null;
  /** The build year must be above this year less this many years; null sets no limit. */
  yearsOld: number | null;
  /** The figure that must come from the lender itself. */
  needsPayment: 'week' | 'month' | null;
};

export type Range = { min: number; max: number; step: number };

/** What a calculator of this lender's loans allows (FIN-06, FIN-07, FIN-14). */
export type LenderCalculator = {
  /** Interest rate, per cent a year. */
  rate: Range;
  /** The rate is the site's and cannot be changed. */
  isRateFixed: boolean;
  /** The smallest price and the smallest loan. */
  smallestAmount: Cents;
  longestTermYears: number;
  /** In the order of the choice; the first is chosen at first. */
  frequencies: readonly [Frequency, ...Frequency[]];
};

/** Comparison rates from the lowest to the highest, per cent a year. */
export type ComparisonRange = { lowest: number; highest: number };

export const SUMMARY_FACTS = [
  'term',
  'deposit',
  'establishmentFees',
  'finalPayment',
  'totalPayable',
  'lender',
] as const;
export type SummaryFact = (typeof SUMMARY_FACTS)[number];

/** The layout of a lender's summary card (FIN-11). Both rates are on every card, beside the first figure. */
export type SummaryLayout = {
  heading: string;
  /** Repayments in this order. */
  figures: readonly ('week' | 'month')[];
  /** Listed below the figures, in this order. */
  facts: readonly SummaryFact[];
  /** Stated beside the vehicle's own comparison rate; null where the lender has no range. */
  comparisonRange: ComparisonRange | null;
  note: string | null;
  /** FIN-05: a final payment of $0 is stated too; other lenders state only one that is due. */
  statesNoFinalPayment?: true;
};

export type Lender = {
  eligibility: LenderRule;
  calculator: LenderCalculator;
  /** Charged once at the start, unless the site or the vehicle's entry states another. */
  establishmentFee: Cents;
  summary: SummaryLayout;
  /** What a shopper must know of this lender, besides the comparison-rate warning. */
  disclaimer: string;
};

const PRICE_FLOOR: Cents = 50_000;
const WEEKLY_RULE: LenderRule = { priceAbove: PRICE_FLOOR, yearsOld: null, needsPayment: 'week' };
const STATUS_RULE: LenderRule = { priceAbove: null, yearsOld: null, needsPayment: null };

const RATE_STEP = 0.5;
const rates = (min: number, max: number): Range => ({ min, max, step: RATE_STEP });

/** What most lenders allow. */
const USUAL_CALCULATOR: LenderCalculator = {
  rate: rates(0.5, 15),
  isRateFixed: false,
  smallestAmount: 100_000,
  longestTermYears: 7,
  frequencies: ['weekly', 'fortnightly', 'monthly'],
};

export const COMPARISON_RANGE: ComparisonRange = { lowest: 8.38, highest: 19.42 };

/** One entry per lender. Which lender has which of the document's values is decision 37. */
export const LENDERS: Readonly<Record<FinanceProvider, Lender>> = {
  Taurus: {
    eligibility: { priceAbove: PRICE_FLOOR, yearsOld: 12, needsPayment: null },
    calculator: { ...USUAL_CALCULATOR, rate: rates(7.5, 14.5) },
    establishmentFee: 0,
    summary: {
      heading: 'Your loan with Taurus',
      figures: ['week'],
      facts: ['term', 'deposit', 'establishmentFees', 'totalPayable'],
      comparisonRange: null,
      note: null,
    },
    disclaimer:
      'Taurus lends for vehicles built in the last 12 years. Its credit criteria, fees and charges apply.',
  },
  Powertorque: {
    eligibility: WEEKLY_RULE,
    calculator: { ...USUAL_CALCULATOR, rate: rates(1, 14.5), smallestAmount: 500_000 },
    establishmentFee: 0,
    summary: {
      heading: 'Business finance with Powertorque',
      figures: ['week'],
      facts: ['term', 'deposit', 'finalPayment'],
      comparisonRange: null,
      note: 'For use mainly in business. Ask us for a quote for your business.',
    },
    disclaimer:
      'Powertorque lends to businesses from $5,000. The rates shown are for an example; its credit criteria, fees and charges apply.',
  },
  AusLoans: {
    eligibility: STATUS_RULE,
    calculator: { ...USUAL_CALCULATOR, rate: rates(5.99, 15.99) },
    establishmentFee: 136_050,
    summary: {
      heading: 'Estimate with AusLoans',
      figures: ['week', 'month'],
      facts: ['term', 'establishmentFees'],
      comparisonRange: null,
      note: null,
    },
    disclaimer:
      'AusLoans arranges loans with several lenders. Its establishment fee is part of the amount financed; the lender’s credit criteria apply.',
  },
  Angle: {
    eligibility: WEEKLY_RULE,
    calculator: {
      ...USUAL_CALCULATOR,
      rate: rates(9.95, 19.95),
      longestTermYears: 5,
      frequencies: ['weekly', 'fortnightly'],
    },
    establishmentFee: 0,
    summary: {
      heading: 'Weekly with Angle',
      figures: ['week'],
      facts: ['term', 'finalPayment'],
      comparisonRange: null,
      note: null,
      statesNoFinalPayment: true,
    },
    disclaimer:
      'Angle lends for up to 5 years, repaid by the week or fortnight. The final payment is due with the last repayment; its credit criteria, fees and charges apply.',
  },
  '360 Finance': {
    eligibility: STATUS_RULE,
    calculator: { ...USUAL_CALCULATOR, rate: rates(4, 20) },
    establishmentFee: 130_000,
    summary: {
      heading: 'Estimate with 360 Finance',
      figures: ['week'],
      facts: ['term', 'establishmentFees', 'totalPayable'],
      comparisonRange: COMPARISON_RANGE,
      note: 'Your rate depends on your credit history and the vehicle.',
    },
    disclaimer:
      '360 Finance compares lenders; the rate offered depends on the borrower and the vehicle. The lender’s credit criteria, fees and charges apply.',
  },
  'Nissan Finance': {
    eligibility: { priceAbove: PRICE_FLOOR, yearsOld: null, needsPayment: 'month' },
    calculator: {
      ...USUAL_CALCULATOR,
      longestTermYears: 5,
      frequencies: ['monthly', 'weekly', 'fortnightly'],
    },
    establishmentFee: 0,
    summary: {
      heading: 'Monthly with Nissan Finance',
      figures: ['month', 'week'],
      facts: ['term', 'deposit', 'finalPayment', 'totalPayable'],
      comparisonRange: null,
      note: null,
    },
    disclaimer:
      'Nissan Finance states repayments by the month; the weekly figure is the same money over a year. Its credit criteria, fees and charges apply.',
  },
  Manual: {
    // No range is given for it, so it has the usual ones.
    eligibility: WEEKLY_RULE,
    calculator: USUAL_CALCULATOR,
    establishmentFee: 0,
    summary: {
      heading: 'Repayment estimate',
      figures: ['week'],
      facts: ['term', 'deposit'],
      comparisonRange: null,
      note: null,
    },
    disclaimer: 'Figures supplied by the dealer. Credit criteria, fees and charges of the lender apply.',
  },
  'Car Clarity': {
    // No rule is known for it: the Manual rule applies (decision 25).
    eligibility: WEEKLY_RULE,
    calculator: { ...USUAL_CALCULATOR, isRateFixed: true },
    establishmentFee: 0,
    summary: {
      heading: 'Estimate from a panel of lenders',
      figures: ['week'],
      facts: ['term', 'lender'],
      comparisonRange: COMPARISON_RANGE,
      note: 'Car Clarity compares a panel of lenders for you.',
    },
    disclaimer:
      'Car Clarity is a broker, not a lender. The lender of its panel that makes the loan sets the rate, the fees and the criteria.',
  },
};
