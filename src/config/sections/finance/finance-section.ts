import * as v from 'valibot';
import { SlugSchema, TextSchema } from '#src/config/sections/setting-types.ts';

/** CFG-07: lenders in the specification. */
export const FINANCE_PROVIDERS = [
  'Taurus',
  'Powertorque',
  'AusLoans',
  'Angle',
  '360 Finance',
  'Nissan Finance',
  'Manual',
  'Car Clarity',
] as const;
export type FinanceProvider = (typeof FINANCE_PROVIDERS)[number];

/** FIN-12: pages that may show "Get Finance Now". */
const GET_FINANCE_NOW_PLACES = ['home', 'finance'] as const;

const PercentSchema = v.pipe(v.number(), v.minValue(0), v.maxValue(48));

const RateSchema = v.pipe(PercentSchema, v.description('Per cent a year'));
const TermYearsSchema = v.pipe(v.number(), v.minValue(1), v.maxValue(7), v.multipleOf(0.5));

/** FIN-06: calculator limits, if they differ from those of the lender; FIN-17: its price without a vehicle. */
const CalculatorSchema = v.strictObject({
  firstPrice: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(5000),
      v.maxValue(250_000),
      v.description(
        'CONT-265: price the calculator starts with without a vehicle, dollars; 30,000 without it',
      ),
    ),
  ),
  lowestRate: v.optional(v.pipe(RateSchema, v.description('Lowest interest rate, per cent a year'))),
  highestRate: v.optional(v.pipe(RateSchema, v.description('Highest interest rate, per cent a year'))),
  rateStep: v.optional(
    v.pipe(v.number(), v.minValue(0.01), v.maxValue(5), v.description('Step of the interest rate, per cent')),
  ),
  rateIsFixed: v.optional(
    v.pipe(v.boolean(), v.description('Whether the calculator shows the interest rate without changing it')),
  ),
  smallestAmount: v.optional(
    v.pipe(
      v.number(),
      v.minValue(1000),
      v.maxValue(50_000),
      v.description('Smallest price and smallest loan, dollars'),
    ),
  ),
  longestTermYears: v.optional(
    v.pipe(TermYearsSchema, v.description('Longest term, years, in half years; termYearsList comes first')),
  ),
  loanUpTo105Percent: v.optional(
    v.pipe(
      v.boolean(),
      v.description('FIN-14: a loan may be 105 % of a price above $100,000, where the slider ends elsewhere'),
    ),
  ),
});

/** The site's own finance offer; hidden without a comparison rate. */
export const FinanceSchema = v.strictObject({
  provider: v.pipe(v.picklist(FINANCE_PROVIDERS), v.description('Lender behind the repayments (CFG-07)')),
  showRepayments: v.optional(
    v.pipe(v.boolean(), v.description('Whether repayments appear on cards and vehicle pages')),
    true,
  ),
  getFinanceNow: v.optional(
    v.pipe(
      v.array(v.picklist(GET_FINANCE_NOW_PLACES)),
      v.description(
        'FIN-12, FIN-18: pages with the block "Get Finance Now" and its six used vehicles; none by default',
      ),
    ),
    [],
  ),
  hiddenDealerships: v.optional(
    v.pipe(
      v.array(SlugSchema),
      v.description('Slugs of dealerships whose vehicles show no repayment (FIN-09)'),
    ),
    [],
  ),
  showBrokerQuote: v.optional(
    v.pipe(v.boolean(), v.description("Show the broker's quote for a vehicle before the lender's figures")),
    false,
  ),
  quickQuote: v.optional(
    v.pipe(
      v.picklist(['off', 'page', 'popup'], 'one of off, page, popup'),
      v.description(
        'FIN-02: the quick quote of the finance broker: none, a single page, or a popup in four steps whose last verifies the phone by a code',
      ),
    ),
    'off',
  ),
  carClarityRule: v.optional(
    v.pipe(
      v.picklist(['manual', 'hidden']),
      v.description('Which vehicles show repayments from Car Clarity: those the Manual rule allows, or none'),
    ),
    'manual',
  ),
  interestRate: v.pipe(PercentSchema, v.description('Advertised interest rate, per cent a year')),
  comparisonRate: v.nullable(
    v.pipe(
      PercentSchema,
      v.description(
        "The lender's statutory comparison rate, per cent a year; null shows no repayment at the site's own rate and no own terms: only quotes and entries of lenders that state their comparison rate are shown",
      ),
    ),
  ),
  termYears: v.optional(
    v.pipe(v.number(), v.minValue(1), v.maxValue(7), v.description('Length of the loan, years')),
    5,
  ),
  depositPercent: v.optional(
    v.pipe(v.number(), v.minValue(0), v.maxValue(90), v.description('Deposit, per cent of the price')),
    0,
  ),
  balloonPercent: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(60),
      v.description('Balloon at the end, per cent of the price'),
    ),
    0,
  ),
  establishmentFee: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.description("Fee to set the loan up, dollars; the lender's where it is left out (FIN-08)"),
    ),
  ),
  securityRegistrationFee: v.optional(
    v.pipe(v.number(), v.minValue(0), v.description('Fee to register the security, dollars (FIN-08)')),
    0,
  ),
  dealerAgencyFee: v.optional(
    v.pipe(v.number(), v.minValue(0), v.description('Fee of the dealer as agent, dollars (FIN-08)')),
    0,
  ),
  monthlyFee: v.optional(v.pipe(v.number(), v.minValue(0), v.description('Fee each month, dollars')), 0),
  feesBorrowed: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'FIN-08: whether the fees charged at the start are added to the loan, so that interest runs on them; false where they are paid at the start',
      ),
    ),
    true,
  ),
  calculator: v.optional(
    v.pipe(
      CalculatorSchema,
      v.description('FIN-06: first price, and limits of the calculator instead of the lender’s'),
    ),
  ),
  termYearsList: v.optional(
    v.pipe(
      v.array(TermYearsSchema),
      v.minLength(1),
      v.maxLength(13),
      v.description('FIN-14: the terms to choose from, years; any half year where it is left out'),
    ),
  ),
  usedExample: v.optional(
    v.pipe(
      v.strictObject({
        interestRate: v.pipe(PercentSchema, v.description('Interest rate, per cent a year')),
        comparisonRate: v.pipe(PercentSchema, v.description('Comparison rate, per cent a year')),
      }),
      v.description('FIN-10: example in the disclaimer of used vehicles: 5 years, no deposit'),
    ),
  ),
  disclaimer: v.pipe(TextSchema, v.description('Comparison-rate warning and basis')),
});

export type FinanceConfig = v.InferOutput<typeof FinanceSchema>;
