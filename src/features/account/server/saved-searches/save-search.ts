import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { siteCity } from '#src/config/public/dealer-facts.ts';
import { canonicalOrigin, textVersion } from '#src/config/public/public-config.ts';
import { SAVE_SEARCH_PATH } from '#src/config/sections/site/link-paths.ts';
import { stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import {
  ALERTS_LAST_MS,
  type AlertChannel,
  CONFIRM_WITHIN_MS,
  MAX_SEARCHES_PER_RECIPIENT,
  savedSearchName,
} from '#src/features/account/saved-searches/saved-search.ts';
import {
  countOtherSearches,
  storeSavedSearch,
} from '#src/features/account/server/queries/saved-search-queries.ts';
import type { Contact } from '#src/features/account/server/session.ts';
import type { Consent } from '#src/features/leads/delivery/lead-payload.ts';
import { isMobile } from '#src/features/leads/phone-code/phone-code.ts';
import { consentShown } from '#src/features/leads/server/intake/read-lead-body.ts';
import { isSameMac } from '#src/features/leads/server/phone-code/verified-phone.ts';
import { withWords } from '#src/features/search/plain-words/word-meaning.ts';
import { ALL_STOCK_PATH } from '#src/features/search/search-scope.ts';
import type { SearchState } from '#src/features/search/search-state.ts';
import { withoutDistance } from '#src/features/search/server/pages/prepare-search.ts';
import { isSearchUnavailable } from '#src/features/search/server/search-failure.ts';
import { understandQuery } from '#src/features/search/server/understand-query.ts';
import { decodeSearch, savedQuery, savedSearch } from '#src/features/search/url/url-codec.ts';
import type { Database } from '#src/platform/database/database.ts';
import { onDisk } from '#src/platform/database/engines/log-sync.ts';
import { withinSharedLimits } from '#src/platform/limits/rate-limits.ts';
import { canMail } from '#src/platform/mail/mailer.ts';
import type { Services } from '#src/server/services.ts';

type Site = Pick<DealerConfig, 'slug' | 'hosts'>;

/** Authenticates a confirmation link for one search of one dealer; access to the database alone cannot forge it. */
const macOfSearch = (secret: string, dealer: string, id: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['save-search-confirm', dealer, id]))
    .digest('base64url');

export const confirmUrl = (secret: string, dealer: Site, id: string): string =>
  `${canonicalOrigin(dealer)}${SAVE_SEARCH_PATH}/confirm/${id}/${macOfSearch(secret, dealer.slug, id)}`;

export const isConfirmMac = (
  secret: string,
  dealer: string,
  { id, mac }: { id: string; mac: string },
): boolean => isSameMac(macOfSearch(secret, dealer, id), mac);

/** Path that redirects to the results of a search with alerts. */
export const seePath = (token: string): string => `${SAVE_SEARCH_PATH}/${token}`;
/** Path that ends alerts: a GET shows a button, a POST ends them. */
export const stopPath = (token: string): string => `${seePath(token)}/stop`;

export type DescribedSearch = {
  state: SearchState;
  /** In canonical form, as stored. */
  query: string;
  name: string;
  /** Path and query of the results. */
  href: string;
};

export function describeSearch(dealer: DealerConfig, state: SearchState): DescribedSearch {
  const saved = savedSearch(state);
  const query = savedQuery(saved);
  return {
    state: saved,
    query,
    name: savedSearchName(saved, siteCity(dealer), stockNoun(dealer.verticals, dealer.subscription)),
    href: query === '' ? ALL_STOCK_PATH : `${ALL_STOCK_PATH}?${query}`,
  };
}

/** Parses a stored search like a URL. */
export const readStored = (dealer: DealerConfig, query: string): DescribedSearch =>
  describeSearch(dealer, withoutDistance(dealer, decodeSearch(new URLSearchParams(query))));

/**
 * Parses a search like its results page: words that match stock become filters. Without the search engine words stay
 * text.
 */
export async function readSearchToSave(
  services: Pick<Services, 'vocabulary'>,
  dealer: DealerConfig,
  params: URLSearchParams,
): Promise<DescribedSearch> {
  const search = withoutDistance(dealer, decodeSearch(params));
  const understood = await understandQuery(services, dealer, search.query, search).catch((error: unknown) => {
    if (isSearchUnavailable(error)) return undefined;
    throw error;
  });
  return describeSearch(dealer, understood ? withWords(search, understood) : search);
}

const ID_BYTES = 16;
const STOP_TOKEN_BYTES = 12;

export type SaveServices = Pick<Services, 'db' | 'clock' | 'env' | 'log' | 'sms'>;

export type SavedOutcome =
  | { kind: 'saved'; channel: AlertChannel }
  | { kind: 'too_many'; retryAfterSeconds: number }
  /** The phone has reached its limit. */
  | { kind: 'full' }
  | { kind: 'not_stored' };

/** The channels available to a shopper. Text messages are sent only to verified phones. */
export function alertChannels(
  services: Pick<Services, 'env' | 'sms'>,
  contact: Contact | undefined,
): AlertChannel[] {
  const byText = contact !== undefined && services.sms !== undefined && isMobile(contact.phone);
  return [...(byText ? (['sms'] as const) : []), ...(canMail(services) ? (['email'] as const) : [])];
}

/** Whether signing in enables alerts by text message. */
export const textsAfterSignIn = (
  { sms }: Pick<Services, 'sms'>,
  { account }: Pick<DealerConfig, 'account'>,
): boolean => account.signIn && sms !== undefined;

/** Whether the site can send alerts at all. */
export const offersAlerts = (
  services: Pick<Services, 'env' | 'sms'>,
  dealer: Pick<DealerConfig, 'account' | 'search'>,
): boolean => dealer.search.alerts && (canMail(services) || textsAfterSignIn(services, dealer));

/** The consent a shopper gives by saving. */
export const consentText = ({ name }: Pick<DealerConfig, 'name'>): string =>
  `By saving, you agree that ${name} sends you messages about this search: new matches and price drops, at most one a day, for up to a year. Every message has a link to stop them.`;

export const consentVersion = (dealer: Pick<DealerConfig, 'name'>): string =>
  textVersion([consentText(dealer)]);

/** The record of a consent to alerts, in the version the form displayed, if it sent one. */
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
/** @property shownVersion version of the consent text the form displayed */
type Saver = { contact: Contact | undefined; shownVersion?: string | undefined };

class TooManySearches extends Error {}

async function store(
  { clock }: Pick<Services, 'clock'>,
  transaction: Database,
  dealer: DealerConfig,
  search: DescribedSearch,
  { contact, shownVersion, ...to }: Recipient & Saver,
): Promise<void> {
  const now = clock.now();
  const at = now.toISOString();
  const isConfirmed = to.channel === 'sms';
  const search_hash = createHash('sha256').update(search.query).digest('base64url');
  const others = await countOtherSearches(transaction, { dealer: dealer.slug, ...to, search_hash });
  if (others >= MAX_SEARCHES_PER_RECIPIENT) {
    // Not reported, so as not to reveal how many searches the address has.
    if (isConfirmed) throw new TooManySearches();
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
    confirmed_at: isConfirmed ? at : null,
    expires_at: new Date(now.getTime() + (isConfirmed ? ALERTS_LAST_MS : CONFIRM_WITHIN_MS)).toISOString(),
  });
}

/**
 * SRCH-33: saves a search for an address, which must be confirmed by e-mail before it gets alerts, or for a contact's
 * verified phone. The outcome does not depend on what the address has saved before. Never rejects.
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
    if (error instanceof TooManySearches) return { kind: 'full' };
    // The driver's message contains names of tables and files, never values.
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'search not saved');
    return { kind: 'not_stored' };
  }
}
