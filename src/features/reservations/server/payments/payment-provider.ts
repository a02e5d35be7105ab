import type { Cents } from '#src/platform/number/number-format.ts';

/** The order of a checkout, and the return URLs. */
export type CheckoutOrder = {
  amount: Cents;
  currency: 'AUD';
  /** Displayed on the payment page. */
  description: string;
  /** Our id of the order, included in every event of the checkout. */
  reference: string;
  successAddress: string;
  cancelAddress: string;
  /** When the payment page closes; half an hour to a day ahead. */
  expiresAt: Date;
  idempotencyKey: string;
  /** Prefills the payment page. */
  email?: string | undefined;
};

export type Payment = {
  checkout: string;
  reference: string;
  /** Id of the payment, for refunds. */
  payment: string;
  amount: Cents;
  /** Upper case. */
  currency: string;
};

type Unavailable = { kind: 'unavailable'; reason: string };

export type CheckoutOutcome =
  /** `address` is the unvalidated URL of the payment page. */
  { kind: 'created'; id: string; address: string } | Unavailable;

export type CloseOutcome =
  /** Not paid, and no longer payable. */
  { kind: 'closed' } | { kind: 'paid'; payment: Payment } | Unavailable;

/** `begun` once a card was submitted, even if declined. */
export type ProgressOutcome = { kind: 'begun' | 'untouched' } | Unavailable;

export type RefundOutcome = { kind: 'refunded' } | Unavailable;

export type PaymentEvent =
  | { kind: 'paid'; payment: Payment }
  | { kind: 'expired'; checkout: string; reference: string }
  /**
   * A full refund, by us or by the dealer at the processor. `reference` is our order id, if the processor includes
   * it; the event may precede that of the payment.
   */
  | { kind: 'refunded'; payment: string; reference?: string | undefined }
  | { kind: 'other' };

/**
 * A dealer's account at a payment processor. Card data is entered on its page and never reaches this system. Never
 * rejects; reasons contain no personal data.
 */
export type Payments = {
  createCheckout(order: CheckoutOrder): Promise<CheckoutOutcome>;
  /** Closes an unpaid checkout. */
  closeCheckout(id: string): Promise<CloseOutcome>;
  progress(id: string): Promise<ProgressOutcome>;
  /** Refunds a payment in full. Idempotent. */
  refund(order: { payment: string; idempotencyKey: string }): Promise<RefundOutcome>;
  /**
   * @param body raw
   * @returns undefined if the signature is invalid or too old
   */
  readEvent(body: Uint8Array, headers: Headers, now: Date): Promise<PaymentEvent | undefined>;
};
