import * as v from 'valibot';
import type { Endpoint } from '#src/platform/http/endpoint.ts';
import { DAY_MS, MINUTE_MS } from '#src/platform/time/duration.ts';

/** BUY-01: held while its payment is pending, reserved once it is paid. The others are final. */
export const RESERVATION_STATES = ['held', 'reserved', 'expired', 'cancelled', 'refunded'] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];

/** How long the payment page is open; Stripe's minimum is half an hour, by its own clock. */
export const PAYMENT_OPEN_MS = 32 * MINUTE_MS;
/**
 * How long a vehicle is held for a payment in progress; longer than the page is open, so that a last-second payment
 * counts.
 */
export const HOLD_MS = 35 * MINUTE_MS;
/** How long a vehicle is held before the shopper starts to pay. */
export const UNSTARTED_HOLD_MS = 5 * MINUTE_MS;
/** Concurrent unpaid holds per phone, per network, and per browser or account. */
export const MAX_UNPAID_HOLDS = 2;
/** Retention of unpaid reservations: a processor retries an event for three days. */
export const UNPAID_RETENTION_MS = 7 * DAY_MS;

const ID = /^[\w-]{32}$/;
/**
 * Whether a text is a well-formed id of a reservation or payment; ids are random, since they give access to the page.
 */
export const isPaymentId = (text: string): boolean => ID.test(text);

/** The state of a reservation as displayed to its shopper. */
export type ReservationStanding =
  /** The shopper has cancelled on the payment page. */
  | 'unpaid'
  /** Cancelled, and the vehicle can no longer be reserved. */
  | 'gone'
  /** The shopper has returned from the payment page, but the processor has not confirmed yet. */
  | 'confirming'
  | 'reserved'
  /** The vehicle was no longer available; the deposit is being refunded. */
  | 'refund-due'
  | 'refunded'
  /** The payment's amount, currency or checkout differs from the order; it is refunded. */
  | 'mismatched'
  | 'expired'
  | 'cancelled';

type StandingMessage = { heading: string; text: string };

/** @param about name and noun of the vehicle, the formatted deposit, and when the hold ends: `2:35 pm` */
export function standingMessage(
  standing: ReservationStanding,
  { name, noun, deposit, until }: { name: string; noun: string; deposit: string; until: string },
): StandingMessage {
  switch (standing) {
    case 'unpaid':
      return {
        heading: 'You haven’t paid yet',
        text: `We hold the ${name} for you until ${until}. Pay the deposit of ${deposit} to reserve it.`,
      };
    case 'gone':
      return {
        heading: `The ${noun} can no longer be reserved`,
        text: `The ${name} was sold, reserved or taken off our website before you paid. Nothing was charged.`,
      };
    case 'confirming':
      return {
        heading: 'We’re confirming your payment',
        text: `This usually takes a few seconds. The ${name} is held for you meanwhile. This page refreshes by itself.`,
      };
    case 'reserved':
      return {
        heading: `The ${noun} is reserved for you`,
        text: `We have received your deposit of ${deposit} for the ${name}. We’ll call you to arrange the purchase.`,
      };
    case 'refund-due':
      return {
        heading: `The ${noun} is no longer free`,
        text: `The ${name} was sold, reserved or taken off our website before your payment arrived. We are sending your deposit of ${deposit} back to your card.`,
      };
    case 'refunded':
      return {
        heading: 'Your deposit was refunded',
        text: `Your deposit of ${deposit} for the ${name} went back to your card. Your bank may take a few days to show it.`,
      };
    case 'mismatched':
      return {
        heading: 'Your payment goes back to your card',
        text: `The payment we received isn’t the deposit of ${deposit} for the ${name}, so the ${noun} isn’t reserved. We are sending the payment back to your card. Your bank may take a few days to show it.`,
      };
    case 'expired':
      return {
        heading: 'The time to pay is over',
        text: `We no longer hold the ${name} for you, and we have received no payment. If your bank shows a payment of ${deposit}, please call us.`,
      };
    case 'cancelled':
      return {
        heading: 'Your reservation was cancelled',
        text: `Nothing was charged, and we no longer hold the ${name} for you.`,
      };
  }
}

export const PAYMENT_WEBHOOK_PATH = '/api/payments/webhook';

const EventSchema = v.pipe(
  v.looseObject({}),
  v.description('An event as the processor sends it, signed over the body as it is'),
);
const ReceivedSchema = v.object({
  received: v.pipe(v.literal(true), v.description('The event is not sent again')),
});

export const PAYMENT_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'POST',
    path: PAYMENT_WEBHOOK_PATH,
    summary:
      'Takes the events of a dealer’s account at the payment processor: `checkout.session.completed`, `checkout.session.expired` and `charge.refunded`. Others are accepted and ignored. An event may arrive often and in any order; it takes effect once.',
    request: EventSchema,
    response: ReceivedSchema,
    statuses: {
      200: 'Taken, now or before, or not about this site',
      400: '`wrong_signature`: not signed with the secret of `payments.stripe.webhookSecret`, or more than five minutes ago',
      404: '`no_payments`: the site takes no payments',
      503: '`not_stored`: the event could not be stored and is to be sent again; `Retry-After` gives the seconds to wait',
    },
  },
];
