import * as v from 'valibot';
import type { Payment, PaymentEvent } from './payments.ts';

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

/** What a Checkout Session says: that it was paid, that it has ended, or neither; undefined if it cannot be read. */
export function sessionState(
  session: unknown,
): { kind: 'paid'; payment: Payment } | { kind: 'expired' | 'open' } | undefined {
  const read = v.safeParse(SessionSchema, session);
  if (!read.success) return undefined;
  const payment = paymentOf(read.output);
  if (payment) return { kind: 'paid', payment };
  return { kind: read.output.status === 'expired' ? 'expired' : 'open' };
}

/** Stripe makes the PaymentIntent of a session when its form is first sent. */
export function hasBegun(session: unknown): boolean | undefined {
  const read = v.safeParse(SessionSchema, session);
  return read.success ? read.output.payment_intent !== null : undefined;
}

/** A genuine event. One that is not about us, or cannot be read, is `other`: Stripe would send it for days. */
export function paymentEvent(event: unknown): PaymentEvent {
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
