import * as v from 'valibot';
import { SlugSchema, TextSchema } from './primitives.ts';

/** CFG-07: the lenders of the specification. */
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

const PercentSchema = v.pipe(v.number(), v.minValue(0), v.maxValue(48));

/** The site's own finance offer; without a comparison rate no repayment is shown anywhere. */
export const FinanceSchema = v.strictObject({
  provider: v.pipe(v.picklist(FINANCE_PROVIDERS), v.description('Lender behind the repayments (CFG-07)')),
  showRepayments: v.optional(
    v.pipe(v.boolean(), v.description('Whether repayments appear on cards and vehicle pages')),
    true,
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
        "The lender's statutory comparison rate, per cent a year; null shows no repayment anywhere",
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
    v.pipe(v.number(), v.minValue(0), v.description('Fee to set the loan up, dollars')),
    0,
  ),
  monthlyFee: v.optional(v.pipe(v.number(), v.minValue(0), v.description('Fee each month, dollars')), 0),
  disclaimer: v.pipe(TextSchema, v.description('Comparison-rate warning and basis')),
});

export type FinanceConfig = v.InferOutput<typeof FinanceSchema>;
