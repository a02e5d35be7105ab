import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import {
  type Contact,
  type ContactDetails,
  type SignInRecord,
  signInContact,
} from '#src/features/account/server/queries/contact-queries.ts';
import { CODE_LENGTH, type PhoneCodePurpose } from '#src/features/leads/phone-code/phone-code.ts';
import {
  consumePhoneToken,
  hasPhoneToken,
  phoneKey,
  recordVerification,
} from '#src/features/leads/server/queries/phone-code-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { normalisePhone } from '#src/platform/number/typed-number.ts';
import type { Services } from '#src/server/services.ts';

/** @property phone digits from 0 */
export type PhoneScope = { dealer: string; purpose: PhoneCodePurpose; phone: string };

const TOKEN_BYTES = 32;
const MAC_BYTES = 32;

export const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

/** Binds a code to phone, purpose and dealer. */
export const macOf = (secret: string, { dealer, purpose, phone }: PhoneScope, code: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['phone-code', dealer, purpose, phone, code]))
    .digest('base64url');

/** A MAC that matches no code. */
export const decoyMac = (): string => randomBytes(MAC_BYTES).toString('base64url');

/** Constant-time comparison. */
export function isSameMac(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** A plain hash suffices: unlike a code, a 256-bit token cannot be brute-forced. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Rolls back a form that requires a verified phone. */
export class PhoneUnverified extends Error {}

const MAX_TOKEN = 200;

type Claim = { dealer: string; purpose: PhoneCodePurpose } & Record<'phone' | 'token', string>;

async function withToken(
  db: Database,
  now: Date,
  { dealer, purpose, phone, token }: Claim,
  use: typeof consumePhoneToken,
): Promise<boolean> {
  if (token === '' || token.length > MAX_TOKEN) return false;
  const key = await phoneKey(db, { dealer, purpose, phone: normalisePhone(phone) });
  return use(db, key, { hash: tokenHash(token), now: now.toISOString() });
}

/**
 * AUTH-02: consumes a token, in the transaction it authorises: if that is rolled back, the token stays valid.
 * @param claim with the phone in any format
 * @returns whether the phone was verified here for this purpose
 */
export const consumeVerifiedPhone = (transaction: Database, now: Date, claim: Claim): Promise<boolean> =>
  withToken(transaction, now, claim, consumePhoneToken);

/** Checks a token without consuming it. */
export const isVerifiedPhone = (db: Database, now: Date, claim: Claim): Promise<boolean> =>
  withToken(db, now, claim, hasPhoneToken);

export type VerifyingDealer = Pick<DealerConfig, 'slug' | 'locations' | 'dealerships'>;

/** AUTH-03: that of the main location, because a code has no dealership. */
export const verifyingDealership = ({ locations, dealerships }: VerifyingDealer): string =>
  locations.find(({ primary }) => primary)?.dealership ?? dealerships[0]?.slug ?? '';

/** AUTH-03: records a sent code. Never rejects. */
export async function recordCode(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  dealer: VerifyingDealer,
): Promise<void> {
  try {
    const dealershipSlug = verifyingDealership(dealer);
    await recordVerification(db, {
      dealer: dealer.slug,
      dealershipSlug,
      type: 'sms',
      now: clock.now().toISOString(),
    });
  } catch (error) {
    // The code was sent, so a missing record is no reason to fail.
    const reason = error instanceof Error ? error.message : 'unknown';
    log.error({ dealer: dealer.slug, reason }, 'code not recorded');
  }
}

/** AUTH-03: upserts the contact of a verified phone and records the verification, in the caller's transaction. */
export async function recordVerifiedContact(
  transaction: Database,
  dealer: DealerConfig,
  {
    phone,
    ...given
  }: { phone: string } & ContactDetails & Pick<SignInRecord, 'optInConsent' | 'termsConsent'>,
  now: Date,
): Promise<Contact> {
  const at = now.toISOString();
  const dealershipSlug = verifyingDealership(dealer);
  const details = { ...given, website: canonicalOrigin(dealer), dealershipSlug };
  const contact = await signInContact(transaction, { dealer: dealer.slug, phone }, details, at);
  await recordVerification(transaction, {
    ...{ dealer: dealer.slug, dealershipSlug, type: 'verify', userId: contact.id, now: at },
  });
  return contact;
}
