import * as v from 'valibot';
import { centsToDollars, dollarsToCents } from '#src/domain/money.ts';
import { askService, type Service } from '../ask-service.ts';
import type { Broker } from './broker.ts';

const MAX_WEEKLY_DOLLARS = 100_000;
const MAX_RATE = 100;

const RateSchema = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_RATE));
const QuoteSchema = v.object({
  weeklyRepaymentAmount: v.pipe(
    v.number(),
    v.gtValue(0),
    v.maxValue(MAX_WEEKLY_DOLLARS),
    v.transform(dollarsToCents),
  ),
  advertisedRate: RateSchema,
  // A repayment without its comparison rate is no quote.
  comparisonRate: v.pipe(RateSchema, v.gtValue(0)),
});

const MAX_ADDRESS_LENGTH = 2000;
const CustomerSchema = v.object({
  redirectUrl: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ADDRESS_LENGTH)),
});

/**
 * A broker over HTTP, with the key as bearer token and money in dollars:
 * `POST {url}/v1/quotes` with `{ selfAssessedCreditScore, purchasePrice, loanTerm, year?, vin?, nvic?, whoIsHelping? }`:
 * 200 with `{ weeklyRepaymentAmount, advertisedRate, comparisonRate }`, or 404;
 * `POST {url}/v1/customers` with `{ data, additionalData }` and the header `Idempotency-Key`: 200 with
 * `{ redirectUrl }`, the same for the same key.
 */
export const httpBroker = (service: Service): Broker => ({
  async quote(question, signal) {
    const purchasePrice = centsToDollars(question.purchasePrice);
    const answer = await askService(service, '/v1/quotes', { ...question, purchasePrice }, { signal });
    if (answer.kind === 'nothing') return { kind: 'no_quote' };
    if (answer.kind === 'unavailable') return { kind: 'unavailable', reason: answer.reason };
    const parsed = v.safeParse(QuoteSchema, answer.body);
    return parsed.success
      ? { kind: 'quoted', quote: parsed.output }
      : { kind: 'unavailable', reason: 'the response is not as documented' };
  },
  async createCustomer({ data, additionalData, reference }) {
    const asked = { data: { ...data, purchasePrice: centsToDollars(data.purchasePrice) }, additionalData };
    const headers = { 'idempotency-key': reference };
    const answer = await askService(service, '/v1/customers', asked, { headers });
    if (answer.kind === 'nothing') return { kind: 'unavailable', reason: 'HTTP 404' };
    if (answer.kind === 'unavailable') return { kind: 'unavailable', reason: answer.reason };
    const parsed = v.safeParse(CustomerSchema, answer.body);
    return parsed.success ? { kind: 'created', ...parsed.output } : { kind: 'no_redirect' };
  },
});
