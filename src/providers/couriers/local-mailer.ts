import { isPlainAddress } from '#src/domain/lead/mail-address.ts';
import type { DeliveryOutcome } from './courier.ts';
import type { ReceiverMood } from './local-courier.ts';
import type { Mail, Mailer } from './mailer.ts';

const ANSWERS: Record<ReceiverMood, DeliveryOutcome> = {
  accepts: { kind: 'delivered' },
  late: { kind: 'retry', reason: 'no answer in time' },
  'loses-answer': { kind: 'retry', reason: 'no connection' },
  silent: { kind: 'retry', reason: 'no answer in time' },
  busy: { kind: 'retry', reason: 'SMTP 451' },
  fails: { kind: 'retry', reason: 'SMTP 421' },
  refuses: { kind: 'rejected', reason: 'SMTP 550' },
};
const KEEPS: readonly ReceiverMood[] = ['accepts', 'late', 'loses-answer'];

export type LocalMailer = Mailer & {
  behave(mood: ReceiverMood): void;
  /** Every mail that arrived, repeated ones included. */
  arrivals: Mail[];
};

/** A mailer whose mailbox is inside this process and can be told to misbehave. */
export function localMailer(): LocalMailer {
  let mood: ReceiverMood = 'accepts';
  const arrivals: Mail[] = [];
  return {
    arrivals,
    behave: (next) => {
      mood = next;
    },
    async send(mail) {
      if (!isPlainAddress(mail.to)) return { kind: 'withheld', reason: 'no plain e-mail address' };
      if (KEEPS.includes(mood)) arrivals.push(mail);
      return ANSWERS[mood];
    },
  };
}
