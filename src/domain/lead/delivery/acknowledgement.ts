import { capitalised, KIND_WORDS, type KindOfStock } from '#src/config/sections/verticals.ts';
import { branch, leaf, sanitiseXml, type Xml } from '#src/domain/xml.ts';
import { SELL_YOUR_CAR_CATEGORY } from '../described-car.ts';
import { formatPhone } from '../phone.ts';
import { OTHER_CAR_LABEL, otherCars, seenPrice } from './lead-facts.ts';
import type { LeadPayload } from './lead-payload.ts';

/** The most per day to one address over all dealers, so that no one can flood a stranger's address. */
export const ACKNOWLEDGEMENTS_A_DAY = 5;

/** The sender, in the dealer's own words. */
export type AcknowledgingDealer = {
  subject: string;
  text: string;
  signature: string;
  /** When the dealer will respond. */
  responsePromise: string;
  phone: string;
  legalName: string;
  /** `DL# 4410217`; empty where none is known. */
  licence: string;
  url: string;
  kind: KindOfStock;
};

export type Acknowledgement = { subject: string; text: string; html: string };

const addressKey = /^([^+@]+)(?:\+[^@]*)?@(.+)$/;

/** One mailbox for `ann@example.com` and `Ann+cars@example.com`. */
export const mailboxOf = (email: string): string => email.toLowerCase().replace(addressKey, '$1@$2');

/** The category that the CRM knows, in the words for what the dealer sells. */
const subjectOf = ({ category, subcategory }: LeadPayload, kind: KindOfStock): string =>
  category === SELL_YOUR_CAR_CATEGORY ? `Selling your ${KIND_WORDS[kind].one}` : subcategory || category;

/**
 * FORM-11: the e-mail that confirms a lead to the shopper. Apart from the address, it contains nothing typed into the
 * form: the address may be a stranger's, and the e-mail must not carry messages to them.
 */
export function acknowledgement(payload: LeadPayload, dealer: AcknowledgingDealer): Acknowledgement {
  const car = payload.car_id === undefined ? '' : (payload.car_description ?? '');
  const price = car === '' ? '' : seenPrice(payload);
  const others = otherCars(payload).map(
    (other) =>
      [OTHER_CAR_LABEL, [other.car_description, seenPrice(other)].filter(Boolean).join(', ')] as const,
  );
  const facts: readonly (readonly [string, string])[] = [
    ['You asked about', car || subjectOf(payload, dealer.kind)],
    ['Price shown', price],
    ['Stock number', car === '' ? '' : (payload.stock_number ?? '')],
    ...others,
    [
      capitalised(KIND_WORDS[dealer.kind].visit),
      payload.booking?.state === 'booked' ? payload.booking.text : '',
    ],
  ];
  const known = facts.filter(([, value]) => value !== '');
  const call = `Questions before then? Call us on ${formatPhone(dealer.phone)}.`;
  const foot = [dealer.legalName, dealer.licence, dealer.url].filter(Boolean);
  const why =
    'You received this e-mail because someone entered this address in a form on our website. If it wasn’t you, you can ignore it.';
  const text = [
    dealer.text,
    '',
    ...known.map(([label, value]) => `${label}: ${value}`),
    '',
    dealer.responsePromise,
    call,
    '',
    dealer.signature,
    ...foot,
    '',
    why,
  ].join('\n');
  const paragraph = (words: string): Xml => leaf('p', words);
  const body = branch('body', [
    ...dealer.text.split('\n').filter(Boolean).map(paragraph),
    branch(
      'ul',
      known.map(([label, value]) => leaf('li', `${label}: ${value}`)),
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
