import { normalisePhone } from '#src/domain/lead/phone.ts';
import {
  CODE_TRIES,
  CODE_VALID_MS,
  codeProblem,
  mobileProblem,
  PHONE_TOKEN_VALID_MS,
} from '#src/domain/phone-code/phone-code.ts';
import type { Database } from '#src/providers/database/database.ts';
import {
  countCodeTry,
  exchangePhoneCode,
  type PhoneKey,
  phoneKey,
} from '#src/providers/database/phone-codes.ts';
import { LimitReached, withinSharedLimits } from '../shared-limits.ts';
import { decoyMac, isSameMac, macOf, newToken, tokenHash } from './code-secrets.ts';
import type { VerifyingDealer } from './record-code.ts';
import { type CodeRequest, codeExpiry, type PhoneCodeServices } from './send-code.ts';

const SECOND_MS = 1000;

export type CodeVerification =
  /** @property token single use: a form presents it with the phone */
  | { kind: 'verified'; phone: string; token: string }
  | { kind: 'no_mobile'; message: string }
  /** No six digits: compared with nothing, and not counted. */
  | { kind: 'no_code'; message: string }
  | { kind: 'wrong' }
  | { kind: 'too_many'; retryAfterSeconds: number }
  | { kind: 'failed' };

/** @throws LimitReached if all tries at the code are used up */
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
 * AUTH-02: exchanges the code that was sent to a phone for a token, once. A phone that no code was sent to responds
 * like any other. Never rejects.
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
    // It is recorded with its contact, once it is used.
    return await exchange(services, { ...key, phone }, tried.result);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, purpose, reason }, 'code not verified');
    return { kind: 'failed' };
  }
}
