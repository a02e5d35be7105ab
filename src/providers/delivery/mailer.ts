import type { DeliveryOutcome } from './delivery-adapter.ts';

export type Mail = {
  /** The source of its Message-ID, so that repeats are one mail. */
  key: string;
  /** Key of the mail it follows up. */
  follows?: string;
  /** A plain address. */
  to: string;
  /** Display name of the From address. */
  fromName: string;
  /** Reply-To address; left out if it is not a plain address. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html?: string;
  /** RFC 8058: the address that a POST unsubscribes at, in one step. */
  unsubscribeUrl?: string;
  /** RFC 3834: keeps absence notes from answering. */
  autoSubmitted: 'auto-generated' | 'auto-replied';
};

/** Sends e-mail, at least once; returns every failure as an outcome and never rejects. */
export type Mailer = { send(mail: Mail): Promise<DeliveryOutcome> };
