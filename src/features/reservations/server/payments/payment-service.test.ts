import { afterEach, expect, it, vi } from 'vitest';
import { readEnvironment } from '#src/config/environment.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { checkedDealer } from '../../../../../tests/fixtures/checked-dealer.ts';
import { paymentSandbox } from './local-payments.ts';
import { paymentPage, paymentService } from './payment-service.ts';

const SITE_SECRET = 'a random text of thirty-two chars or more';
const stripe = { secretKey: 'DEALER_TEST_STRIPE_KEY', webhookSecret: 'DEALER_TEST_STRIPE_WEBHOOK' };
const { dealer: plain } = checkedDealer();
const env = readEnvironment({ SITE_SECRET });
const sandbox = () =>
  paymentSandbox({ pageAt: 'http://127.0.0.1:1/pay', clock: fixedClock('2026-07-01T00:00:00Z') });

afterEach(() => vi.unstubAllEnvs());

it('BUY-01 CFG-23 a dealer takes payments with an account and both of its secrets, and only then', () => {
  const service = paymentService(env);
  const dealer = { ...plain, payments: { stripe, logos: [] } };
  expect(service.of(plain)).toBeUndefined();
  expect(service.of(dealer)).toBeUndefined();
  vi.stubEnv(stripe.secretKey, 'sk_test_1');
  expect(service.of(dealer)).toBeUndefined();
  vi.stubEnv(stripe.webhookSecret, 'whsec_1');
  expect(service.of(dealer)).toBe(service.of(dealer));
  expect(service.of(dealer)).toBeDefined();
});

it('BUY-01 a sandbox takes no payment for a dealer without an account', () => {
  expect(paymentService(env, sandbox()).of(plain)).toBeUndefined();
});

it('BUY-01 CFG-23 no setting selects the sandbox', () => {
  expect(() => readEnvironment({ SITE_SECRET, PAYMENTS_URL: 'made-up' })).toThrow(/PAYMENTS_URL: expected/);
  expect(() => readEnvironment({ SITE_SECRET, PAYMENTS_ORIGIN: 'https://*.example.com' })).toThrow(
    /PAYMENTS_ORIGIN: expected/,
  );
});

it.each([
  ['https://checkout.stripe.com/c/pay/cs_1', true],
  ['https://checkout.stripe.com.evil.example/c/pay/cs_1', false],
  ['https://user@checkout.stripe.com/c/pay/cs_1', false],
  ['http://checkout.stripe.com/c/pay/cs_1', false],
  ['javascript:alert(1)', false],
  ['/c/pay/cs_1', false],
])('BUY-01 a shopper who pays is sent to the processor alone: %s', (address, isSent) => {
  expect(paymentPage({ origin: 'https://checkout.stripe.com' }, address) !== undefined).toBe(isSent);
});
