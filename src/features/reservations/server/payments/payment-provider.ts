import type { Cents } from '#src/platform/number/number-format.ts';

/** What a shopper is to pay, and where the payment page sends them afterwards. */
export type CheckoutOrder = {
  amount: Cents;
  currency: 'AUD';
  /** What is paid for, as the payment page says it. */
  description: string;
  /** Our name of the order; every event of the checkout has it. */
  reference: string;
  successAddress: string;
  cancelAddress: string;
  /** From then on the page takes no payment; from half an hour to a day ahead. */
  expiresAt: Date;
  /** The same for a repeated request, which opens no second checkout. */
  idempotencyKey: string;
  /** Fills in the payment page. */
  email?: string | undefined;
};

/** The payment of a checkout. */
export type Payment = {
  checkout: string;
  reference: string;
  /** Names the payment for a refund. */
  payment: string;
  amount: Cents;
  /** As the processor wrote it, in capitals. */
  currency: string;
};

type Unavailable = { kind: 'unavailable'; reason: string };

export type CheckoutOutcome =
  /** `address` is the payment page, as the processor sent it. */
  { kind: 'created'; id: string; address: string } | Unavailable;

export type CloseOutcome =
  /** Nothing was paid, and nothing can be paid any more. */
  { kind: 'closed' } | { kind: 'paid'; payment: Payment } | Unavailable;

/** Whether the shopper has begun to pay: a card was entered and sent, be it declined. */
export type ProgressOutcome = { kind: 'begun' | 'untouched' } | Unavailable;

export type RefundOutcome = { kind: 'refunded' } | Unavailable;

export type PaymentEvent =
  | { kind: 'paid'; payment: Payment }
  | { kind: 'expired'; checkout: string; reference: string }
  /**
   * All of a payment went back, be it by us or by the dealer at the processor. `reference` is ours, where the processor
   * repeats it: this event may come before the one of the payment.
   */
  | { kind: 'refunded'; payment: string; reference?: string | undefined }
  | { kind: 'other' };

/**
 * The dealer's account with a payment processor. Card data is entered on its page and never reaches us. Returns every
 * failure as an outcome and never rejects; a reason names no person.
 */
export type Payments = {
  createCheckout(order: CheckoutOrder): Promise<CheckoutOutcome>;
  /** Ends a checkout, unless it has been paid. */
  closeCheckout(id: string): Promise<CloseOutcome>;
  progress(id: string): Promise<ProgressOutcome>;
  /** Pays all of a payment back; done already, it is done. */
  refund(order: { payment: string; idempotencyKey: string }): Promise<RefundOutcome>;
  /**
   * @param body as it arrived, byte for byte
   * @returns undefined where the signature is not the processor's, or too old
   */
  readEvent(body: Uint8Array, headers: Headers, now: Date): Promise<PaymentEvent | undefined>;
};
