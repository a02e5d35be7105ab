import type { Location } from '#src/config/sections/locations.ts';
import { MINUTE_MS } from '#src/domain/duration.ts';
import { leadFacts } from '#src/domain/lead/delivery/lead-facts.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { LeadVendor } from '#src/domain/lead/delivery/lead-vendor.ts';
import { bookingWords } from '#src/domain/lead/test-drive/booking.ts';
import { branch, leaf, maybeLeaf, type Xml } from '#src/domain/xml.ts';
import { adfVehicles } from './adf-vehicles.ts';

export type AdfLead = {
  leadId: string;
  /** 1 for the lead, then 2, 3, … for updates of it. */
  sequence: number;
  createdAt: string;
  payload: LeadPayload;
  vendor: LeadVendor;
};

const PROVIDER = 'Forecourt';

const nameParts = ({ name, last_name }: LeadPayload): Xml[] => {
  const parts = [
    ...maybeLeaf('name', name, { part: 'first', type: 'individual' }),
    ...maybeLeaf('name', last_name, { part: 'last', type: 'individual' }),
  ];
  return parts.length > 0 ? parts : [leaf('name', '', { part: 'full', type: 'individual' })];
};

const MOBILE = /^0[45]/;
const phoneLeaf = (phone: string) =>
  maybeLeaf('phone', phone, { type: MOBILE.test(phone) ? 'cellphone' : 'voice' });

function comments(payload: LeadPayload): string {
  const facts = leadFacts(payload).map(({ label, value }) => `${label}: ${value}`);
  return [...(payload.message === '' ? [] : [payload.message, '']), ...facts].join('\n');
}

/** FORM-12: one moment if day and time are known, else only words. */
function timeframe({ booking }: LeadPayload): Xml[] {
  if (!booking) return [];
  const at = booking.starts_at && localInstant(booking.starts_at, booking.time_zone);
  return [
    branch('timeframe', [
      leaf('description', bookingWords(booking)),
      ...maybeLeaf('earliestdate', at),
      ...maybeLeaf('latestdate', at),
    ]),
  ];
}

const customer = (payload: LeadPayload): Xml =>
  branch('customer', [
    branch('contact', [
      ...nameParts(payload),
      ...maybeLeaf('email', payload.email),
      ...phoneLeaf(payload.phone),
      ...(payload.postcode === ''
        ? []
        : [
            branch(
              'address',
              [
                leaf('street', '', { line: '1' }),
                leaf('postalcode', payload.postcode),
                leaf('country', 'AU'),
              ],
              { type: 'home' },
            ),
          ]),
    ]),
    ...timeframe(payload),
    leaf('comments', comments(payload)),
  ]);

const placeOf = ({ street, city, state, postcode }: Location['address']): Xml =>
  branch(
    'address',
    [
      leaf('street', street, { line: '1' }),
      leaf('city', city),
      leaf('regioncode', state.toUpperCase()),
      leaf('postalcode', postcode),
      leaf('country', 'AU'),
    ],
    { type: 'work' },
  );

const vendorPart = ({ name, dealership, url, email, phone, location }: LeadVendor): Xml =>
  branch('vendor', [
    leaf('vendorname', dealership),
    leaf('url', url),
    branch('contact', [
      leaf('name', location?.name ?? name, { part: 'full', type: 'business' }),
      leaf('email', email),
      leaf('phone', location?.phone ?? phone, { type: 'voice' }),
      ...(location ? [placeOf(location.address)] : []),
    ]),
  ]);

const provider = ({ name, url }: LeadVendor): Xml =>
  branch('provider', [
    leaf('name', PROVIDER, { part: 'full', type: 'business' }),
    leaf('service', `Website of ${name}`),
    leaf('url', url),
  ]);

/** FORM-11: a lead in the Auto-lead Data Format 1.0. Updates of a lead carry its id with their own sequence. */
export function adfDocument({ leadId, sequence, createdAt, payload, vendor }: AdfLead): string {
  const prospect = branch(
    'prospect',
    [
      leaf('id', leadId, { sequence: String(sequence), source: vendor.url }),
      leaf('requestdate', localInstant(createdAt, vendor.timeZone)),
      ...adfVehicles(payload),
      customer(payload),
      vendorPart(vendor),
      provider(vendor),
    ],
    { status: sequence === 1 ? 'new' : 'resend' },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?adf version="1.0"?>\n${branch('adf', [prospect]).xml}\n`;
}

/** ISO 8601 with seconds and the offset of a time zone: `2026-07-01T10:00:00+10:00`. @param timeZone IANA name */
function localInstant(instant: string, timeZone: string): string {
  const at = new Date(instant);
  const named = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const offset = /[+-]\d\d:\d\d/.exec(named.find(({ type }) => type === 'timeZoneName')?.value ?? '')?.[0];
  const [sign = '+', hours = '0', minutes = '0'] = offset?.split(/(?<=[+-])|:/) ?? [];
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return `${new Date(at.getTime() + offsetMs).toISOString().slice(0, 19)}${offset ?? '+00:00'}`;
}
