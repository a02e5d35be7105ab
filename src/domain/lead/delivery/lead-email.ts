import { branch, leaf, sanitiseXml, type Xml } from '#src/domain/xml.ts';
import { singleLine } from '../clean-text.ts';
import { isPlainAddress } from '../mail-address.ts';
import { formatPhone } from '../phone.ts';
import { askedCars, type LeadFact, leadFacts } from './lead-facts.ts';
import type { LeadPayload } from './lead-payload.ts';

export type LeadEmail = { subject: string; text: string; html: string };

const fullName = ({ name, last_name }: LeadPayload) => [name, last_name].filter(Boolean).join(' ');

const people = (payload: LeadPayload): LeadFact[] =>
  [
    { label: 'Name', value: fullName(payload) },
    { label: 'Phone', value: payload.phone === '' ? '' : formatPhone(payload.phone) },
    { label: 'E-mail', value: payload.email },
    { label: 'Postcode', value: payload.postcode },
  ].filter(({ value }) => value !== '');

function subjectOf(payload: LeadPayload, sequence: number): string {
  const what = payload.subcategory || payload.category;
  const about = [askedCars(payload), fullName(payload)].filter(Boolean).join(', ');
  const subject = about === '' ? what : `${what}: ${about}`;
  return singleLine(sequence === 1 ? subject : `Update: ${subject}`);
}

const rowOf = ({ label, value }: LeadFact): Xml => branch('tr', [leaf('th', label), leaf('td', value)]);

/**
 * FORM-11: a lead as an e-mail for a person to answer.
 * @param sequence 1 for the lead itself, more for updates of it
 */
export function leadEmail(payload: LeadPayload, sequence: number): LeadEmail {
  const facts = [...people(payload), ...leadFacts(payload)];
  const opening = sequence === 1 ? 'A new lead from your website.' : 'An update to a lead from your website.';
  // Only an address like this becomes a Reply-To.
  const closing = isPlainAddress(payload.email) ? ['Replies to this e-mail go to the shopper.'] : [];
  const message = payload.message === '' ? [] : sanitiseXml(payload.message).split('\n');
  const lines = [
    opening,
    '',
    ...(message.length > 0 ? [...message, ''] : []),
    ...facts.map(({ label, value }) => `${label}: ${sanitiseXml(value)}`),
    ...closing.flatMap((words) => ['', words]),
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
    ...closing.map((words) => leaf('p', words)),
  ]);
  const head = branch('head', [leaf('title', subjectOf(payload, sequence))]);
  return {
    subject: subjectOf(payload, sequence),
    text: lines.join('\n'),
    html: `<!doctype html>\n${branch('html', [head, body], { lang: 'en-AU' }).xml}`,
  };
}
