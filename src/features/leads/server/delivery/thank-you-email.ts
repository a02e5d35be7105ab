import { createHmac, randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { dealerLicence } from '#src/config/public/dealer-facts.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/leads/leads-section.ts';
import {
  capitalised,
  KIND_TERMS,
  type KindOfStock,
  mainKind,
} from '#src/config/sections/stock/stock-terms.ts';
import {
  OTHER_CAR_LABEL,
  otherCars,
  SELL_YOUR_CAR_CATEGORY,
  shownPriceText,
} from '#src/features/leads/delivery/lead-facts.ts';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import type { DeliveryAdapter } from '#src/features/leads/server/destinations/delivery-adapter.ts';
import { addDelivery } from '#src/features/leads/server/queries/outbox-queries.ts';
import { RESERVE_DETAILS } from '#src/features/reservations/reserve-terms.ts';
import type { Database } from '#src/platform/database/database.ts';
import { countOne } from '#src/platform/database/rate-counts.ts';
import { type Mailer, mailerFor } from '#src/platform/mail/mailer.ts';
import { formatPhone } from '#src/platform/number/typed-number.ts';
import { RESERVE_TERMS_PATH } from '#src/platform/routing/page-paths.ts';
import { mailboxOf } from '#src/platform/text/safe-text.ts';
import { branch, leaf, sanitiseXml, type Xml } from '#src/platform/text/xml.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';

/** Per day and address over all dealers, so that no one can flood a stranger's mailbox. */
export const MAX_ACKNOWLEDGEMENTS_PER_DAY = 5;

type AcknowledgingDealer = {
  subject: string;
  text: string;
  signature: string;
  responsePromise: string;
  phone: string;
  legalName: string;
  /** `DL# 4410217`; empty if unknown. */
  licence: string;
  url: string;
  kind: KindOfStock;
};

export type Acknowledgement = { subject: string; text: string; html: string };

/** The category, in terms of what the dealer sells. */
const subjectOf = ({ category, subcategory }: LeadPayload, kind: KindOfStock): string =>
  category === SELL_YOUR_CAR_CATEGORY ? `Selling your ${KIND_TERMS[kind].one}` : subcategory || category;

/** BUY-221: what a reservation was agreed on, which the server has written into the lead. */
function detailOf({ details = [] }: LeadPayload, name: string): [label: string, value: string] {
  const found = details.find((detail) => detail.name === name);
  return [found?.label ?? '', found?.value ?? ''];
}

const isReservation = (payload: LeadPayload): boolean => detailOf(payload, 'reserve_terms')[1] !== '';

/**
 * FORM-11: the e-mail that confirms a lead to the shopper. Apart from the address it contains no input of the form:
 * the address may be a stranger's, and the e-mail must not relay messages to them.
 */
export function acknowledgement(payload: LeadPayload, dealer: AcknowledgingDealer): Acknowledgement {
  const car = payload.car_id === undefined ? '' : (payload.car_description ?? '');
  const price = car === '' ? '' : shownPriceText(payload);
  const others = otherCars(payload).map(
    (other) =>
      [OTHER_CAR_LABEL, [other.car_description, shownPriceText(other)].filter(Boolean).join(', ')] as const,
  );
  const facts: readonly (readonly [string, string])[] = [
    ['You asked about', car || subjectOf(payload, dealer.kind)],
    ['Price shown', price],
    ['Stock number', car === '' ? '' : (payload.stock_number ?? '')],
    ...others,
    [
      capitalised(KIND_TERMS[dealer.kind].visit),
      payload.booking?.state === 'booked' ? payload.booking.text : '',
    ],
    ...RESERVE_DETAILS.map((name) => detailOf(payload, name)),
    ['Terms of reserving', isReservation(payload) ? `${dealer.url}${RESERVE_TERMS_PATH}` : ''],
  ];
  const filled = facts.filter(([, value]) => value !== '');
  const call = `Questions before then? Call us on ${formatPhone(dealer.phone)}.`;
  const foot = [dealer.legalName, dealer.licence, dealer.url].filter(Boolean);
  const why =
    'You received this e-mail because someone entered this address in a form on our website. If it wasn’t you, you can ignore it.';
  const text = [
    dealer.text,
    '',
    ...filled.map(([label, value]) => `${label}: ${value}`),
    '',
    dealer.responsePromise,
    call,
    '',
    dealer.signature,
    ...foot,
    '',
    why,
  ].join('\n');
  const paragraph = (text: string): Xml => leaf('p', text);
  const body = branch('body', [
    ...dealer.text.split('\n').filter(Boolean).map(paragraph),
    branch(
      'ul',
      filled.map(([label, value]) => leaf('li', `${label}: ${value}`)),
    ),
    paragraph(dealer.responsePromise),
    paragraph(call),
    paragraph(dealer.signature),
    branch(
      'p',
      foot.map((line) => leaf('small', `${line} `)),
    ),
    branch('p', [leaf('small', why)]),
  ]);
  const head = branch('head', [leaf('title', dealer.subject)]);
  return {
    subject: dealer.subject,
    text: sanitiseXml(text),
    html: `<!doctype html>\n${branch('html', [head, body], { lang: 'en-AU' }).xml}`,
  };
}

/** Dropped once it is a day late, when it would be odd. */
export const acknowledgementAdapter = (options: {
  mailer: Mailer;
  clock: Clock;
  name: string;
  replyTo: string;
  dealerOf(payload: LeadPayload): AcknowledgingDealer;
}): DeliveryAdapter => ({
  async deliver({ leadId, createdAt, payload }) {
    const { mailer, clock, name, replyTo, dealerOf } = options;
    if (clock.now().getTime() - Date.parse(createdAt) > DAY_MS) {
      return { kind: 'withheld', reason: 'too late to thank' };
    }
    return mailer.send({
      key: `${leadId}.acknowledgement`,
      to: payload.email,
      fromName: name,
      replyTo: { name, address: replyTo },
      ...acknowledgement(payload, dealerOf(payload)),
      autoSubmitted: 'auto-replied',
    });
  },
});

/**
 * Queues the acknowledgement in the transaction that stores the lead, unless the lead is a test, the dealer has
 * disabled it, no mail server is configured, or the address has reached its daily limit.
 */
export async function queueAcknowledgement(
  services: Pick<Services, 'env' | 'clock'>,
  transaction: Database,
  dealer: DealerConfig,
  lead: { id: string; email: string; kind: string },
): Promise<void> {
  const { env, clock } = services;
  if (
    lead.email === '' ||
    lead.kind === 'test' ||
    !dealer.leads.acknowledgement.enabled ||
    'missing' in mailerFor(services)
  )
    return;
  const now = clock.now();
  const today = now.toISOString().slice(0, 10);
  // Keyed, so that the counts do not reveal addresses.
  const digest = createHmac('sha256', env.SITE_SECRET).update(`acknowledgement\n${mailboxOf(lead.email)}`);
  const count = await countOne(transaction, {
    key: `acknowledgement:${digest.digest('base64url')}`,
    windowStart: today,
    expiresAt: new Date(Date.parse(today) + 2 * DAY_MS).toISOString(),
  });
  if (count > MAX_ACKNOWLEDGEMENTS_PER_DAY) return;
  await addDelivery(transaction, {
    id: randomUUID(),
    leadId: lead.id,
    dealer: dealer.slug,
    destination: ACKNOWLEDGEMENT_DESTINATION,
    at: now.toISOString(),
  });
}

export function acknowledgingDealer(dealer: DealerConfig, payload: LeadPayload): AcknowledgingDealer {
  const { acknowledgement, responsePromise } = dealer.leads;
  const location =
    dealer.locations.find(({ id }) => id === payload.location_id) ??
    dealer.locations.find(({ primary }) => primary);
  const dealership =
    dealer.dealerships.find(({ slug }) => slug === payload.dealership_slug) ?? dealer.dealerships[0];
  return {
    subject: acknowledgement.subject,
    text: acknowledgement.text,
    signature: acknowledgement.signature ?? dealer.name,
    responsePromise,
    phone: dealer.phones.override ?? location?.phone ?? dealer.phones.main,
    legalName: dealer.legalName,
    licence: location && dealership ? dealerLicence(location, dealership) : '',
    url: canonicalOrigin(dealer),
    kind: mainKind(dealer.verticals),
  };
}
