import { normalisePhone } from '#src/domain/lead/phone.ts';
import type { PhoneCodePurpose } from '#src/domain/phone-code/phone-code.ts';
import type { Database } from '#src/providers/database/database.ts';
import { hasPhoneToken, phoneKey, takePhoneToken } from '#src/providers/database/phone-codes.ts';
import { tokenHash } from './code-secrets.ts';

/** A form that takes only a verified phone is not stored without one. */
export class PhoneUnverified extends Error {}

/** Far longer than any token. */
const MAX_TOKEN = 200;

type Claim = { dealer: string; purpose: PhoneCodePurpose } & Record<'phone' | 'token', string>;

async function withToken(
  db: Database,
  now: Date,
  { dealer, purpose, phone, token }: Claim,
  use: typeof takePhoneToken,
): Promise<boolean> {
  if (token === '' || token.length > MAX_TOKEN) return false;
  const key = await phoneKey(db, { dealer, purpose, phone: normalisePhone(phone) });
  return use(db, key, { hash: tokenHash(token), now: now.toISOString() });
}

/**
 * AUTH-02: whether the token says that this phone was verified here for this purpose. It is used up, in the
 * transaction of what it allows: if that fails, the shopper needs no other code.
 * @param claim with the phone in any spelling
 */
export const takeVerifiedPhone = (transaction: Database, now: Date, claim: Claim): Promise<boolean> =>
  withToken(transaction, now, claim, takePhoneToken);

/** The same, without using the token up. */
export const isVerifiedPhone = (db: Database, now: Date, claim: Claim): Promise<boolean> =>
  withToken(db, now, claim, hasPhoneToken);
