import * as v from 'valibot';
import { LeadAcceptedSchema } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { tooLongMessage, YEAR_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import { currentPrice, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { isAvailable, type Vehicle } from '#src/features/vehicle/vehicle.ts';
import type { Endpoint } from '#src/platform/http/endpoint.ts';
import { centsToDollars, formatNumber } from '#src/platform/number/number-format.ts';
import { type AdvertisedRepayment, type FinanceSite, showsFinance } from './advertised-repayment.ts';
import { CREATE_CUSTOMER_PATH, QUOTE_PATH, QUOTE_TERM } from './broker-quote.ts';
import { CREDIT_SCORES, DEFAULT_CREDIT_SCORE } from './loan/repayment.ts';
import type { QuotedLoan } from './quote-estimate.ts';

/** In dollars. */
export type LoanToQuote = QuotedLoan & { year: number; vin?: string | undefined; nvic?: string | undefined };

/**
 * ERR-02, FIN-03: the loan a vehicle's page requests a quote for: only on a site that displays quotes, for a price
 * with a type, if the vehicle has no quote yet.
 * @param source of the repayment on the page
 */
export function loanToQuote(
  vehicle: Vehicle,
  site: FinanceSite,
  source: AdvertisedRepayment['source'] | undefined,
): LoanToQuote | undefined {
  const { finance, stock } = site;
  const pricing = pricingOf(vehicle, stock.defaultPriceType);
  const cents = currentPrice(pricing);
  const needsQuote =
    finance.showBrokerQuote &&
    source !== 'broker' &&
    isAvailable(vehicle) &&
    showsFinance(site, vehicle.dealership_slug);
  if (!needsQuote || cents === null || cents <= 0 || pricing.price_type === null) return undefined;
  return {
    selfAssessedCreditScore: DEFAULT_CREDIT_SCORE,
    loanTerm: QUOTE_TERM.start,
    purchasePrice: centsToDollars(cents),
    year: vehicle.year,
    vin: vehicle.vin,
    nvic: vehicle.nvic,
  };
}

export const QUOTE_TEXT_LENGTH = 80;
export const MAX_QUOTED_PRICE = 10_000_000;
const YEARS = { first: 1900, last: 2100 } as const;

const text = (what: string) =>
  v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(QUOTE_TEXT_LENGTH), v.description(what)));

export const QuoteRequestSchema = v.object({
  selfAssessedCreditScore: v.pipe(v.picklist(CREDIT_SCORES), v.description('The shopper’s own estimate')),
  purchasePrice: v.pipe(
    v.number(),
    v.minValue(1),
    v.maxValue(MAX_QUOTED_PRICE),
    v.description('Dollars, 1 to 10,000,000'),
  ),
  loanTerm: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(QUOTE_TERM.min),
    v.maxValue(QUOTE_TERM.max),
    v.description('Years, 1 to 7'),
  ),
  year: v.nullish(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(YEARS.first),
      v.maxValue(YEARS.last),
      v.description('Of the vehicle'),
    ),
  ),
  vin: text('Of the vehicle'),
  nvic: text('Of the vehicle'),
  whoIsHelping: text('Who at the dealer helps the shopper'),
});

/** Messages of invalid fields. */
export const QUOTE_MESSAGES: Readonly<Record<keyof v.InferInput<typeof QuoteRequestSchema>, string>> = {
  selfAssessedCreditScore: 'Choose a credit score from the list.',
  purchasePrice: `Enter a price from $1 to $${formatNumber(MAX_QUOTED_PRICE)}.`,
  loanTerm: `Choose a loan term of ${QUOTE_TERM.min} to ${QUOTE_TERM.max} years.`,
  year: YEAR_MESSAGE,
  vin: tooLongMessage(QUOTE_TEXT_LENGTH),
  nvic: tooLongMessage(QUOTE_TEXT_LENGTH),
  whoIsHelping: tooLongMessage(QUOTE_TEXT_LENGTH),
};
export type QuoteRequest = v.InferInput<typeof QuoteRequestSchema>;

const QuoteSchema = v.strictObject({
  weeklyRepaymentAmount: v.pipe(v.number(), v.gtValue(0), v.description('Dollars')),
  advertisedRate: v.pipe(v.number(), v.minValue(0), v.description('Per cent a year')),
  comparisonRate: v.pipe(v.number(), v.gtValue(0), v.description('Per cent a year; never shown without it')),
});
export type QuoteResponse = v.InferOutput<typeof QuoteSchema>;

const optionalText = (what: string) => v.nullish(v.pipe(v.string(), v.description(what)));

/** FIN-16: the person and the loan. Values are validated like those of the form, see `fields` of a 422. */
export const CreateCustomerRequestSchema = v.object({
  data: v.pipe(
    v.object({
      nvic: optionalText('Of the vehicle; one in stock has its own'),
      vin: optionalText('Of the vehicle; one in stock has its own'),
      selfAssessedCreditScore: optionalText('GREAT, DECENT or POOR'),
      purchasePrice: v.nullish(
        v.pipe(v.union([v.number(), v.string()]), v.description('Dollars, 10,000 to 200,000')),
      ),
      year: v.nullish(v.pipe(v.union([v.number(), v.string()]), v.description('Of the vehicle'))),
      loanTerm: v.nullish(v.pipe(v.union([v.number(), v.string()]), v.description('Years, 1 to 7'))),
      phoneNumber: optionalText('Mobile number'),
      firstName: optionalText('First name'),
      lastName: optionalText('Last name'),
      email: optionalText('E-mail address'),
      subscribe: v.nullish(v.pipe(v.boolean(), v.description('Consent to marketing'))),
      postCode: optionalText('Four digits'),
    }),
    v.description('The person and the loan'),
  ),
  additionalData: v.optional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.description('The rest of the lead: texts by the names of POST /api/leads/{form}'),
    ),
    {},
  ),
});

const CustomerCreatedSchema = v.strictObject({
  ...LeadAcceptedSchema.entries,
  redirectUrl: v.optional(v.pipe(v.string(), v.description('Where the shopper continues: at the broker'))),
});

export const BROKER_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'POST',
    path: QUOTE_PATH,
    summary:
      'The finance broker’s quote for a loan, as JSON, on sites with `finance.quickQuote` or `finance.showBrokerQuote`. A request that is cancelled is cancelled at the broker too. Never cached.',
    request: QuoteRequestSchema,
    sample: { selfAssessedCreditScore: 'GREAT', purchasePrice: 30_000, loanTerm: 5 },
    response: QuoteSchema,
    statuses: {
      200: 'The quote',
      400: '`bad_request`: the body is not JSON',
      404: '`no_quote`: no lender for such a loan; `no_broker`: the site shows no quotes',
      422: '`invalid_quote`: a message for each field under `fields`',
      429: '`too_many_quotes`: more than 120 quotes in ten minutes for one network, or 5000 for the site; `Retry-After` gives the seconds to wait',
      503: '`broker_unavailable`: the broker does not respond within 8 seconds',
    },
  },
  {
    method: 'POST',
    path: CREATE_CUSTOMER_PATH,
    summary:
      'Stores a quick quote as a lead of the form `quick-quote`, then creates the customer at the finance broker, on sites with `finance.quickQuote`. Sent again with the same key, both stay one. Refusals before that are those of the form’s own endpoint. `redirectUrl` is absent where the installation has no broker.',
    request: CreateCustomerRequestSchema,
    sample: {
      data: {
        selfAssessedCreditScore: 'GREAT',
        purchasePrice: 30_000,
        loanTerm: 5,
        phoneNumber: '0491 570 156',
        firstName: 'Ann',
        lastName: 'Example',
        email: 'ann@example.com',
        subscribe: false,
        postCode: '4006',
      },
      additionalData: {
        submission_key: '7a1d4c02-11f3-4d5e-8b9a-3c2e1f0a9d44',
        page_path: '/enquire/quick-quote',
      },
    },
    response: CustomerCreatedSchema,
    statuses: {
      201: 'The lead is stored, and the customer created',
      400: '`bad_request`: the body doesn’t match',
      404: '`form_off`: the site has no quick quote; `unknown_car`',
      409: '`submission_changed`: the same key with another body',
      422: '`invalid_form`: a message for each field under `fields`, by the names of the form',
      429: '`too_many_leads`: nothing was stored; Retry-After gives the seconds to wait',
      503: '`broker_failed` or `no_redirect`: the lead is stored, but the broker has no customer or gave no address of its own; `lead_not_stored`: nothing was stored. `phone` holds the number to call',
    },
  },
];
