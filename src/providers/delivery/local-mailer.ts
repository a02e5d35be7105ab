import { isPlainAddress } from '#src/domain/lead/mail-address.ts';
import type { DeliveryOutcome } from './delivery-adapter.ts';
import type { ReceiverFaultMode } from './local-adapter.ts';
import type { Mail, Mailer } from './mailer.ts';

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
