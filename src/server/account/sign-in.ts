import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadField, LeadValues } from '#src/domain/lead/lead-field.ts';
import { atomically } from '#src/providers/database/transactions.ts';
import { consentsOf } from '../leads/intake/consents.ts';
import { recordVerifiedContact } from '../phone-codes/record-code.ts';
import { takeVerifiedPhone } from '../phone-codes/verified-phone.ts';
import type { Services } from '../services.ts';
import { endSession, startSession } from './session.ts';

export type SignInServices = Pick<Services, 'db' | 'clock' | 'env' | 'log'>;

export type SignInOutcome =
  /** @property cookie the value of Set-Cookie */
  | { kind: 'signed_in'; cookie: string }
  /** The token is unknown, used, expired, or of another phone or dealer. */
  | { kind: 'unverified' }
  /** The token still works. */
  | { kind: 'failed' };

/**
 * AUTH-03, AUTH-04: signs a browser in with a phone that was verified, once a token. Never rejects.
 * @param values cleaned and checked, of `fields`
 * @param body as sent, with the versions of the texts that were shown
 * @param cookieHeader of the request; a session it had before ends
 */
export async function signIn(
  services: SignInServices,
  dealer: DealerConfig,
  {
    fields,
    values,
    body,
    token,
  }: { fields: readonly LeadField[]; values: LeadValues; body: LeadValues; token: string },
  cookieHeader: string | null,
): Promise<SignInOutcome> {
  const { name: firstName = '', last_name: lastName = '', email = '', phone = '' } = values;
  const now = services.clock.now();
  const at = { dealer: dealer.slug, phone };
  const { opt_in_consent: optInConsent, terms_consent: termsConsent } = consentsOf(
    dealer,
    fields,
    { values, body },
    now,
  );
  const given = { firstName, lastName, email, optInConsent, termsConsent };
  try {
    return await atomically(services.db, async (db) => {
      const isVerified = await takeVerifiedPhone(db, now, { ...at, purpose: 'sign-in', token });
      if (!isVerified) return { kind: 'unverified' };
      const contact = await recordVerifiedContact(db, dealer, { phone, ...given }, now);
      const within = { ...services, db };
      await endSession(within, dealer.slug, cookieHeader);
      return { kind: 'signed_in', cookie: await startSession(within, contact) };
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'not signed in');
    return { kind: 'failed' };
  }
}
