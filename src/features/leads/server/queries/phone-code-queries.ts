import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';
import { phoneHash } from '#src/platform/database/installation-keys.ts';
import type { Tables } from '#src/platform/database/tables.ts';
import { atomically } from '#src/platform/database/transactions.ts';

/** A phone, per dealer and purpose. */
export type PhoneKey = { dealer: string; purpose: string; phone_hash: string };

/** @param phone digits from 0 */
export const phoneKey = async (
  db: Database,
  { phone, ...at }: { dealer: string; purpose: string; phone: string },
): Promise<PhoneKey> => ({ ...at, phone_hash: await phoneHash(db, phone) });

type SentCode = { mac: string; expiresAt: string };

/** Replaces the code of a phone and resets its attempts. */
export async function storePhoneCode(db: Database, key: PhoneKey, code: SentCode): Promise<void> {
  const row = { code_mac: code.mac, tries: 0, expires_at: code.expiresAt };
  await db
    .insertInto('phone_codes')
    .values({ ...key, ...row })
    .onConflict((on) => on.columns(['dealer', 'purpose', 'phone_hash']).doUpdateSet(row))
    .execute();
}

/**
 * Counts an attempt at the code of a phone, in one statement, so that concurrent calls never exceed `tries`. A phone
 * without a valid code gets `decoy`, which matches no code, so that it is indistinguishable from others.
 * @returns the MAC to compare with; undefined if all attempts are used up
 */
export async function countCodeTry(
  db: Database,
  key: PhoneKey,
  { now, tries, decoy }: { now: string; tries: number; decoy: SentCode },
): Promise<string | undefined> {
  const ifExpired = <T>(then: T, otherwise: string) =>
    sql<T>`case when phone_codes.expires_at <= ${now} then ${then} else ${sql.raw(otherwise)} end`;
  const counted = await db
    .insertInto('phone_codes')
    .values({ ...key, code_mac: decoy.mac, tries: 1, expires_at: decoy.expiresAt })
    .onConflict((on) =>
      on
        .columns(['dealer', 'purpose', 'phone_hash'])
        .doUpdateSet({
          code_mac: ifExpired(decoy.mac, 'phone_codes.code_mac'),
          tries: sql<number>`case when phone_codes.expires_at <= ${now} then 1 else phone_codes.tries + 1 end`,
          expires_at: ifExpired(decoy.expiresAt, 'phone_codes.expires_at'),
        })
        .where((eb) => eb.or([eb('phone_codes.tries', '<', tries), eb('phone_codes.expires_at', '<=', now)])),
    )
    .returning('code_mac')
    .executeTakeFirst();
  return counted?.code_mac;
}

type Token = { hash: string; expiresAt: string };

/**
 * Exchanges a code for a token.
 * @returns false if the code was used or replaced meanwhile
 */
export async function exchangePhoneCode(
  db: Database,
  key: PhoneKey,
  { mac, token }: { mac: string; token: Token },
): Promise<boolean> {
  return atomically(db, async (transaction) => {
    const used = await transaction
      .deleteFrom('phone_codes')
      .where('dealer', '=', key.dealer)
      .where('purpose', '=', key.purpose)
      .where('phone_hash', '=', key.phone_hash)
      .where('code_mac', '=', mac)
      .returning('tries')
      .executeTakeFirst();
    if (!used) return false;
    await transaction
      .insertInto('phone_tokens')
      .values({ ...key, token_hash: token.hash, expires_at: token.expiresAt })
      .execute();
    return true;
  });
}

type ClaimedToken = { hash: string; now: string };

const matchesToken =
  (key: PhoneKey, { hash, now }: ClaimedToken) =>
  (eb: ExpressionBuilder<Tables, 'phone_tokens'>) =>
    eb.and([eb.and({ ...key, token_hash: hash }), eb('expires_at', '>', now)]);

/**
 * Consumes a token.
 * @returns false if it is unknown, used, expired, or of another phone, purpose or dealer
 */
export async function consumePhoneToken(db: Database, key: PhoneKey, token: ClaimedToken): Promise<boolean> {
  const used = await db
    .deleteFrom('phone_tokens')
    .where(matchesToken(key, token))
    .returning('token_hash')
    .executeTakeFirst();
  return used !== undefined;
}

/** Checks a token without consuming it. */
export async function hasPhoneToken(db: Database, key: PhoneKey, token: ClaimedToken): Promise<boolean> {
  const found = await db
    .selectFrom('phone_tokens')
    .select('token_hash')
    .where(matchesToken(key, token))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Of one dealer or all.
 * @param phones digits from 0
 */
export async function erasePhoneCodes(
  db: Database,
  phones: readonly string[],
  dealer: string | undefined,
): Promise<void> {
  for (const phone of phones) {
    const hash = await phoneHash(db, phone);
    for (const table of ['phone_codes', 'phone_tokens'] as const) {
      const ofPhone = db.deleteFrom(table).where('phone_hash', '=', hash);
      await (dealer === undefined ? ofPhone : ofPhone.where('dealer', '=', dealer)).execute();
    }
  }
}

export async function sweepPhoneCodes(db: Database, now: string): Promise<void> {
  for (const table of ['phone_codes', 'phone_tokens'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
}

/** `sms` is a sent code, `verify` a verified phone. */
export type VerificationType = 'sms' | 'verify';

/**
 * AUTH-03.
 * @property userId id of the contact, only for `verify`
 */
export async function recordVerification(
  db: Database,
  {
    dealer,
    dealershipSlug,
    type,
    userId,
    now,
  }: { dealer: string; dealershipSlug: string; type: VerificationType; userId?: string; now: string },
): Promise<void> {
  await db
    .insertInto('verifications')
    .values({
      id: randomUUID(),
      website_slug: dealer,
      dealership_slug: dealershipSlug,
      verification_type: type,
      user_id: userId ?? null,
      created_at: now,
    })
    .execute();
}
