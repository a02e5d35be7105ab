import type { DealerConfig } from '#src/config/dealer-config.ts';
import { normalisePhone } from '#src/domain/lead/phone.ts';
import {
  CODE_VALID_MS,
  codeText,
  internationalMobile,
  mobileProblem,
  type PhoneCodePurpose,
} from '#src/domain/phone-code/phone-code.ts';
import { phoneKey, storePhoneCode } from '#src/providers/database/phone-codes.ts';
import type { Services } from '../services.ts';
import { withinSharedLimits } from '../shared-limits.ts';
import { macOf, newCode } from './code-secrets.ts';
import { recordCode, type VerifyingDealer } from './record-code.ts';

export type PhoneCodeServices = Pick<Services, 'db' | 'clock' | 'env' | 'log' | 'sms'>;

/** As typed. */
export type CodeRequest = { phone: string; purpose: PhoneCodePurpose };

export type CodeSending =
  /** @property phone digits from 0 */
  | { kind: 'sent'; phone: string }
  | { kind: 'no_mobile'; message: string }
  | { kind: 'too_many'; retryAfterSeconds: number }
  /** The code may still arrive, and works if it does. */
  | { kind: 'unsent' };

export const codeExpiry = (now: Date): string => new Date(now.getTime() + CODE_VALID_MS).toISOString();

/** Whether codes can be sent at all; a page that needs one says how else to reach the dealer. */
export const canSendCodes = ({ sms }: Pick<Services, 'sms'>): boolean => sms !== undefined;

/**
 * AUTH-01, AUTH-03: sends a code to a phone, which ends the one before, and records that it was sent. The outcome does
 * not depend on who has that phone. Never rejects.
 */
export async function sendCode(
  services: PhoneCodeServices,
  dealer: Pick<DealerConfig, 'name' | 'hosts'> & VerifyingDealer,
  { phone: typed, purpose }: CodeRequest,
  clientAddress: string | undefined,
): Promise<CodeSending> {
  const { db, clock, env, log, sms } = services;
  const phone = normalisePhone(typed);
  const problem = mobileProblem(typed);
  if (problem !== undefined) return { kind: 'no_mobile', message: problem };
  const about = { dealer: dealer.slug, purpose };
  try {
    if (!sms) throw new Error('SMS_URL is not set');
    const code = newCode();
    const at = { dealer: dealer.slug, purpose, phone };
    const key = await phoneKey(db, at);
    const sent = { mac: macOf(env.SITE_SECRET, at, code), expiresAt: codeExpiry(clock.now()) };
    // Stored before it is sent: a shopper may be faster than the service's response.
    const counted = await withinSharedLimits(services, 'codeSent', { dealer, phone, clientAddress }, (tx) =>
      storePhoneCode(tx, key, sent),
    );
    if (counted.kind === 'too_many') {
      log.warn(about, 'code refused: limit reached');
      return counted;
    }
    const outcome = await sms.send({
      to: internationalMobile(phone),
      text: codeText({ code, name: dealer.name, host: dealer.hosts[0] ?? dealer.slug }),
      validSeconds: CODE_VALID_MS / 1000,
    });
    if (outcome.kind === 'sent') {
      await recordCode(services, dealer);
      return { kind: 'sent', phone };
    }
    log.error({ ...about, reason: outcome.reason }, 'code not sent');
  } catch (error) {
    // The driver's message names tables and the disk, never values.
    log.error({ ...about, reason: error instanceof Error ? error.message : 'unknown' }, 'code not sent');
  }
  return { kind: 'unsent' };
}
