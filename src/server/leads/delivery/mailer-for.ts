import type { Mailer } from '#src/providers/delivery/mailer.ts';
import { smtpMailer } from '#src/providers/delivery/smtp-mailer.ts';
import type { Services } from '../../services.ts';

/** Whether this installation sends e-mail. */
export const canMail = ({ env }: Pick<Services, 'env'>): boolean =>
  env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined;

/** The mailer of this installation, or the settings it lacks. */
export function mailerFor({ env }: Pick<Services, 'env'>): { mailer: Mailer } | { missing: string } {
  if (env.SMTP_URL === undefined) return { missing: 'environment variable SMTP_URL is not set' };
  if (env.MAIL_FROM === undefined) return { missing: 'environment variable MAIL_FROM is not set' };
  return { mailer: smtpMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }) };
}
