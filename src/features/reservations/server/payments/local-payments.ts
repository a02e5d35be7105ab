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
  /** A payment was tried. */
  hasBegun: boolean;
  /** Where it is not what was ordered. */
  paidAmount?: Cents;
  refunded: boolean;
};

/** An event on its way to a site: a body and the headers that sign it. */
export type SignedEvent = { body: string; headers: Record<string, string> };

export type PaymentFaultMode = Exclude<ServiceFaultMode, 'finds-nothing'>;

export type PaymentSandbox = {
  behave(faultMode: PaymentFaultMode): void;
  /** The account of a dealer whose events are signed with this secret. */
  account(webhookSecret: string): Payments;
  find(id: string): SandboxCheckout | undefined;
  /**
   * The shopper pays: the event of it, undefined where the checkout takes no payment any more.
   * @param amount another one than was ordered, as a fault
   */
  pay(id: string, amount?: Cents): SignedEvent | undefined;
  /** The shopper's card is declined. */
  decline(id: string): void;
  all(): readonly SandboxCheckout[];
};

const MOST_KEPT = 500;
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

/** An event as a processor of this kind signs it. */
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
 * A payment processor inside this process, of a demo or a test: no money moves.
 * @param pageAt address of its payment page; the id of a checkout follows
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
      const known = [...checkouts.values()].find((each) => each.key === key);
      if (known && !isDeepStrictEqual(known.order, order))
        return { kind: 'unavailable', reason: 'HTTP 400, idempotency_error' };
      const id = known?.id ?? randomBytes(16).toString('hex');
      if (!known)
        checkouts.set(id, { id, order, state: 'open', hasBegun: false, refunded: false, key, secret });
      for (const [oldest] of checkouts) if (checkouts.size > MOST_KEPT) checkouts.delete(oldest);
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
      // Pressed twice, it is paid once and the event leaves twice, as happens with real ones.
      found.state = 'paid';
      found.hasBegun = true;
      if (amount !== undefined) found.paidAmount = amount;
      return signedEvent({ kind: 'paid', payment: paymentOf(found) }, found.secret, clock.now());
    },
  };
}
