import type { Environment } from '#src/config/environment.ts';
import { httpSms } from '#src/providers/sms/http-sms.ts';
import type { Sms } from '#src/providers/sms/sms.ts';

const NEEDED = ['SMS_ACCOUNT', 'SMS_KEY', 'SMS_FROM'] as const;

/**
 * Decision 31: the service that sends text messages. The local one is handed over by a demo or a test, and no setting
 * selects it: its messages can be read by others.
 * @returns undefined if none is configured
 * @throws Error that names the variables it lacks
 */
export function smsOf(env: Pick<Environment, 'SMS_URL' | (typeof NEEDED)[number]>): Sms | undefined {
  if (env.SMS_URL === '') return undefined;
  const missing = NEEDED.filter((name) => env[name] === '');
  if (missing.length > 0) throw new Error(`SMS_URL is set, which needs ${missing.join(', ')} too.`);
  return httpSms({ url: env.SMS_URL, account: env.SMS_ACCOUNT, key: env.SMS_KEY, from: env.SMS_FROM });
}
