import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  CODE_TRIES,
  CODE_VALID_MS,
  codeProblem,
  codeText,
  internationalMobile,
  mobileProblem,
  PHONE_TOKEN_VALID_MS,
  type PhoneCodePurpose,
} from '#src/features/leads/phone-code/phone-code.ts';
import {
  countCodeTry,
  exchangePhoneCode,
  type PhoneKey,
  phoneKey,
  storePhoneCode,
} from '#src/features/leads/server/queries/phone-code-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { LimitReached, withinSharedLimits } from '#src/platform/limits/rate-limits.ts';
import { normalisePhone } from '#src/platform/number/typed-number.ts';
import type { Services } from '#src/server/services.ts';
import {
  decoyMac,
  isSameMac,
  macOf,
  newCode,
  newToken,
  recordCode,
  tokenHash,
  type VerifyingDealer,
} from './verified-phone.ts';

export type PhoneCodeServices = Pick<Services, 'db' | 'clock' | 'env' | 'log' | 'sms'>;

/** `phone` as typed. */
type CodeRequest = { phone: string; purpose: PhoneCodePurpose };

export type CodeSending =
  /** @property phone digits from 0 */
  | { kind: 'sent'; phone: string }
  | { kind: 'no_mobile'; message: string }
  | { kind: 'too_many'; retryAfterSeconds: number }
  /** The code may still arrive, and is then valid. */
  | { kind: 'unsent' };

const codeExpiry = (now: Date): string => new Date(now.getTime() + CODE_VALID_MS).toISOString();

export const canSendCodes = ({ sms }: Pick<Services, 'sms'>): boolean => sms !== undefined;

/**
 * AUTH-01, AUTH-03: sends a code, which replaces the previous one, and records it. The outcome does not depend on
 * whose phone it is. Never rejects.
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
    // Stored before sending, as the message may arrive before the service responds.
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
    // The driver's message contains names of tables and files, never values.
    log.error({ ...about, reason: error instanceof Error ? error.message : 'unknown' }, 'code not sent');
  }
  return { kind: 'unsent' };
}

const SECOND_MS = 1000;

export type CodeVerification =
  /** @property token single use, submitted with the form */
  | { kind: 'verified'; phone: string; token: string }
  | { kind: 'no_mobile'; message: string }
  /** Malformed, so not counted as an attempt. */
  | { kind: 'no_code'; message: string }
  | { kind: 'wrong' }
  | { kind: 'too_many'; retryAfterSeconds: number }
  | { kind: 'failed' };

/** @throws LimitReached if all attempts are used up */
async function tryCode({ clock }: PhoneCodeServices, transaction: Database, key: PhoneKey): Promise<string> {
  const now = clock.now();
  const mac = await countCodeTry(transaction, key, {
    now: now.toISOString(),
    tries: CODE_TRIES,
    decoy: { mac: decoyMac(), expiresAt: codeExpiry(now) },
  });
  if (mac === undefined) throw new LimitReached(CODE_VALID_MS / SECOND_MS);
  return mac;
}

async function exchange(
  { db, clock }: PhoneCodeServices,
  { phone, ...key }: PhoneKey & { phone: string },
  mac: string,
): Promise<CodeVerification> {
  const token = newToken();
  const expiresAt = new Date(clock.now().getTime() + PHONE_TOKEN_VALID_MS).toISOString();
  const isFirst = await exchangePhoneCode(db, key, { mac, token: { hash: tokenHash(token), expiresAt } });
  return isFirst ? { kind: 'verified', phone, token } : { kind: 'wrong' };
}

/**
 * AUTH-02: exchanges a code for a token, once. A phone without a code is indistinguishable from others. Never
 * rejects.
 */
export async function verifyCode(
  services: PhoneCodeServices,
  dealer: VerifyingDealer,
  { phone: typed, purpose, code }: CodeRequest & { code: string },
  clientAddress: string | undefined,
): Promise<CodeVerification> {
  const phone = normalisePhone(typed);
  const problem = mobileProblem(typed);
  if (problem !== undefined) return { kind: 'no_mobile', message: problem };
  const message = codeProblem(code);
  if (message !== undefined) return { kind: 'no_code', message };
  try {
    const at = { dealer: dealer.slug, purpose, phone };
    const key = await phoneKey(services.db, at);
    const tried = await withinSharedLimits(services, 'codeTried', { dealer, phone, clientAddress }, (tx) =>
      tryCode(services, tx, key),
    );
    if (tried.kind === 'too_many') return tried;
    const isRight = isSameMac(tried.result, macOf(services.env.SITE_SECRET, at, code));
    if (!isRight) return { kind: 'wrong' };
    // The verification is recorded when the token is used.
    return await exchange(services, { ...key, phone }, tried.result);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, purpose, reason }, 'code not verified');
    return { kind: 'failed' };
  }
}
