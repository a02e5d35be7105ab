import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';

/** A lead, or a later update of it, on its way to a destination. */
export type LeadMessage = {
  /** Of the lead, also where this is an update of it. */
  leadId: string;
  /** 1 for the lead itself, then 2, 3, … for updates of it. */
  sequence: number;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** Name of the form that was filled in. */
  form: string;
  payload: LeadPayload;
};

/** The id of a message, the same for all destinations: the lead's id, with a number for updates. */
export const messageKey = ({ leadId, sequence }: Pick<LeadMessage, 'leadId' | 'sequence'>): string =>
  sequence === 1 ? leadId : `${leadId}.${sequence}`;

/**
 * The key under which a receiver stores one message, however often it arrives. Two destinations of a dealer may be
 * one system, which would treat the second copy as a repeat: each destination has its own keys.
 * @param destination its name, unique within the dealer
 */
export const deliveryKey = (message: Pick<LeadMessage, 'leadId' | 'sequence'>, destination: string): string =>
  `${messageKey(message)}.${destination}`;

/** `reason` never contains the receiver's text, which could repeat personal data. */
export type DeliveryOutcome =
  | { kind: 'delivered' }
  /** Worth another try, not before `afterMs` where the receiver said so. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** The receiver will never take this lead; `answer` is what it wrote, only for those who look at the lead. */
  | { kind: 'rejected'; reason: string; answer?: string }
  /** Not sent, and never to be: that says nothing about the receiver, who was not asked. */
  | { kind: 'withheld'; reason: string };

/** Delivery is at least once; `deliver` returns every failure as an outcome and never rejects. */
export type DeliveryAdapter = { deliver(message: LeadMessage): Promise<DeliveryOutcome> };
