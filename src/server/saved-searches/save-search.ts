import { createHash, randomBytes } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { textVersion } from '#src/config/public/text-version.ts';
import type { Consent } from '#src/domain/lead/delivery/lead-payload.ts';
import { isMobile } from '#src/domain/phone-code/phone-code.ts';
import {
  ALERTS_LAST_MS,
  type AlertChannel,
  CONFIRM_WITHIN_MS,
  MOST_SEARCHES_OF_ONE,
} from '#src/domain/search/saved-search.ts';
import type { Database } from '#src/providers/database/database.ts';
import { onDisk } from '#src/providers/database/engines/log-sync.ts';
import { countOtherSearches, storeSavedSearch } from '#src/providers/database/saved-searches.ts';
import type { Contact } from '../account/session.ts';
import { canMail } from '../leads/delivery/mailer-for.ts';
import { consentShown } from '../leads/intake/consents.ts';
import type { Services } from '../services.ts';
import { withinSharedLimits } from '../shared-limits.ts';
import type { DescribedSearch } from './describe-search.ts';

const ID_BYTES = 16;
const STOP_TOKEN_BYTES = 12;

export type SaveServices = Pick<Services, 'db' | 'clock' | 'env' | 'log' | 'sms'>;

export type SavedOutcome =
  | { kind: 'saved'; channel: AlertChannel }
  | { kind: 'too_many'; retryAfterSeconds: number }
  /** This phone has as many as one may have. */
  | { kind: 'full' }
  | { kind: 'not_stored' };

/** The ways alerts can reach a shopper now: a text message goes only to a phone that a code has verified. */
export function alertChannels(
  services: Pick<Services, 'env' | 'sms'>,
  contact: Contact | undefined,
): AlertChannel[] {
  const byText = contact !== undefined && services.sms !== undefined && isMobile(contact.phone);
  return [...(byText ? (['sms'] as const) : []), ...(canMail(services) ? (['email'] as const) : [])];
}

/** Whether signing in lets a shopper have alerts as text messages. */
export const textsAfterSignIn = (
  { sms }: Pick<Services, 'sms'>,
  { account }: Pick<DealerConfig, 'account'>,
): boolean => account.signIn && sms !== undefined;

/** Whether a shopper of this site has any way to get alerts. */
export const offersAlerts = (
  services: Pick<Services, 'env' | 'sms'>,
  dealer: Pick<DealerConfig, 'account' | 'search'>,
): boolean => dealer.search.alerts && (canMail(services) || textsAfterSignIn(services, dealer));

/** The text a shopper agrees to by saving. */
export const consentText = ({ name }: Pick<DealerConfig, 'name'>): string =>
  `By saving, you agree that ${name} sends you messages about this search: new matches and price drops, at most one a day, for up to a year. Every message has a link to stop them.`;

/** The version of that text. */
export const consentVersion = (dealer: Pick<DealerConfig, 'name'>): string =>
  textVersion([consentText(dealer)]);

/** That a recipient agrees to alerts now, in the version that the form carried, if any. */
export function alertConsent(
  dealer: Pick<DealerConfig, 'name'>,
  channel: AlertChannel,
  at: string,
  shown?: string | undefined,
): Consent {
  const text = consentText(dealer);
  return consentShown({ text, version: consentVersion(dealer), channel, at }, shown);
}

type Recipient = { channel: AlertChannel; recipient: string };
/** @property shownVersion of the text that the form showed */
type Saver = { contact: Contact | undefined; shownVersion?: string | undefined };

class Full extends Error {}

async function store(
  { clock }: Pick<Services, 'clock'>,
  transaction: Database,
  dealer: DealerConfig,
  search: DescribedSearch,
  { contact, shownVersion, ...to }: Recipient & Saver,
): Promise<void> {
  const now = clock.now();
  const at = now.toISOString();
  const isVerified = to.channel === 'sms';
  const search_hash = createHash('sha256').update(search.query).digest('base64url');
  const others = await countOtherSearches(transaction, { dealer: dealer.slug, ...to, search_hash });
  if (others >= MOST_SEARCHES_OF_ONE) {
    // Nothing says how many searches the owner of an address has saved.
    if (isVerified) throw new Full();
    return;
  }
  await storeSavedSearch(transaction, {
    ...to,
    id: randomBytes(ID_BYTES).toString('base64url'),
    dealer: dealer.slug,
    contact_id: contact?.id ?? null,
    search: search.query,
    search_hash,
    name: search.name,
    consent: JSON.stringify(alertConsent(dealer, to.channel, at, shownVersion)),
    stop_token: randomBytes(STOP_TOKEN_BYTES).toString('base64url'),
    created_at: at,
    confirmed_at: isVerified ? at : null,
    expires_at: new Date(now.getTime() + (isVerified ? ALERTS_LAST_MS : CONFIRM_WITHIN_MS)).toISOString(),
  });
}

/**
 * SRCH-33: saves a search for an address, which is asked by mail before it gets alerts, or for the verified phone of a
 * contact. The outcome does not depend on what an address has saved before. Never rejects.
 * @param to `recipient` is an address in lower case, or the contact's own phone
 */
export async function saveSearch(
  services: SaveServices,
  dealer: DealerConfig,
  search: DescribedSearch,
  to: Recipient & Saver & { clientAddress: string | undefined },
): Promise<SavedOutcome> {
  const { clientAddress, ...recipient } = to;
  const user = {
    dealer,
    clientAddress,
    ...(to.channel === 'email' ? { email: to.recipient } : { phone: to.recipient }),
  };
  try {
    const counted = await withinSharedLimits(services, 'searchSaved', user, (transaction) =>
      store(services, transaction, dealer, search, recipient),
    );
    if (counted.kind === 'too_many') {
      services.log.warn({ dealer: dealer.slug }, 'search not saved: limit reached');
      return counted;
    }
    await onDisk(services.db);
    return { kind: 'saved', channel: to.channel };
  } catch (error) {
    if (error instanceof Full) return { kind: 'full' };
    // The driver's message names tables and the disk, never values.
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'search not saved');
    return { kind: 'not_stored' };
  }
}
