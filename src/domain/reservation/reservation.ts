import { DAY_MS, MINUTE_MS } from '../duration.ts';

/** BUY-01: held while its payment is under way, reserved once it is paid. The others are over. */
export const RESERVATION_STATES = ['held', 'reserved', 'expired', 'cancelled', 'refunded'] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];

/** How long the payment page takes a payment; Stripe allows no less than half an hour, by its own clock. */
export const PAYMENT_OPEN_MS = 32 * MINUTE_MS;
/** How long a vehicle is held for a payment that has begun; longer than the page, so that a payment of the last second counts. */
export const HOLD_MS = 35 * MINUTE_MS;
/** How long a vehicle is held for a shopper who has not begun to pay. */
export const UNSTARTED_HOLD_MS = 5 * MINUTE_MS;
/** Unpaid holds at once, of one phone, one network and one browser or account. */
export const MAX_UNPAID_HOLDS = 2;
/** How long what was never paid is stored: a processor repeats an event for three days. */
export const UNPAID_RETENTION_MS = 7 * DAY_MS;

const ID = /^[\w-]{32}$/;
/** Whether a text may be the id of a reservation or a payment: random, it opens their pages. */
export const isPaymentId = (text: string): boolean => ID.test(text);
