import * as v from 'valibot';
import { type Environment, SIMULATED } from '#src/config/environment.ts';
import { callService, type Service } from '#src/platform/external-services/service-client.ts';
import { centsToDollars, dollarsToCents } from '#src/platform/number/number-format.ts';
import type { Broker } from './broker.ts';
import { localBroker } from './local-broker.ts';

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
  // A repayment must not be displayed without its comparison rate.
  comparisonRate: v.pipe(RateSchema, v.gtValue(0)),
});

const MAX_ADDRESS_LENGTH = 2000;
const CustomerSchema = v.object({
  redirectUrl: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ADDRESS_LENGTH)),
});

/**
 * An HTTP broker, with the key as bearer token and money in dollars. `POST {url}/v1/quotes` with `{
 * selfAssessedCreditScore, purchasePrice, loanTerm, year?, vin?, nvic?, whoIsHelping? }`: 200 with `{
 * weeklyRepaymentAmount, advertisedRate, comparisonRate }`, or 404. `POST {url}/v1/customers` with `{ data,
 * additionalData }` and the header `Idempotency-Key`: 200 with `{ redirectUrl }`.
 */
export const httpBroker = (service: Service): Broker => ({
  async quote(question, signal) {
    const purchasePrice = centsToDollars(question.purchasePrice);
    const response = await callService(service, '/v1/quotes', { ...question, purchasePrice }, { signal });
    if (response.kind === 'nothing') return { kind: 'no_quote' };
    if (response.kind === 'unavailable') return { kind: 'unavailable', reason: response.reason };
    const parsed = v.safeParse(QuoteSchema, response.body);
    return parsed.success
      ? { kind: 'quoted', quote: parsed.output }
      : { kind: 'unavailable', reason: 'the response is not as documented' };
  },
  async createCustomer({ data, additionalData, reference }) {
    const body = { data: { ...data, purchasePrice: centsToDollars(data.purchasePrice) }, additionalData };
    const headers = { 'idempotency-key': reference };
    const response = await callService(service, '/v1/customers', body, { headers });
    if (response.kind === 'nothing') return { kind: 'unavailable', reason: 'HTTP 404' };
    if (response.kind === 'unavailable') return { kind: 'unavailable', reason: response.reason };
    const parsed = v.safeParse(CustomerSchema, response.body);
    return parsed.success ? { kind: 'created', ...parsed.output } : { kind: 'no_redirect' };
  },
});

/** `origins` are those the broker may redirect shoppers to. */
export type BrokerService = { name: string; origins: readonly string[]; client: Broker };

type Settings = Pick<Environment, 'BROKER_URL' | 'BROKER_KEY' | 'BROKER_NAME' | 'BROKER_ORIGINS'>;

/** Path of an application at the demo's broker. */
export const BROKER_APPLY_PATH = '/broker/apply';
/** A redirect of the local broker that `brokerAddress` rejects. */
const NO_ORIGIN = 'https://broker.invalid';

/** Decision 31: an HTTP broker, or a local one for the demo; undefined if not configured. */
export const brokerService = ({
  BROKER_URL: url,
  BROKER_KEY: key,
  BROKER_NAME: name,
  BROKER_ORIGINS: origins,
}: Settings): BrokerService | undefined =>
  url === ''
    ? undefined
    : {
        name,
        origins,
        client:
          url === SIMULATED
            ? localBroker(`${origins[0] ?? NO_ORIGIN}${BROKER_APPLY_PATH}`)
            : httpBroker({ url, key }),
      };

/** The redirect URL, if it is on an origin of the broker (no open redirects). */
export function brokerAddress(
  { origins }: Pick<BrokerService, 'origins'>,
  redirectUrl: string,
): string | undefined {
  const address = URL.parse(redirectUrl);
  const isOwn = address !== null && address.username === '' && address.password === '';
  return isOwn && origins.includes(address.origin) ? address.href : undefined;
}
