import { normalisePhone } from '#src/domain/lead/phone.ts';
import type { PhoneCodePurpose } from '#src/domain/phone-code/phone-code.ts';
import type { Database } from '#src/providers/database/database.ts';
import { phoneKey, takePhoneToken } from '#src/providers/database/phone-codes.ts';
import { tokenHash } from './code-secrets.ts';

/** A form that takes only a verified phone is not stored without one. */
export class PhoneUnverified extends Error {}

/** Far longer than any token. */
const MAX_TOKEN = 200;

/**
 * AUTH-02: whether the token says that this phone was verified here for this purpose. It is used up, in the
 * transaction of what it allows: if that fails, the shopper needs no other code.
 * @param phone in any spelling
 */
export async function takeVerifiedPhone(
  transaction: Database,
  now: Date,
  {
    dealer,
    purpose,
    phone,
    token,
  }: { dealer: string; purpose: PhoneCodePurpose } & Record<'phone' | 'token', string>,
): Promise<boolean> {
  if (token === '' || token.length > MAX_TOKEN) return false;
  const key = await phoneKey(transaction, { dealer, purpose, phone: normalisePhone(phone) });
  return takePhoneToken(transaction, key, { hash: tokenHash(token), now: now.toISOString() });
}
