import { createTransport, type NodemailerError } from 'nodemailer';
import {
  DELIVERY_TIMEOUT_MS,
  type DeliveryOutcome,
} from '#src/features/leads/server/destinations/delivery-adapter.ts';
import { isPlainAddress, singleLine } from '#src/platform/text/safe-text.ts';
import type { Services } from '#src/server/services.ts';

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

const LONGEST_HEADER_TEXT = 200;
const THIS_MACHINE = ['127.0.0.1', 'localhost'];
/**
 * Replies to these commands concern the mail; any other refusal concerns the account or the server and may be
 * temporary.
 */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

/** Words for a header: one line, and no longer than a reader shows. */
const words = (text: string) => [...singleLine(text)].slice(0, LONGEST_HEADER_TEXT).join('');

function outcomeOf(error: unknown): DeliveryOutcome {
  const {
    code,
    command = '',
    responseCode,
    permanent,
  }: Partial<NodemailerError> = error instanceof Error ? error : {};
  if (responseCode !== undefined) {
    const reason = `SMTP ${responseCode}`;
    const isRefused = permanent === true && ABOUT_THE_MAIL.includes(command);
    return { kind: isRefused ? 'rejected' : 'retry', reason };
  }
  const isSilent = code === 'EABORT' || code === 'ETIMEDOUT';
  return { kind: 'retry', reason: isSilent ? 'no response in time' : 'no connection' };
}

/**
 * Mail by SMTP.
 * @param options.url `smtps://user:password@host`; plain `smtp:` must change to TLS except on this machine
 * @param options.from plain address mails are sent from
 */
export function smtpMailer(options: { url: string; from: string; timeoutMs?: number }): Mailer {
  const { url, from, timeoutMs = DELIVERY_TIMEOUT_MS } = options;
  const { protocol, hostname } = new URL(url);
  const transport = createTransport({
    url,
    requireTLS: protocol === 'smtp:' && !THIS_MACHINE.includes(hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A shopper's text must not make it read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const idOf = (key: string) => `<${key.replace(/[^\w.-]/g, '-')}@${from.split('@')[1] ?? 'localhost'}>`;

  const messageOf = ({
    key,
    follows,
    to,
    fromName,
    replyTo,
    subject,
    text,
    html,
    unsubscribeUrl,
    autoSubmitted,
  }: Mail) => ({
    messageId: idOf(key),
    ...(follows === undefined ? {} : { inReplyTo: idOf(follows), references: [idOf(follows)] }),
    // Objects, because a list in one text would be read as several recipients.
    from: { name: words(fromName), address: from },
    to: { name: '', address: to },
    ...(replyTo && isPlainAddress(replyTo.address)
      ? { replyTo: { name: words(replyTo.name), address: replyTo.address } }
      : {}),
    subject: words(subject),
    text,
    ...(html === undefined ? {} : { html }),
    headers: {
      'Auto-Submitted': autoSubmitted,
      ...(unsubscribeUrl !== undefined && {
        // Neither may be folded or encoded.
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  });

  return {
    async send(mail) {
      if (!isPlainAddress(mail.to)) return { kind: 'withheld', reason: 'no plain e-mail address' };
      try {
        await transport.sendMail({ ...messageOf(mail), signal: AbortSignal.timeout(timeoutMs) });
        return { kind: 'delivered' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** Whether this installation sends e-mail. */
export const canMail = ({ env }: Pick<Services, 'env'>): boolean =>
  env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined;

/** The mailer of this installation, or the settings it lacks. */
export function mailerFor({ env }: Pick<Services, 'env'>): { mailer: Mailer } | { missing: string } {
  if (env.SMTP_URL === undefined) return { missing: 'environment variable SMTP_URL is not set' };
  if (env.MAIL_FROM === undefined) return { missing: 'environment variable MAIL_FROM is not set' };
  return { mailer: smtpMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }) };
}
