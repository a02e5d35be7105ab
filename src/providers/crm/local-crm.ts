import type { CrmClient, CrmMessage, DeliveryOutcome } from './crm.ts';

/** How the local CRM treats the next deliveries. */
export type CrmMood =
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

/** What a busy CRM asks for. */
export const BUSY_RETRY_AFTER_MS = 7000;

const ANSWERS: Record<CrmMood, DeliveryOutcome> = {
  accepts: { kind: 'delivered' },
  late: { kind: 'retry', reason: 'no answer in time' },
  'loses-answer': { kind: 'retry', reason: 'no connection' },
  silent: { kind: 'retry', reason: 'no answer in time' },
  busy: { kind: 'retry', reason: 'HTTP 429', afterMs: BUSY_RETRY_AFTER_MS },
  fails: { kind: 'retry', reason: 'HTTP 500' },
  refuses: { kind: 'rejected', reason: 'HTTP 400' },
};
const KEEPS: readonly CrmMood[] = ['accepts', 'late', 'loses-answer'];

export type LocalCrm = CrmClient & {
  behave(mood: CrmMood): void;
  /** Every arrival, repeated ones included. */
  arrivals: CrmMessage[];
  /** One message per lead, as a receiver that honours the key keeps them. */
  kept: Map<string, CrmMessage>;
};

/** A CRM inside this process that can be told to misbehave. */
export function localCrm(): LocalCrm {
  let mood: CrmMood = 'accepts';
  const arrivals: CrmMessage[] = [];
  const kept = new Map<string, CrmMessage>();
  return {
    arrivals,
    kept,
    behave: (next) => {
      mood = next;
    },
    async deliver(message) {
      arrivals.push(message);
      if (KEEPS.includes(mood) && !kept.has(message.leadId)) kept.set(message.leadId, message);
      return ANSWERS[mood];
    },
  };
}
