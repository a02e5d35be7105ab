import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Broker } from '#src/features/finance/server/broker/broker.ts';
import { httpBroker } from '#src/features/finance/server/broker/broker-service.ts';
import { type BrokerFaultMode, localBroker } from '#src/features/finance/server/broker/local-broker.ts';
import { BROKER_KEY, startBrokerServer } from '../fixtures/broker-server.ts';
import { PAYLOAD } from '../fixtures/lead-message.ts';
import { SERVICE_TIMEOUT_MS } from '../fixtures/patience.ts';

type Tested = {
  broker: Broker;
  behave(faultMode: BrokerFaultMode): void;
  stop(): Promise<void>;
};

const LOAN = { selfAssessedCreditScore: 'GREAT', purchasePrice: 3_000_000, loanTerm: 5 } as const;
const CUSTOMER = {
  data: {
    ...LOAN,
    vin: 'JTFB71CBX01234567',
    year: 2021,
    phoneNumber: '0412345678',
    firstName: 'Ann',
    lastName: 'Example',
    email: 'ann@example.com',
    subscribe: false,
    postCode: '4006',
  },
  additionalData: PAYLOAD,
  reference: 'lead-1',
};

async function overHttp(): Promise<Tested> {
  const server = await startBrokerServer();
  const broker = httpBroker({ url: server.url, key: BROKER_KEY, timeoutMs: SERVICE_TIMEOUT_MS });
  return { ...server, broker };
}

async function inProcess(): Promise<Tested> {
  const broker = localBroker('https://apply.example.com/start');
  return { broker, behave: broker.behave, stop: async () => {} };
}

describe.each([
  ['over HTTP', overHttp],
  ['in process', inProcess],
])('%s', (_name, start) => {
  let at: Tested;
  beforeEach(async () => {
    at = await start();
  });
  afterEach(() => at.stop());

  it.each(['answers', 'late'] as const)(
    'FIN-03 a broker that %s quotes whole cents a week with both rates, the same for the same loan',
    async (faultMode) => {
      at.behave(faultMode);
      const outcome = await at.broker.quote(LOAN);
      expect(outcome.kind).toBe('quoted');
      if (outcome.kind !== 'quoted') return;
      const { weeklyRepaymentAmount, advertisedRate, comparisonRate } = outcome.quote;
      expect(Number.isInteger(weeklyRepaymentAmount) && weeklyRepaymentAmount > 0).toBe(true);
      expect(comparisonRate).toBeGreaterThan(advertisedRate);
      expect(await at.broker.quote(LOAN)).toEqual(outcome);
    },
  );

  it.each([
    ['busy', 'HTTP 429'],
    ['fails', 'HTTP 500'],
    ['silent', 'no response in time'],
  ] as const)('FIN-03 FIN-04 a broker that %s is unavailable, with the reason', async (faultMode, reason) => {
    at.behave(faultMode);
    const outcomes = await Promise.all([at.broker.quote(LOAN), at.broker.createCustomer(CUSTOMER)]);
    expect(outcomes).toEqual([
      { kind: 'unavailable', reason },
      { kind: 'unavailable', reason },
    ]);
  });

  it('FIN-03 a broker without a lender for the loan reports it', async () => {
    at.behave('finds-nothing');
    expect(await at.broker.quote(LOAN)).toEqual({ kind: 'no_quote' });
  });

  it('FIN-03 a quote the shopper no longer waits for is cancelled', async () => {
    at.behave('late');
    const shopper = new AbortController();
    const outcome = at.broker.quote(LOAN, shopper.signal);
    shopper.abort();
    expect(await outcome).toEqual({ kind: 'unavailable', reason: 'cancelled' });
    expect(await at.broker.quote(LOAN, shopper.signal)).toEqual({ kind: 'unavailable', reason: 'cancelled' });
  });

  it('FIN-16 a customer is created once for a reference, with the address to continue at', async () => {
    const created = await at.broker.createCustomer(CUSTOMER);
    expect(created).toMatchObject({
      kind: 'created',
      redirectUrl: expect.stringMatching(/^https:\/\/apply\.example\.com\/start.*lead-1$/),
    });
    expect(await at.broker.createCustomer(CUSTOMER)).toEqual(created);
  });

  it('FIN-04 a customer without an address is reported as one', async () => {
    at.behave('sends-nowhere');
    expect(await at.broker.createCustomer(CUSTOMER)).toEqual({ kind: 'no_redirect' });
  });
});

describe('over HTTP', () => {
  let server: Awaited<ReturnType<typeof startBrokerServer>>;
  let broker: Broker;
  beforeEach(async () => {
    server = await startBrokerServer();
    broker = httpBroker({ url: server.url, key: BROKER_KEY, timeoutMs: SERVICE_TIMEOUT_MS });
  });
  afterEach(() => server.stop());

  it('FIN-16 the broker gets the documented requests, in dollars', async () => {
    const asked = { ...LOAN, year: 2021, vin: 'V', nvic: 'N', whoIsHelping: 'Sam' };
    expect(await broker.quote(asked)).toEqual({
      kind: 'quoted',
      quote: { weeklyRepaymentAmount: 13_127, advertisedRate: 7.49, comparisonRate: 8.61 },
    });
    await broker.createCustomer(CUSTOMER);
    const [quote, customer] = server.asked;
    expect(quote).toMatchObject({ path: '/v1/quotes', body: { ...asked, purchasePrice: 30_000 } });
    expect(customer).toEqual({
      path: '/v1/customers',
      body: { data: { ...CUSTOMER.data, purchasePrice: 30_000 }, additionalData: PAYLOAD },
      idempotencyKey: 'lead-1',
    });
  });

  it('FIN-03 a cancelled quote closes the connection to the broker', async () => {
    server.behave('silent');
    const shopper = new AbortController();
    const outcome = broker.quote(LOAN, shopper.signal);
    await expect.poll(() => server.asked.length).toBe(1);
    shopper.abort();
    expect(await outcome).toEqual({ kind: 'unavailable', reason: 'cancelled' });
    await expect.poll(server.cancelled).toBe(1);
    expect(server.asked).toHaveLength(1);
  });

  it('FIN-04 responses that are not as documented, or lead elsewhere, are refused without their text', async () => {
    server.behave('talks-nonsense');
    expect(await broker.quote(LOAN)).toEqual({
      kind: 'unavailable',
      reason: 'the response is not as documented',
    });
    expect(await broker.createCustomer(CUSTOMER)).toEqual({ kind: 'no_redirect' });
    server.behave('redirects');
    expect(await broker.quote(LOAN)).toEqual({ kind: 'unavailable', reason: 'no connection' });
    server.behave('fails');
    expect(JSON.stringify(await broker.createCustomer(CUSTOMER))).not.toContain('ann@example.com');
  });

  it('FIN-04 a request that failed is sent once more, under the same reference', async () => {
    server.behave('fails');
    await broker.createCustomer(CUSTOMER);
    expect(server.asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['lead-1', 'lead-1']);
  });
});
