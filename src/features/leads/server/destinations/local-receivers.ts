import type { Mail, Mailer } from '#src/features/leads/server/mail/mailer.ts';
import { isPlainAddress } from '#src/platform/text/safe-text.ts';
import {
  type DeliveryAdapter,
  type DeliveryOutcome,
  type LeadMessage,
  messageKey,
} from './delivery-adapter.ts';

/** The fault mode of the local receiver's next responses. */
export type ReceiverFaultMode =
  | 'accepts'
  /** Keeps the lead, answers after the sender has given up. */
  | 'late'
  /** Keeps the lead, its answer never arrives. */
  | 'loses-answer'
  /** Neither keeps nor answers. */
  | 'silent'
  | 'busy'
  | 'fails'
  | 'refuses';

/** The delay a busy receiver requests. */
export const BUSY_RETRY_AFTER_MS = 7000;

const ANSWERS: Record<ReceiverFaultMode, DeliveryOutcome> = {
  accepts: { kind: 'delivered' },
  late: { kind: 'retry', reason: 'no response in time' },
  'loses-answer': { kind: 'retry', reason: 'no connection' },
  silent: { kind: 'retry', reason: 'no response in time' },
  busy: { kind: 'retry', reason: 'HTTP 429', afterMs: BUSY_RETRY_AFTER_MS },
  fails: { kind: 'retry', reason: 'HTTP 500' },
  refuses: { kind: 'rejected', reason: 'HTTP 400' },
};
const KEEPS: readonly ReceiverFaultMode[] = ['accepts', 'late', 'loses-answer'];

export type LocalAdapter = DeliveryAdapter & {
  behave(faultMode: ReceiverFaultMode): void;
  /** Every arrival, repeated ones included. */
  arrivals: LeadMessage[];
  /** One message per key, as stored by a receiver that honours keys. */
  kept: Map<string, LeadMessage>;
};

/** A delivery adapter whose receiver is inside this process and has fault modes. */
export function localAdapter(): LocalAdapter {
  let faultMode: ReceiverFaultMode = 'accepts';
  const arrivals: LeadMessage[] = [];
  const kept = new Map<string, LeadMessage>();
  return {
    arrivals,
    kept,
    behave: (next) => {
      faultMode = next;
    },
    async deliver(message) {
      arrivals.push(message);
      const key = messageKey(message);
      if (KEEPS.includes(faultMode) && !kept.has(key)) kept.set(key, message);
      return ANSWERS[faultMode];
    },
  };
}

const SMTP_OUTCOMES: Record<ReceiverFaultMode, DeliveryOutcome> = {
  accepts: { kind: 'delivered' },
  late: { kind: 'retry', reason: 'no response in time' },
  'loses-answer': { kind: 'retry', reason: 'no connection' },
  silent: { kind: 'retry', reason: 'no response in time' },
  busy: { kind: 'retry', reason: 'SMTP 451' },
  fails: { kind: 'retry', reason: 'SMTP 421' },
  refuses: { kind: 'rejected', reason: 'SMTP 550' },
};
const MAIL_DELIVERED_MODES: readonly ReceiverFaultMode[] = ['accepts', 'late', 'loses-answer'];

export type LocalMailer = Mailer & {
  behave(faultMode: ReceiverFaultMode): void;
  /** Every mail that arrived, repeated ones included. */
  arrivals: Mail[];
};

/** A mailer whose mailbox is inside this process and has fault modes. */
export function localMailer(): LocalMailer {
  let faultMode: ReceiverFaultMode = 'accepts';
  const arrivals: Mail[] = [];
  return {
    arrivals,
    behave: (next) => {
      faultMode = next;
    },
    async send(mail) {
      if (!isPlainAddress(mail.to)) return { kind: 'withheld', reason: 'no plain e-mail address' };
      if (MAIL_DELIVERED_MODES.includes(faultMode)) arrivals.push(mail);
      return SMTP_OUTCOMES[faultMode];
    },
  };
}
