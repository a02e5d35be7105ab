import * as v from 'valibot';
import { CREDIT_SCORES } from '#src/domain/finance/credit-score.ts';
import { QUOTE_TERM } from '#src/domain/finance/quoted-repayment.ts';
import { formatNumber } from '#src/domain/format-number.ts';
import { tooLongMessage, YEAR_MESSAGE } from '#src/domain/lead/messages.ts';
import { LeadAcceptedSchema } from './leads.ts';

export const QUOTE_TEXT_LENGTH = 80;
export const HIGHEST_QUOTED_PRICE = 10_000_000;
const YEARS = { first: 1900, last: 2100 } as const;

const text = (what: string) =>
  v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(QUOTE_TEXT_LENGTH), v.description(what)));

export const QuoteRequestSchema = v.object({
  selfAssessedCreditScore: v.pipe(v.picklist(CREDIT_SCORES), v.description('The shopper’s own estimate')),
  purchasePrice: v.pipe(
    v.number(),
    v.minValue(1),
    v.maxValue(HIGHEST_QUOTED_PRICE),
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

/** Of each field of a quote that cannot be read. */
export const QUOTE_MESSAGES: Readonly<Record<keyof v.InferInput<typeof QuoteRequestSchema>, string>> = {
  selfAssessedCreditScore: 'Choose a credit score from the list.',
  purchasePrice: `Enter a price from $1 to $${formatNumber(HIGHEST_QUOTED_PRICE)}.`,
  loanTerm: `Choose a loan term of ${QUOTE_TERM.min} to ${QUOTE_TERM.max} years.`,
  year: YEAR_MESSAGE,
  vin: tooLongMessage(QUOTE_TEXT_LENGTH),
  nvic: tooLongMessage(QUOTE_TEXT_LENGTH),
  whoIsHelping: tooLongMessage(QUOTE_TEXT_LENGTH),
};
export type QuoteRequest = v.InferInput<typeof QuoteRequestSchema>;

export const QuoteSchema = v.strictObject({
  weeklyRepaymentAmount: v.pipe(v.number(), v.gtValue(0), v.description('Dollars')),
  advertisedRate: v.pipe(v.number(), v.minValue(0), v.description('Per cent a year')),
  comparisonRate: v.pipe(v.number(), v.gtValue(0), v.description('Per cent a year; never shown without it')),
});
export type QuoteResponse = v.InferOutput<typeof QuoteSchema>;

const said = (what: string) => v.nullish(v.pipe(v.string(), v.description(what)));

/** FIN-16: the person and the loan. Texts are checked as those of the form, see `fields` of a 422. */
export const CreateCustomerRequestSchema = v.object({
  data: v.pipe(
    v.object({
      nvic: said('Of the vehicle; one in stock has its own'),
      vin: said('Of the vehicle; one in stock has its own'),
      selfAssessedCreditScore: said('GREAT, DECENT or POOR'),
      purchasePrice: v.nullish(
        v.pipe(v.union([v.number(), v.string()]), v.description('Dollars, 10,000 to 200,000')),
      ),
      year: v.nullish(v.pipe(v.union([v.number(), v.string()]), v.description('Of the vehicle'))),
      loanTerm: v.nullish(v.pipe(v.union([v.number(), v.string()]), v.description('Years, 1 to 7'))),
      phoneNumber: said('Mobile number'),
      firstName: said('First name'),
      lastName: said('Last name'),
      email: said('E-mail address'),
      subscribe: v.nullish(v.pipe(v.boolean(), v.description('Consent to marketing'))),
      postCode: said('Four digits'),
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
export type CreateCustomerRequest = v.InferInput<typeof CreateCustomerRequestSchema>;

export const CustomerCreatedSchema = v.strictObject({
  ...LeadAcceptedSchema.entries,
  redirectUrl: v.optional(v.pipe(v.string(), v.description('Where the shopper continues: at the broker'))),
});
