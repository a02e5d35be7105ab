import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import {
  type Contact,
  type ContactDetails,
  type SignInRecord,
  signInContact,
} from '#src/providers/database/contacts.ts';
import type { Database } from '#src/providers/database/database.ts';
import { recordVerification } from '#src/providers/database/verifications.ts';
import type { Services } from '../services.ts';

export type VerifyingDealer = Pick<DealerConfig, 'slug' | 'locations' | 'dealerships'>;

/** AUTH-03: of the site's main location, as a code names none. */
export const verifyingDealership = ({ locations, dealerships }: VerifyingDealer): string =>
  locations.find(({ primary }) => primary)?.dealership ?? dealerships[0]?.slug ?? '';

/** AUTH-03: records a code that was sent. Never rejects. */
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
    // The code is on its way or used up: a missing record is no reason to say otherwise.
    const reason = error instanceof Error ? error.message : 'unknown';
    log.error({ dealer: dealer.slug, reason }, 'code not recorded');
  }
}

/** AUTH-03: the contact with a verified phone, and the record of the verification, in the transaction that uses it. */
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
