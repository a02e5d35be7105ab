import type { DeliveryOutcome } from './delivery-adapter.ts';

export type Mail = {
  /** What makes it one mail however often it is sent: its Message-ID is made of it. */
  key: string;
  /** Key of the mail it follows up. */
  follows?: string;
  /** A plain address. */
  to: string;
  /** Stands beside the address mails are sent from. */
  fromName: string;
  /** Whom a response goes to; left out where it is no plain address. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html?: string;
  /** RFC 3834: keeps absence notes from answering. */
  autoSubmitted: 'auto-generated' | 'auto-replied';
};

/** Sends e-mail, at least once; answers every failure as an outcome and never rejects. */
export type Mailer = { send(mail: Mail): Promise<DeliveryOutcome> };
