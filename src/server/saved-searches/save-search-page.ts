import type { DealerConfig } from '#src/config/dealer-config.ts';
import { SAVE_SEARCH_PATH } from '#src/config/sections/link-paths.ts';
import { checkLead } from '#src/domain/lead/check-lead.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/domain/lead/lead-field.ts';
import { EMAIL } from '#src/domain/lead/lead-fields.ts';
import { isPlainAddress } from '#src/domain/lead/mail-address.ts';
import { CHOICE_MESSAGE, EMAIL_MESSAGE, REQUIRED_MESSAGE } from '#src/domain/lead/messages.ts';
import { formatPhone } from '#src/domain/lead/phone.ts';
import { SHOWN_VERSION } from '#src/domain/lead/shown-versions.ts';
import { ALERT_CHANNELS, type AlertChannel } from '#src/domain/search/saved-search.ts';
import { href } from '#src/routing/href.ts';
import { type Contact, signedInContact } from '../account/session.ts';
import { readLeadBody } from '../leads/intake/read-lead-body.ts';
import type { Services } from '../services.ts';
import { type DescribedSearch, readSearchToSave } from './describe-search.ts';
import {
  alertChannels,
  consentText,
  consentVersion,
  type SavedOutcome,
  saveSearch,
  textsAfterSignIn,
} from './save-search.ts';

/** Field of the choice between an e-mail and a text message. */
const CHANNEL_FIELD = 'alert_by';
/** Parameter of the page after a search was saved. */
const SAVED = 'saved';

export type SaveSearchPage = {
  kind: 'page';
  status: number;
  search: DescribedSearch;
  /** Where the form is sent. */
  action: string;
  /** Empty where no alert can be sent to this shopper now. */
  fields: LeadField[];
  consent: string;
  /** The hidden field with its version. */
  hidden: Readonly<Record<string, string>>;
  /** How the search was saved a moment ago. */
  saved: AlertChannel | undefined;
  /** Whether signing in offers text messages. */
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
        failure: { message: 'You have as many saved searches as we can watch. Delete one first.' },
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

/** SRCH-33: the page that saves the search of its query, and what a form sent to it leads to. */
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
