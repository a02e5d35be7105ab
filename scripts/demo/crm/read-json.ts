import type { NewArrival } from './arrival.ts';

const FACTS = [
  'subcategory',
  'phone',
  'email',
  'postcode',
  'location',
  'car_description',
  'stock_number',
  'url',
  'lead_id',
] as const;

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

/** @returns undefined if the body is not a JSON object */
export function parsedObject(body: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? { ...parsed }
      : undefined;
  } catch {
    return undefined;
  }
}

const named = (lead: Record<string, unknown>) =>
  [text(lead.name), text(lead.last_name)].filter(Boolean).join(' ');

/** A lead posted as JSON. */
export function readJsonLead(dealer: string, key: string, body: string): NewArrival | undefined {
  const lead = parsedObject(body);
  if (!lead) return undefined;
  return {
    way: 'json',
    dealer,
    key,
    title: named(lead),
    text: text(lead.message),
    facts: [
      ...FACTS.map((name): [string, string] => [name.replaceAll('_', ' '), text(lead[name])]),
      ['offers', lead.opt_in === true ? 'agreed' : 'not agreed'],
    ],
    raw: JSON.stringify(lead, null, 2),
    lead,
  };
}

const part = (from: Record<string, unknown>, name: string): Record<string, unknown> => {
  const value = from[name];
  return typeof value === 'object' && value !== null ? { ...value } : {};
};

const listed = (value: unknown): string => (Array.isArray(value) ? value.map(text).join(', ') : text(value));

/** A lead posted to a messaging service. */
export function readMessage(dealer: string, key: string, body: string): NewArrival | undefined {
  const received = parsedObject(body);
  if (!received) return undefined;
  const contact = part(received, 'contact');
  return {
    way: 'message',
    dealer,
    key,
    title: text(contact.name),
    to: text(received.locationUid),
    text: text(part(received, 'message').body),
    facts: [
      ['phone', listed(contact.phoneNumbers)],
      ['email', listed(contact.emails)],
    ],
    raw: JSON.stringify(received, null, 2),
  };
}
