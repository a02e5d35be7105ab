/** A lead on its way to a dealer's CRM. */
export type CrmMessage = {
  /** Also the idempotency key: the receiver keeps one lead per id, however often it arrives. */
  leadId: string;
  /** The lead as JSON text. */
  body: string;
};

/** `reason` never holds what the receiver wrote: it could repeat personal data. */
export type DeliveryOutcome =
  | { kind: 'delivered' }
  /** Worth another try, not before `afterMs` where the receiver said so. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** The receiver will never take this lead. */
  | { kind: 'rejected'; reason: string };

/** Delivery is at least once; `deliver` answers every failure as an outcome and never rejects. */
export type CrmClient = { deliver(message: CrmMessage): Promise<DeliveryOutcome> };
