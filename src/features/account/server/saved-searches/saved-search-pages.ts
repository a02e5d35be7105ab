import type { DealerConfig } from '#src/config/dealer-config.ts';
import { SAVE_SEARCH_PATH } from '#src/config/sections/site/link-paths.ts';
import {
  ALERT_CHANNELS,
  ALERTS_LAST_MS,
  type AlertChannel,
  isRenewable,
} from '#src/features/account/saved-searches/saved-search.ts';
import { stopAlerts } from '#src/features/account/server/account-privacy.ts';
import {
  confirmSavedSearch,
  findByStopToken,
  findSavedSearch,
  renewSavedSearch,
  searchesOfContact,
} from '#src/features/account/server/queries/saved-search-queries.ts';
import { type Contact, signedInContact } from '#src/features/account/server/session.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import { SHOWN_VERSION } from '#src/features/leads/fields/form-extras.ts';
import { CHOICE_MESSAGE, EMAIL_MESSAGE, REQUIRED_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { EMAIL } from '#src/features/leads/fields/lead-fields.ts';
import { readLeadBody } from '#src/features/leads/server/intake/read-lead-body.ts';
import { formatPhone } from '#src/platform/number/typed-number.ts';
import { href } from '#src/platform/routing/href.ts';
import { isPlainAddress } from '#src/platform/text/safe-text.ts';
import type { Services } from '#src/server/services.ts';
import {
  alertChannels,
  alertConsent,
  consentText,
  consentVersion,
  type DescribedSearch,
  isConfirmMac,
  readSearchToSave,
  readStored,
  type SavedOutcome,
  saveSearch,
  stopPath,
  textsAfterSignIn,
} from './save-search.ts';

const CHANNEL_FIELD = 'alert_by';
/** Parameter of the redirect after saving. */
const SAVED = 'saved';

export type SaveSearchPage = {
  kind: 'page';
  status: number;
  search: DescribedSearch;
  action: string;
  /** Empty if no alert can be sent to this shopper. */
  fields: LeadField[];
  consent: string;
  /** The hidden field with the version of the consent. */
  hidden: Readonly<Record<string, string>>;
  /** The channel of a search that was just saved. */
  saved: AlertChannel | undefined;
  /** Whether signing in enables text messages. */
  offersTexts: boolean;
  values: LeadValues;
  errors?: LeadErrors;
  failure?: { message: string; phone?: string };
  retryAfterSeconds?: number;
};

function fieldsFor(channels: readonly AlertChannel[], contact: Contact | undefined): LeadField[] {
  const email: LeadField = { ...EMAIL, required: !channels.includes('sms'), isWide: true };
  if (!channels.includes('sms') || !contact) return channels.length > 0 ? [email] : [];
  const choice: LeadField = {
    name: CHANNEL_FIELD,
    label: 'How should we tell you?',
    type: 'choice',
    required: true,
    maxLength: 5,
    invalidMessage: CHOICE_MESSAGE,
    isWide: true,
    options: [
      { value: 'sms', label: `Text message to ${formatPhone(contact.phone)}` },
      ...(channels.includes('email') ? [{ value: 'email', label: 'E-mail' }] : []),
    ],
  };
  const address = { ...email, label: 'Email, if you chose e-mail' };
  return channels.includes('email') ? [choice, address] : [choice];
}

type Checked = { to: { channel: AlertChannel; recipient: string } } | { errors: LeadErrors };

function check(fields: readonly LeadField[], body: LeadValues, contact: Contact | undefined): Checked {
  const checked = checkLead(fields, body);
  if ('errors' in checked) return checked;
  const { values } = checked;
  if (values[CHANNEL_FIELD] === 'sms' && contact) return { to: { channel: 'sms', recipient: contact.phone } };
  const recipient = (values.email ?? '').toLowerCase();
  if (recipient === '') return { errors: { email: REQUIRED_MESSAGE } };
  if (!isPlainAddress(recipient)) return { errors: { email: EMAIL_MESSAGE } };
  return { to: { channel: 'email', recipient } };
}

function failureOf(
  outcome: Exclude<SavedOutcome, { kind: 'saved' }>,
  phone: string,
): Pick<SaveSearchPage, 'status' | 'failure'> & { retryAfterSeconds?: number } {
  switch (outcome.kind) {
    case 'full':
      return {
        status: 409,
        failure: { message: 'You’ve reached the limit of saved searches. Delete one to save another.' },
      };
    case 'too_many':
      return {
        status: 429,
        failure: { message: `Too many searches were saved from here. Please call us on ${phone}.`, phone },
        retryAfterSeconds: outcome.retryAfterSeconds,
      };
    case 'not_stored':
      return {
        status: 503,
        failure: { message: `We could not save your search. Please call us on ${phone}.`, phone },
      };
  }
}

const savedBy = (params: URLSearchParams) => ALERT_CHANNELS.find((channel) => channel === params.get(SAVED));

/** SRCH-33: handles GET and POST of the page that saves the search in its query. */
export async function saveSearchPage(
  services: Pick<Services, 'db' | 'clock' | 'env' | 'log' | 'sms' | 'vocabulary'>,
  dealer: DealerConfig,
  request: Request,
  clientAddress: string | undefined,
): Promise<SaveSearchPage | { kind: 'go'; to: string }> {
  const { searchParams } = new URL(request.url);
  const [search, contact] = await Promise.all([
    readSearchToSave(services, dealer, searchParams),
    signedInContact(services, dealer.slug, request.headers.get('cookie')),
  ]);
  const action = search.query === '' ? SAVE_SEARCH_PATH : `${SAVE_SEARCH_PATH}?${search.query}`;
  const fields = fieldsFor(alertChannels(services, contact), contact);
  const offersTexts = contact === undefined && textsAfterSignIn(services, dealer);
  const status = fields.length > 0 || offersTexts ? 200 : 503;
  const page: SaveSearchPage = {
    ...{ kind: 'page', status, search, action, fields, consent: consentText(dealer) },
    hidden: { [SHOWN_VERSION.notice]: consentVersion(dealer) },
    saved: savedBy(searchParams),
    offersTexts,
    values: { [CHANNEL_FIELD]: fields[0]?.name === CHANNEL_FIELD ? 'sms' : '', email: contact?.email ?? '' },
  };
  if (request.method !== 'POST' || fields.length === 0) return page;
  const body = await readLeadBody(request);
  const sent = {
    ...page,
    saved: undefined,
    values: { [CHANNEL_FIELD]: body[CHANNEL_FIELD] ?? '', email: body.email ?? '' },
  };
  const checked = check(fields, body, contact);
  if ('errors' in checked) return { ...sent, status: 422, errors: checked.errors };
  const outcome = await saveSearch(services, dealer, search, {
    ...checked.to,
    ...{ contact, clientAddress, shownVersion: body[SHOWN_VERSION.notice] },
  });
  if (outcome.kind === 'saved') {
    const to = new URLSearchParams(search.query);
    to.set(SAVED, outcome.channel);
    return { kind: 'go', to: `${href(SAVE_SEARCH_PATH)}?${to}` };
  }
  return { ...sent, ...failureOf(outcome, dealer.phones.override ?? dealer.phones.main) };
}

type PageServices = Pick<Services, 'db' | 'storage' | 'clock' | 'env'>;

export type ConfirmPage =
  /** Not confirmed yet. `renewal` is the consent that extends active alerts. */
  | { kind: 'asks'; search: DescribedSearch; renewal?: string }
  | { kind: 'confirmed'; search: DescribedSearch }
  /** Invalid, expired, or its alerts were stopped. */
  | { kind: 'unknown' };

/** The page a confirmation e-mail links to. Link scanners open it, so it confirms only on a POST. */
export async function confirmPage(
  { db, clock, env }: PageServices,
  dealer: DealerConfig,
  { id, mac, isPressed }: { id: string; mac: string; isPressed: boolean },
): Promise<ConfirmPage> {
  if (!isConfirmMac(env.SITE_SECRET, dealer.slug, { id, mac })) return { kind: 'unknown' };
  const now = clock.now();
  const at = now.toISOString();
  const found = await findSavedSearch(db, dealer.slug, { id, now: at });
  if (found?.channel !== 'email') return { kind: 'unknown' };
  const search = readStored(dealer, found.search);
  const isRunning = found.confirmed_at !== null;
  if (isRunning && !isRenewable(found.expires_at, now)) return { kind: 'confirmed', search };
  if (!isPressed) return { kind: 'asks', search, ...(isRunning && { renewal: consentText(dealer) }) };
  const expiresAt = new Date(now.getTime() + ALERTS_LAST_MS).toISOString();
  if (isRunning) {
    const consent = JSON.stringify(alertConsent(dealer, 'email', at));
    await renewSavedSearch(db, dealer.slug, { id, now: at, expiresAt, consent });
    return { kind: 'confirmed', search };
  }
  return (await confirmSavedSearch(db, dealer.slug, { id, now: at, expiresAt }))
    ? { kind: 'confirmed', search }
    : { kind: 'unknown' };
}

/** The results a message links to: those of its search, else all stock. */
export async function searchOfMessage(
  { db }: Pick<Services, 'db'>,
  dealer: DealerConfig,
  token: string,
): Promise<string> {
  const found = await findByStopToken(db, dealer.slug, token);
  return found ? readStored(dealer, found.search).href : dealer.search.defaultPath;
}

export type StopPage = {
  /** Whether there are no alerts to stop (any more). */
  isStopped: boolean;
  /** The search of active alerts. */
  search: DescribedSearch | undefined;
};

/**
 * The page that ends alerts: a button, or the one-click POST of a mail service (RFC 8058). An unknown token is
 * indistinguishable from a used one.
 */
export async function stopPage(
  services: PageServices & Pick<Services, 'log'>,
  dealer: DealerConfig,
  { token, isPressed }: { token: string; isPressed: boolean },
): Promise<StopPage> {
  if (isPressed) {
    await stopAlerts(services, dealer.slug, token);
    return { isStopped: true, search: undefined };
  }
  const found = await findByStopToken(services.db, dealer.slug, token);
  return found
    ? { isStopped: false, search: readStored(dealer, found.search) }
    : { isStopped: true, search: undefined };
}

export type OwnSearch = {
  name: string;
  href: string;
  channel: string;
  recipient: string;
  /** The address is not confirmed, so its alerts are inactive. */
  isWaiting: boolean;
  /** A POST to it ends the alerts. */
  stopHref: string;
};

/** NAV-08: newest first. */
export async function savedSearchesOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  contact: Pick<Contact, 'id'>,
): Promise<OwnSearch[]> {
  const now = clock.now().toISOString();
  const rows = await searchesOfContact(db, dealer.slug, { contactId: contact.id, now });
  return rows.map((row) => {
    const { name, href } = readStored(dealer, row.search);
    return {
      ...{ name, href, channel: row.channel, recipient: row.recipient },
      isWaiting: row.confirmed_at === null,
      stopHref: stopPath(row.stop_token),
    };
  });
}
