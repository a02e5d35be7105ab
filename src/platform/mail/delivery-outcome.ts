/** `reason` never contains the receiver's text, which may contain personal data. */
export type DeliveryOutcome =
  | { kind: 'delivered' }
  /** Retried, after `afterMs` if the receiver requested it. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** Permanently rejected. `answer` is the receiver's text, shown only with the lead. */
  | { kind: 'rejected'; reason: string; answer?: string }
  /** Not sent, and never will be; says nothing about the receiver. */
  | { kind: 'withheld'; reason: string };

export const DELIVERY_TIMEOUT_MS = 8000;
