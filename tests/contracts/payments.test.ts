import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type PaymentFaultMode,
  paymentSandbox,
  type SignedEvent,
  signedEvent,
} from '#src/features/reservations/server/payments/local-payments.ts';
import type { CheckoutOrder, Payments } from '#src/features/reservations/server/payments/payment-provider.ts';
import { stripePayments } from '#src/features/reservations/server/payments/stripe-payments.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { SERVICE_TIMEOUT_MS } from '../fixtures/patience.ts';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, startStripeServer } from '../fixtures/stripe-server.ts';

type Tested = {
  payments: Payments;
  behave(faultMode: PaymentFaultMode): void;
  /** The shopper pays on the payment page. */
  pay(id: string): SignedEvent | undefined;
  /** The shopper's card is declined. */
  decline(id: string): void;
  /** An event of another kind, with a genuine signature. */
  unknownEvent(now: Date): SignedEvent;
  pageAt: string;
  stop(): Promise<void>;
};

const NOW = new Date('2026-07-01T00:00:00Z');
const PAGE = 'http://127.0.0.1:1/pay';
const ORDER: CheckoutOrder = {
  amount: 20_000,
  currency: 'AUD',
  description: 'Deposit for 2021 Toyota Corolla',
  reference: 'reservation-1',
  successAddress: 'https://dealer.example/reservation/1',
  cancelAddress: 'https://dealer.example/reservation/1?cancelled',
  expiresAt: new Date('2026-07-01T00:32:00Z'),
  idempotencyKey: 'reservation-1',
  email: 'ann@example.com',
};
const bytes = (text: string) => new TextEncoder().encode(text);

async function atStripe(): Promise<Tested> {
  const server = await startStripeServer();
  return {
    ...server,
    payments: stripePayments({
      ...{
        url: server.url,
        key: STRIPE_KEY,
        webhookSecret: STRIPE_WEBHOOK_SECRET,
        timeoutMs: SERVICE_TIMEOUT_MS,
      },
    }),
    pay: (id) => server.pay(id, NOW),
    unknownEvent: (now) => server.event('customer.created', { id: 'cus_1' }, { now }),
    pageAt: 'https://checkout.stripe.com/',
  };
}

async function inSandbox(): Promise<Tested> {
  const sandbox = paymentSandbox({ pageAt: PAGE, clock: fixedClock(NOW.toISOString()) });
  return {
    ...sandbox,
    payments: sandbox.account('a secret'),
    unknownEvent: (now) => signedEvent({ kind: 'something else' }, 'a secret', now),
    pageAt: PAGE,
    stop: async () => {},
  };
}

describe.each([
  ['at Stripe', atStripe],
  ['in the sandbox', inSandbox],
])('payments %s', (_name, start) => {
  let at: Tested;
  beforeEach(async () => {
    at = await start();
  });
  afterEach(() => at.stop());

  const opened = async (more: Partial<CheckoutOrder> = {}) => {
    const made = await at.payments.createCheckout({ ...ORDER, ...more });
    if (made.kind !== 'created') throw new Error(made.reason);
    return made;
  };
  const read = ({ body, headers }: SignedEvent, now = NOW) =>
    at.payments.readEvent(bytes(body), new Headers(headers), now);
  const paid = async () => {
    const { id } = await opened();
    const event = at.pay(id);
    if (!event) throw new Error('not paid');
    return { id, event };
  };

  it.each(['answers', 'late'] as const)(
    'BUY-01 a processor that %s opens a checkout with its own page, once for one key',
    async (mode) => {
      at.behave(mode);
      const made = await opened();
      expect(made.address.startsWith(at.pageAt)).toBe(true);
      expect(await opened()).toEqual(made);
      expect((await opened({ idempotencyKey: 'another' })).id).not.toBe(made.id);
    },
  );

  it.each([
    ['busy', /^HTTP 429/],
    ['fails', /^HTTP 500/],
    ['silent', /^no response in time$/],
  ] as const)(
    'BUY-01 a processor that %s is unavailable, by a reason that names no one',
    async (mode, reason) => {
      at.behave(mode);
      const outcomes = await Promise.all([
        at.payments.createCheckout(ORDER),
        at.payments.closeCheckout('cs_test_1'),
        at.payments.refund({ payment: 'pi_1', idempotencyKey: 'refund-1' }),
      ]);
      for (const outcome of outcomes)
        expect(outcome).toEqual({ kind: 'unavailable', reason: expect.stringMatching(reason) });
      expect(JSON.stringify(outcomes)).not.toMatch(/ann@|example/);
    },
  );

  it('BUY-01 a paid checkout sends a signed event with reference, amount and currency', async () => {
    const { id, event } = await paid();
    expect(await read(event)).toEqual({
      kind: 'paid',
      payment: {
        ...{ checkout: id, reference: 'reservation-1', payment: expect.any(String) },
        ...{ amount: 20_000, currency: 'AUD' },
      },
    });
  });

  it('BUY-01 an event that was changed, is unsigned or is an hour old is not genuine', async () => {
    const { event } = await paid();
    const later = new Date(NOW.getTime() + 3_600_000);
    const changed = { ...event, body: event.body.replace('20000', '20001') };
    expect(changed.body).not.toBe(event.body);
    for (const [forged, now] of [
      [changed, NOW],
      [{ ...event, headers: {} }, NOW],
      [event, later],
    ] as const)
      expect(await read(forged, now)).toBeUndefined();
  });

  it.each([
    ['301 s ago', 301, false],
    ['299 s ago', 299, true],
    ['299 s ahead', -299, true],
    ['301 s ahead', -301, false],
    ['4,000 s ahead', -4000, false],
  ])('BUY-03 an event dated %s is genuine or refused by its time', async (_when, ageSeconds, isGenuine) => {
    const { event } = await paid();
    const seen = await read(event, new Date(NOW.getTime() + ageSeconds * 1000));
    expect(seen !== undefined).toBe(isGenuine);
  });

  it('BUY-02 a known key with another description, page or amount opens no checkout', async () => {
    await opened();
    for (const other of [
      { description: 'Deposit for 2022 Toyota Corolla' },
      { successAddress: 'https://www.dealer.example/reservation/1' },
      { amount: 20_001 },
    ])
      expect(await at.payments.createCheckout({ ...ORDER, ...other })).toEqual({
        kind: 'unavailable',
        reason: expect.stringMatching(/^HTTP 400/),
      });
  });

  it('BUY-05 a payment has begun once a card was sent, be it declined', async () => {
    const { id } = await opened();
    expect(await at.payments.progress(id)).toEqual({ kind: 'untouched' });
    at.decline(id);
    expect(await at.payments.progress(id)).toEqual({ kind: 'begun' });
    expect((await at.payments.progress('none')).kind).toBe('unavailable');
  });

  it('BUY-01 an event of another kind is genuine, and says nothing', async () => {
    expect(await read(at.unknownEvent(NOW))).toEqual({ kind: 'other' });
  });

  it('BUY-01 a closed checkout takes no payment; a paid one cannot be closed, and says so', async () => {
    const { id } = await opened();
    expect(await at.payments.closeCheckout(id)).toEqual({ kind: 'closed' });
    expect(await at.payments.closeCheckout(id)).toEqual({ kind: 'closed' });
    expect(at.pay(id)).toBeUndefined();
    const other = await opened({ idempotencyKey: 'another', reference: 'reservation-2' });
    at.pay(other.id);
    expect(await at.payments.closeCheckout(other.id)).toMatchObject({
      kind: 'paid',
      payment: { reference: 'reservation-2', amount: 20_000, currency: 'AUD' },
    });
  });

  it('BUY-01 a payment is refunded, and stays so when asked again; an unknown one is not', async () => {
    const { event } = await paid();
    const seen = await read(event);
    const payment = seen?.kind === 'paid' ? seen.payment.payment : '';
    for (const idempotencyKey of ['refund-1', 'refund-1', 'refund-2'])
      expect(await at.payments.refund({ payment, idempotencyKey })).toEqual({ kind: 'refunded' });
    expect((await at.payments.refund({ payment: 'none', idempotencyKey: 'refund-3' })).kind).toBe(
      'unavailable',
    );
  });
});

describe('payments at Stripe', () => {
  let server: Awaited<ReturnType<typeof startStripeServer>>;
  beforeEach(async () => {
    server = await startStripeServer();
  });
  afterEach(() => server.stop());
  const account = (more: { url?: string; key?: string } = {}) =>
    stripePayments({
      ...{
        url: server.url,
        key: STRIPE_KEY,
        webhookSecret: STRIPE_WEBHOOK_SECRET,
        timeoutMs: SERVICE_TIMEOUT_MS,
      },
      ...more,
    });
  const read = (event: SignedEvent) =>
    account().readEvent(bytes(event.body), new Headers(event.headers), NOW);

  it('BUY-01 are Checkout Sessions in whole cents of Australian dollars, for cards alone', async () => {
    await account().createCheckout(ORDER);
    expect(server.asked).toEqual([
      {
        method: 'POST',
        path: '/v1/checkout/sessions',
        key: 'reservation-1',
        form: {
          mode: 'payment',
          client_reference_id: 'reservation-1',
          success_url: ORDER.successAddress,
          cancel_url: ORDER.cancelAddress,
          expires_at: String(ORDER.expiresAt.getTime() / 1000),
          'allowed_payment_method_types[0]': 'card',
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': 'aud',
          'line_items[0][price_data][unit_amount]': '20000',
          'line_items[0][price_data][product_data][name]': ORDER.description,
          'payment_intent_data[metadata][reference]': 'reservation-1',
          customer_email: 'ann@example.com',
        },
      },
    ]);
  });

  it.each([
    ['refuses', 'HTTP 400, email_invalid'],
    ['resets', 'no connection'],
    ['dribbles', 'no response in time'],
    ['talks-nonsense', 'no connection'],
  ] as const)('BUY-01 a processor that %s is unavailable within the limit', async (mode, reason) => {
    server.behave(mode);
    const started = performance.now();
    expect(await account().createCheckout(ORDER)).toEqual({ kind: 'unavailable', reason });
    expect(performance.now() - started).toBeLessThan(15 * SERVICE_TIMEOUT_MS);
  });

  it('BUY-01 a request that failed is sent again with the same key', async () => {
    server.behave('resets');
    setTimeout(() => server.behave('answers'), 100);
    const made = await account().createCheckout(ORDER);
    expect(made.kind).toBe('created');
    expect(server.asked.map(({ key }) => key)).toEqual(['reservation-1']);
  });

  it('BUY-01 CFG-23 with a wrong key, or without a server, are unavailable', async () => {
    expect(await account({ key: 'sk_other' }).createCheckout(ORDER)).toEqual({
      kind: 'unavailable',
      reason: 'HTTP 401, api_key_invalid',
    });
    const none = await account({ url: 'http://127.0.0.1:9' }).createCheckout(ORDER);
    expect(none).toEqual({ kind: 'unavailable', reason: 'no connection' });
  });

  it('BUY-01 are read from the events of a session and of a full refund alone', async () => {
    const about = (type: string, object: object) => read(server.event(type, object, { now: NOW }));
    const session = { id: 'cs_1', client_reference_id: 'r-1', payment_status: 'unpaid', status: 'complete' };
    expect(await about('checkout.session.completed', session)).toEqual({ kind: 'other' });
    expect(await about('checkout.session.completed', { ...session, client_reference_id: null })).toEqual({
      kind: 'other',
    });
    expect(await about('checkout.session.expired', { ...session, status: 'expired' })).toEqual({
      ...{ kind: 'expired', checkout: 'cs_1', reference: 'r-1' },
    });
    const charge = { id: 'ch_1', refunded: true, payment_intent: 'pi_1' };
    expect(await about('charge.refunded', charge)).toEqual({ kind: 'refunded', payment: 'pi_1' });
    expect(await about('charge.refunded', { ...charge, metadata: { reference: 'r-1' } })).toEqual({
      ...{ kind: 'refunded', payment: 'pi_1', reference: 'r-1' },
    });
    expect(await about('charge.refunded', { ...charge, refunded: false })).toEqual({ kind: 'other' });
    expect(await about('charge.refunded', { no: 'charge' })).toEqual({ kind: 'other' });
    expect(
      await read(server.event('charge.refunded', charge, { now: NOW, secret: 'whsec_x' })),
    ).toBeUndefined();
  });
});
