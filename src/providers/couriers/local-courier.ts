import { type Courier, type DeliveryOutcome, type LeadMessage, messageKey } from './courier.ts';

/** How the local receiver treats the next deliveries. */
export type ReceiverMood =
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

/** What a busy receiver asks for. */
export const BUSY_RETRY_AFTER_MS = 7000;

const ANSWERS: Record<ReceiverMood, DeliveryOutcome> = {
  accepts: { kind: 'delivered' },
  late: { kind: 'retry', reason: 'no answer in time' },
  'loses-answer': { kind: 'retry', reason: 'no connection' },
  silent: { kind: 'retry', reason: 'no answer in time' },
  busy: { kind: 'retry', reason: 'HTTP 429', afterMs: BUSY_RETRY_AFTER_MS },
  fails: { kind: 'retry', reason: 'HTTP 500' },
  refuses: { kind: 'rejected', reason: 'HTTP 400' },
};
const KEEPS: readonly ReceiverMood[] = ['accepts', 'late', 'loses-answer'];

export type LocalCourier = Courier & {
  behave(mood: ReceiverMood): void;
  /** Every arrival, repeated ones included. */
  arrivals: LeadMessage[];
  /** One message per key, as a receiver that honours it keeps them. */
  kept: Map<string, LeadMessage>;
};

/** A courier whose receiver is inside this process and can be told to misbehave. */
export function localCourier(): LocalCourier {
  let mood: ReceiverMood = 'accepts';
  const arrivals: LeadMessage[] = [];
  const kept = new Map<string, LeadMessage>();
  return {
    arrivals,
    kept,
    behave: (next) => {
      mood = next;
    },
    async deliver(message) {
      arrivals.push(message);
      const key = messageKey(message);
      if (KEEPS.includes(mood) && !kept.has(key)) kept.set(key, message);
      return ANSWERS[mood];
    },
  };
}
