import type Stripe from 'stripe';
import * as v from 'valibot';
import { SERVICE_TIMEOUT_MS, type Service } from '#src/platform/external-services/service-client.ts';
import { SIGNATURE_TOLERANCE_S } from '#src/platform/webhooks/webhook-signature.ts';
import type { CheckoutOrder, Payment, PaymentEvent, Payments } from './payment-provider.ts';

const IdSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(255));
const ExpandableSchema = v.union([
  IdSchema,
  v.pipe(
    v.object({ id: IdSchema }),
    v.transform(({ id }) => id),
  ),
]);

const SessionSchema = v.object({
  id: IdSchema,
  client_reference_id: v.optional(v.nullable(v.string()), null),
  status: v.optional(v.nullable(v.string()), null),
  payment_status: v.optional(v.nullable(v.string()), null),
  payment_intent: v.optional(v.nullable(ExpandableSchema), null),
  amount_total: v.optional(v.nullable(v.pipe(v.number(), v.integer())), null),
  currency: v.optional(v.nullable(v.string()), null),
});
type Session = v.InferOutput<typeof SessionSchema>;

const ChargeSchema = v.object({
  refunded: v.boolean(),
  payment_intent: v.optional(v.nullable(ExpandableSchema), null),
  metadata: v.optional(v.nullable(v.object({ reference: v.optional(v.string()) })), null),
});

const EventSchema = v.object({ type: v.string(), data: v.object({ object: v.unknown() }) });

const OTHER: PaymentEvent = { kind: 'other' };

function paymentOf(session: Session): Payment | undefined {
  const { id, client_reference_id, payment_status, payment_intent, amount_total, currency } = session;
  if (payment_status !== 'paid' || !client_reference_id || !payment_intent) return undefined;
  return {
    checkout: id,
    reference: client_reference_id,
    payment: payment_intent,
    amount: amount_total ?? 0,
    currency: (currency ?? '').toUpperCase(),
  };
}

/** The state of a Checkout Session; undefined if invalid. */
function sessionState(
  session: unknown,
): { kind: 'paid'; payment: Payment } | { kind: 'expired' | 'open' } | undefined {
  const read = v.safeParse(SessionSchema, session);
  if (!read.success) return undefined;
  const payment = paymentOf(read.output);
  if (payment) return { kind: 'paid', payment };
  return { kind: read.output.status === 'expired' ? 'expired' : 'open' };
}

/** Stripe creates a session's PaymentIntent when its form is first submitted. */
function hasBegun(session: unknown): boolean | undefined {
  const read = v.safeParse(SessionSchema, session);
  return read.success ? read.output.payment_intent !== null : undefined;
}

/** Irrelevant or invalid events are `other`, and accepted: Stripe would retry them for days. */
function paymentEvent(event: unknown): PaymentEvent {
  const read = v.safeParse(EventSchema, event);
  if (!read.success) return OTHER;
  const { type, data } = read.output;
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const state = sessionState(data.object);
      return state?.kind === 'paid' ? state : OTHER;
    }
    case 'checkout.session.expired': {
      const session = v.safeParse(SessionSchema, data.object);
      if (!session.success || !session.output.client_reference_id) return OTHER;
      const { id, client_reference_id } = session.output;
      return { kind: 'expired', checkout: id, reference: client_reference_id };
    }
    case 'charge.refunded': {
      const charge = v.safeParse(ChargeSchema, data.object);
      if (!charge.success || !charge.output.refunded || !charge.output.payment_intent) return OTHER;
      const { payment_intent: payment, metadata } = charge.output;
      return { kind: 'refunded', payment, ...(metadata?.reference && { reference: metadata.reference }) };
    }
    default:
      return OTHER;
  }
}

export type StripeAccount = Service & { webhookSecret: string };

/** Stripe's client rejects old timestamps, but not future ones. */
const isFromFuture = (signature: string, now: Date): boolean =>
  [...signature.matchAll(/(?:^|,)t=(\d+)/g)].some(
    ([, seconds]) => Number(seconds) - now.getTime() / 1000 > SIGNATURE_TOLERANCE_S,
  );

const MAX_DESCRIPTION = 200;
const UNDOCUMENTED = { kind: 'unavailable', reason: 'the response is not as documented' } as const;
const TIMED_OUT = { kind: 'unavailable', reason: 'no response in time' } as const;

type Failure = { statusCode?: unknown; code?: unknown };
const fieldsOf = (error: unknown): Failure => (typeof error === 'object' && error !== null ? error : {});

/** Stripe's messages may quote the request; status and code do not. */
function reasonOf(error: unknown): string {
  const { statusCode, code } = fieldsOf(error);
  if (typeof statusCode !== 'number') return 'no connection';
  return typeof code === 'string' && /^\w{1,60}$/.test(code)
    ? `HTTP ${statusCode}, ${code}`
    : `HTTP ${statusCode}`;
}

const unavailable = (error: unknown) => ({ kind: 'unavailable', reason: reasonOf(error) }) as const;

const sessionOf = (order: CheckoutOrder): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: order.reference,
  success_url: order.successAddress,
  cancel_url: order.cancelAddress,
  expires_at: Math.floor(order.expiresAt.getTime() / 1000),
  // Cards and wallets only, because they are paid immediately.
  allowed_payment_method_types: ['card'],
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: order.currency.toLowerCase(),
        unit_amount: order.amount,
        product_data: { name: order.description.slice(0, MAX_DESCRIPTION) },
      },
    },
  ],
  // Copied to the charge by Stripe, so that refund events include it.
  payment_intent_data: { metadata: { reference: order.reference } },
  ...(order.email && { customer_email: order.email }),
});

/**
 * Stripe Checkout. The account's webhook must send `checkout.session.completed`, `checkout.session.expired` and
 * `charge.refunded`.
 */
export function stripePayments({ url, key, webhookSecret, timeoutMs }: StripeAccount): Payments {
  const limitMs = timeoutMs ?? SERVICE_TIMEOUT_MS;
  let loaded: Promise<Stripe> | undefined;

  /** Loaded lazily, because most sites take no payments. */
  async function load(): Promise<Stripe> {
    const { default: StripeClient } = await import('stripe');
    const { protocol, hostname, port } = new URL(url);
    return new StripeClient(key, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      ...(port && { port }),
      timeout: limitMs,
      maxNetworkRetries: 1,
      telemetry: false,
    });
  }
  function client(): Promise<Stripe> {
    loaded ??= load();
    return loaded;
  }

  /** The client's timeout applies to each attempt; this one applies overall. */
  async function withTimeout<T extends object>(
    work: (stripe: Stripe) => Promise<T>,
  ): Promise<T | typeof TIMED_OUT> {
    const stripe = await client();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<typeof TIMED_OUT>((resolve) => {
      timer = setTimeout(() => resolve(TIMED_OUT), limitMs);
    });
    return Promise.race([work(stripe), late]).finally(() => clearTimeout(timer));
  }

  return {
    createCheckout: (order) =>
      withTimeout((stripe) =>
        stripe.checkout.sessions
          .create(sessionOf(order), { idempotencyKey: order.idempotencyKey })
          .then(
            ({ id, url: address }) =>
              id && address ? ({ kind: 'created', id, address } as const) : UNDOCUMENTED,
            unavailable,
          ),
      ),

    closeCheckout: (id) =>
      withTimeout(async ({ checkout }) => {
        try {
          await checkout.sessions.expire(id);
          return { kind: 'closed' } as const;
        } catch (error) {
          // Only open sessions can be expired.
          if (fieldsOf(error).statusCode !== 400) return unavailable(error);
        }
        return checkout.sessions.retrieve(id).then((session) => {
          const state = sessionState(session);
          if (state?.kind === 'paid') return state;
          return state?.kind === 'expired' ? ({ kind: 'closed' } as const) : UNDOCUMENTED;
        }, unavailable);
      }),

    progress: (id) =>
      withTimeout(({ checkout }) =>
        checkout.sessions.retrieve(id).then((session) => {
          const begun = hasBegun(session);
          if (begun === undefined) return UNDOCUMENTED;
          return { kind: begun ? 'begun' : 'untouched' } as const;
        }, unavailable),
      ),

    refund: ({ payment, idempotencyKey }) =>
      withTimeout((stripe) =>
        stripe.refunds.create({ payment_intent: payment }, { idempotencyKey }).then(
          () => ({ kind: 'refunded' }) as const,
          (error: unknown) =>
            fieldsOf(error).code === 'charge_already_refunded'
              ? ({ kind: 'refunded' } as const)
              : unavailable(error),
        ),
      ),

    async readEvent(body, headers, now) {
      const { webhooks } = await client();
      try {
        const signature = headers.get('stripe-signature') ?? '';
        if (isFromFuture(signature, now)) return undefined;
        const at = now.getTime();
        return paymentEvent(
          webhooks.constructEvent(
            Buffer.from(body),
            signature,
            webhookSecret,
            SIGNATURE_TOLERANCE_S,
            undefined,
            at,
          ),
        );
      } catch {
        return undefined;
      }
    },
  };
}
