import {
  enquiredCarsText,
  type LeadFact,
  type LeadVendor,
  leadFacts,
} from '#src/features/leads/delivery/lead-facts.ts';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import type { Mail, Mailer } from '#src/platform/mail/mailer.ts';
import { formatPhone } from '#src/platform/number/typed-number.ts';
import { isPlainAddress, singleLine } from '#src/platform/text/safe-text.ts';
import { branch, leaf, sanitiseXml, type Xml } from '#src/platform/text/xml.ts';
import { adfDocument } from './adf.ts';
import { type DeliveryAdapter, deliveryKey, type LeadMessage } from './delivery-adapter.ts';

export type LeadEmail = { subject: string; text: string; html: string };

const fullName = ({ name, last_name }: LeadPayload) => [name, last_name].filter(Boolean).join(' ');

const contactFacts = (payload: LeadPayload): LeadFact[] =>
  [
    { label: 'Name', value: fullName(payload) },
    { label: 'Phone', value: payload.phone === '' ? '' : formatPhone(payload.phone) },
    { label: 'E-mail', value: payload.email },
    { label: 'Postcode', value: payload.postcode },
  ].filter(({ value }) => value !== '');

function subjectOf(payload: LeadPayload, sequence: number): string {
  const what = payload.subcategory || payload.category;
  const about = [enquiredCarsText(payload), fullName(payload)].filter(Boolean).join(', ');
  const subject = about === '' ? what : `${what}: ${about}`;
  return singleLine(sequence === 1 ? subject : `Update: ${subject}`);
}

const rowOf = ({ label, value }: LeadFact): Xml => branch('tr', [leaf('th', label), leaf('td', value)]);

/**
 * FORM-11: a lead as an e-mail for a salesperson.
 * @param sequence 1 for the lead itself, higher for updates
 */
export function leadEmail(payload: LeadPayload, sequence: number): LeadEmail {
  const facts = [...contactFacts(payload), ...leadFacts(payload)];
  const opening = sequence === 1 ? 'A new lead from your website.' : 'An update to a lead from your website.';
  // The mailer sets Reply-To only for a plain address.
  const closing = isPlainAddress(payload.email) ? ['Replies to this e-mail go to the shopper.'] : [];
  const message = payload.message === '' ? [] : sanitiseXml(payload.message).split('\n');
  const lines = [
    opening,
    '',
    ...(message.length > 0 ? [...message, ''] : []),
    ...facts.map(({ label, value }) => `${label}: ${sanitiseXml(value)}`),
    ...closing.flatMap((text) => ['', text]),
  ];
  const body = branch('body', [
    leaf('p', opening),
    ...(message.length > 0
      ? [
          branch(
            'blockquote',
            message.map((line) => leaf('div', line)),
          ),
        ]
      : []),
    branch('table', facts.map(rowOf)),
    ...closing.map((text) => leaf('p', text)),
  ]);
  const head = branch('head', [leaf('title', subjectOf(payload, sequence))]);
  return {
    subject: subjectOf(payload, sequence),
    text: lines.join('\n'),
    html: `<!doctype html>\n${branch('html', [head, body], { lang: 'en-AU' }).xml}`,
  };
}

export type MailRoute = {
  mailer: Mailer;
  /** Name of the destination, because a lead may be sent to several mailboxes. */
  name: string;
  addressOf(payload: LeadPayload): string;
  vendorOf(payload: LeadPayload): LeadVendor;
};

/** Reply-To is the shopper. */
function envelopeOf({ name, addressOf, vendorOf }: MailRoute, message: LeadMessage) {
  const { leadId, sequence, payload } = message;
  const shopper = [payload.name, payload.last_name].filter(Boolean).join(' ');
  return {
    key: deliveryKey(message, name),
    ...(sequence === 1 ? {} : { follows: deliveryKey({ leadId, sequence: 1 }, name) }),
    to: addressOf(payload),
    fromName: vendorOf(payload).name,
    replyTo: { name: shopper, address: payload.email },
    autoSubmitted: 'auto-generated',
  } satisfies Partial<Mail>;
}

/** A CRM that parses e-mails with an ADF 1.0 document as their text. */
export const adfMailAdapter = (route: MailRoute): DeliveryAdapter => ({
  async deliver(message) {
    const vendor = route.vendorOf(message.payload);
    const { subject } = leadEmail(message.payload, message.sequence);
    const text = adfDocument({ ...message, vendor });
    return route.mailer.send({ ...envelopeOf(route, message), subject, text });
  },
});

export const mailAdapter = (route: MailRoute): DeliveryAdapter => ({
  async deliver(message) {
    const email = leadEmail(message.payload, message.sequence);
    return route.mailer.send({ ...envelopeOf(route, message), ...email });
  },
});
