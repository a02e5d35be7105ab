import type { NodemailerError, Transporter } from 'nodemailer';
import type { Environment } from '#src/config/environment.ts';
import { isPlainAddress, singleLine } from '#src/platform/text/safe-text.ts';
import { DELIVERY_TIMEOUT_MS, type DeliveryOutcome } from './delivery-outcome.ts';

export type Mail = {
  /** Source of the Message-ID, so that mail clients can drop duplicates. */
  key: string;
  /** Key of the e-mail it follows up. */
  follows?: string;
  to: string;
  fromName: string;
  /** Omitted if it is not a plain address. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html?: string;
  /** RFC 8058: URL for one-click unsubscription by POST. */
  unsubscribeUrl?: string;
  /** RFC 3834: suppresses out-of-office replies. */
  autoSubmitted: 'auto-generated' | 'auto-replied';
};

/** At least once; never rejects. */
export type Mailer = { send(mail: Mail): Promise<DeliveryOutcome> };

const MAX_HEADER_LENGTH = 200;
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost'];
/**
 * Responses to these commands concern the message; any other rejection concerns the account or the server and may be
 * temporary.
 */
const MESSAGE_COMMANDS = ['RCPT TO', 'DATA'];

/** Header text: a single line of limited length. */
const headerText = (text: string) => [...singleLine(text)].slice(0, MAX_HEADER_LENGTH).join('');

function outcomeOf(error: unknown): DeliveryOutcome {
  const {
    code,
    command = '',
    responseCode,
    permanent,
  }: Partial<NodemailerError> = error instanceof Error ? error : {};
  if (responseCode !== undefined) {
    const reason = `SMTP ${responseCode}`;
    const isRefused = permanent === true && MESSAGE_COMMANDS.includes(command);
    return { kind: isRefused ? 'rejected' : 'retry', reason };
  }
  const isTimeout = code === 'EABORT' || code === 'ETIMEDOUT';
  return { kind: 'retry', reason: isTimeout ? 'no response in time' : 'no connection' };
}

/** SMTP. */
export function smtpMailer(options: { url: string; from: string; timeoutMs?: number }): Mailer {
  const { url, from, timeoutMs = DELIVERY_TIMEOUT_MS } = options;
  const { protocol, hostname } = new URL(url);
  let transport: Transporter | undefined;
  /** Few processes send any mail, so the library is loaded for the first one. */
  async function opened(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    transport ??= createTransport({
      url,
      requireTLS: protocol === 'smtp:' && !LOOPBACK_HOSTS.includes(hostname),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // User input must not make it read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return transport;
  }
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
    // Objects, because a comma-separated string would be parsed as several recipients.
    from: { name: headerText(fromName), address: from },
    to: { name: '', address: to },
    ...(replyTo && isPlainAddress(replyTo.address)
      ? { replyTo: { name: headerText(replyTo.name), address: replyTo.address } }
      : {}),
    subject: headerText(subject),
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
        const smtp = await opened();
        await smtp.sendMail({ ...messageOf(mail), signal: AbortSignal.timeout(timeoutMs) });
        return { kind: 'delivered' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

export const canMail = ({ env }: { env: Environment }): boolean =>
  env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined;

export function mailerFor({ env }: { env: Environment }): { mailer: Mailer } | { missing: string } {
  if (env.SMTP_URL === undefined) return { missing: 'environment variable SMTP_URL is not set' };
  if (env.MAIL_FROM === undefined) return { missing: 'environment variable MAIL_FROM is not set' };
  return { mailer: smtpMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }) };
}
