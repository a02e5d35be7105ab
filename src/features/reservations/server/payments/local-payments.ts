import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import {
  LATE_MS,
  type ServiceFaultMode,
  UNAVAILABLE_IN,
} from '#src/platform/external-services/service-fault-mode.ts';
import type { Cents } from '#src/platform/number/number-format.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import {
  isGenuine,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
  webhookSignature,
} from '#src/platform/webhooks/webhook-signature.ts';
import type { CheckoutOrder, Payment, PaymentEvent, Payments } from './payment-provider.ts';

export type SandboxCheckout = {
  id: string;
  order: CheckoutOrder;
  state: 'open' | 'paid' | 'expired';
  /** A payment was attempted. */
  hasBegun: boolean;
  /** If it differs from the order. */
  paidAmount?: Cents;
  refunded: boolean;
};

/** A webhook request. */
export type SignedEvent = { body: string; headers: Record<string, string> };

export type PaymentFaultMode = Exclude<ServiceFaultMode, 'finds-nothing'>;

export type PaymentSandbox = {
  behave(faultMode: PaymentFaultMode): void;
  /** The account whose events are signed with this secret. */
  account(webhookSecret: string): Payments;
  find(id: string): SandboxCheckout | undefined;
  /**
   * Simulates the payment.
   * @param amount other than ordered, as a fault
   * @returns its event; undefined if the checkout has expired
   */
  pay(id: string, amount?: Cents): SignedEvent | undefined;
  /** Simulates a declined card. */
  decline(id: string): void;
  all(): readonly SandboxCheckout[];
};

const MAX_CHECKOUTS = 500;
const text = v.string();
const PaymentSchema = v.object({
  checkout: text,
  reference: text,
  payment: text,
  amount: v.number(),
  currency: text,
});
const EventSchema = v.variant('kind', [
  v.object({ kind: v.literal('paid'), payment: PaymentSchema }),
  v.object({ kind: v.literal('expired'), checkout: text, reference: text }),
  v.object({ kind: v.literal('refunded'), payment: text, reference: v.optional(text) }),
]);

export const paymentOf = ({ id, order, paidAmount }: SandboxCheckout): Payment => ({
  checkout: id,
  reference: order.reference,
  payment: `sandbox-payment-${id}`,
  amount: paidAmount ?? order.amount,
  currency: order.currency,
});

export function signedEvent(event: PaymentEvent | { kind: string }, secret: string, now: Date): SignedEvent {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      [TIMESTAMP_HEADER]: timestamp,
      [SIGNATURE_HEADER]: webhookSignature(secret, timestamp, body),
    },
  };
}

/**
 * An in-process payment processor for demos and tests: no money moves.
 * @param pageAt URL of its payment page, followed by the id of a checkout
 */
export function paymentSandbox({ pageAt, clock }: { pageAt: string; clock: Clock }): PaymentSandbox {
  let faultMode: PaymentFaultMode = 'answers';
  const checkouts = new Map<string, SandboxCheckout & { key: string; secret: string }>();

  async function unavailability() {
    const reason = UNAVAILABLE_IN[faultMode];
    if (faultMode === 'late') await wait(LATE_MS);
    return reason === undefined ? undefined : ({ kind: 'unavailable', reason } as const);
  }
  function current(id: string) {
    const found = checkouts.get(id);
    if (found?.state === 'open' && found.order.expiresAt <= clock.now()) found.state = 'expired';
    return found;
  }

  const account = (secret: string): Payments => ({
    async createCheckout(order) {
      const failed = await unavailability();
      if (failed) return failed;
      const key = `${secret}\n${order.idempotencyKey}`;
      const existing = [...checkouts.values()].find((each) => each.key === key);
      if (existing && !isDeepStrictEqual(existing.order, order))
        return { kind: 'unavailable', reason: 'HTTP 400, idempotency_error' };
      const id = existing?.id ?? randomBytes(16).toString('hex');
      if (!existing)
        checkouts.set(id, { id, order, state: 'open', hasBegun: false, refunded: false, key, secret });
      for (const [oldest] of checkouts) if (checkouts.size > MAX_CHECKOUTS) checkouts.delete(oldest);
      return { kind: 'created', id, address: `${pageAt}/${id}` };
    },
    async closeCheckout(id) {
      const failed = await unavailability();
      if (failed) return failed;
      const found = current(id);
      if (found?.secret !== secret) return { kind: 'unavailable', reason: 'HTTP 404' };
      if (found.state === 'paid') return { kind: 'paid', payment: paymentOf(found) };
      found.state = 'expired';
      return { kind: 'closed' };
    },
    async progress(id) {
      const failed = await unavailability();
      if (failed) return failed;
      const found = current(id);
      if (found?.secret !== secret) return { kind: 'unavailable', reason: 'HTTP 404' };
      return { kind: found.hasBegun ? 'begun' : 'untouched' };
    },
    async refund({ payment }) {
      const failed = await unavailability();
      if (failed) return failed;
      const found = [...checkouts.values()].find((each) => paymentOf(each).payment === payment);
      if (found?.secret !== secret || found.state !== 'paid')
        return { kind: 'unavailable', reason: 'HTTP 404' };
      found.refunded = true;
      return { kind: 'refunded' };
    },
    async readEvent(body, headers, now) {
      const received = {
        timestamp: headers.get(TIMESTAMP_HEADER) ?? '',
        signature: headers.get(SIGNATURE_HEADER) ?? '',
        body: Buffer.from(body).toString('utf8'),
      };
      if (!isGenuine(secret, received, now)) return undefined;
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), EventSchema), received.body);
      return read.success ? read.output : { kind: 'other' };
    },
  });

  return {
    behave: (next) => {
      faultMode = next;
    },
    account,
    find: current,
    all: () => [...checkouts.values()],
    decline(id) {
      const found = current(id);
      if (found?.state === 'open') found.hasBegun = true;
    },
    pay(id, amount) {
      const found = current(id);
      if (!found || found.state === 'expired') return undefined;
      // Clicked twice, it is paid once but sends two events, like real processors.
      found.state = 'paid';
      found.hasBegun = true;
      if (amount !== undefined) found.paidAmount = amount;
      return signedEvent({ kind: 'paid', payment: paymentOf(found) }, found.secret, clock.now());
    },
  };
}
