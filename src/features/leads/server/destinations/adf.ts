import type { Location } from '#src/config/sections/business/locations-section.ts';
import {
  describesOwnCar,
  isTestDrive,
  type LeadVendor,
  leadFacts,
  otherCars,
  SELL_YOUR_CAR_CATEGORY,
} from '#src/features/leads/delivery/lead-facts.ts';
import type { EnquiredCarPart, LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { bookingText } from '#src/features/leads/test-drive/booking.ts';
import type { TradeInPart } from '#src/features/trade-in/trade-in-record.ts';
import { centsToDollars } from '#src/platform/number/number-format.ts';
import { branch, leaf, maybeLeaf, type Xml } from '#src/platform/text/xml.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';

/** Required by the format even without a vehicle. */
const NO_VEHICLE = 'Not specified';

/** ADF has two conditions; a demonstrator counts as used. */
const statusOf = ({ car_type }: LeadPayload) => (car_type === 'new' ? 'new' : 'used');

/** ADF prices are in dollars. A price is always sent with its type. */
const priceOf = ({ car_price }: LeadPayload): Xml[] =>
  car_price
    ? [
        leaf('price', String(centsToDollars(car_price.cents)), { type: 'asking', currency: 'AUD' }),
        leaf('pricecomments', car_price.type),
      ]
    : [];

/** VDP-233: what was added to the vehicle, and how it is to be paid. */
function dealParts({ deal }: LeadPayload): Xml[] {
  if (!deal) return [];
  const dollars = (cents: number) => String(centsToDollars(cents));
  const amount = (cents: number, type: 'downpayment' | 'total') =>
    leaf('amount', dollars(cents), { type, currency: 'AUD' });
  const isLoan = deal.payment === 'finance' && deal.balance_cents > 0;
  return [
    ...deal.extras.map(({ id, name, cents }) =>
      branch('option', [
        leaf('optionname', name),
        leaf('stock', id),
        leaf('price', dollars(cents), { currency: 'AUD' }),
      ]),
    ),
    ...(deal.payment
      ? [
          branch('finance', [
            leaf('method', deal.payment),
            ...(deal.deposit_cents ? [amount(deal.deposit_cents, 'downpayment')] : []),
            amount(deal.total_cents, 'total'),
            ...(isLoan
              ? [leaf('balance', dollars(deal.balance_cents), { type: 'finance', currency: 'AUD' })]
              : []),
          ]),
        ]
      : []),
  ];
}

const wantedVehicle = (payload: LeadPayload): Xml =>
  branch(
    'vehicle',
    [
      leaf('year', payload.car_year ?? ''),
      leaf('make', payload['Vehicle Make'] ?? NO_VEHICLE),
      leaf('model', payload['Vehicle Model'] ?? NO_VEHICLE),
      ...maybeLeaf('vin', payload.car_vin),
      ...maybeLeaf('stock', payload.stock_number),
      ...priceOf(payload),
      ...dealParts(payload),
      ...maybeLeaf('comments', payload.car_description),
    ],
    { interest: isTestDrive(payload) ? 'test-drive' : 'buy', status: statusOf(payload) },
  );

/** Labels an estimate as one, with the shopper's decision. */
function estimateComments({ valid_until, offer_accepted }: TradeInPart): string {
  const answer = offer_accepted === null ? 'not decided' : offer_accepted ? 'accepted' : 'declined';
  const until = valid_until === null ? '' : `, valid until ${valid_until}`;
  return `Online estimate${until}: ${answer} by the shopper`;
}

/** FORM-10: the shopper's own vehicle, as a trade-in or for sale. */
const ownVehicle = (part: TradeInPart, interest: 'trade-in' | 'sell'): Xml =>
  branch(
    'vehicle',
    [
      leaf('year', String(part.year)),
      leaf('make', part.make),
      leaf('model', part.model),
      ...maybeLeaf('trim', part.badge),
      ...maybeLeaf('transmission', part.simple_transmission),
      ...(part.kilometres === undefined ? [] : [leaf('odometer', String(part.kilometres), { units: 'km' })]),
      ...(part.offer_price === null
        ? []
        : [
            leaf('price', String(part.offer_price), { type: 'appraisal', currency: 'AUD' }),
            leaf('pricecomments', estimateComments(part)),
          ]),
      ...maybeLeaf('comments', part.rego === '' ? '' : `Rego ${part.rego} (${part.regoState.toUpperCase()})`),
    ],
    { interest, status: 'used' },
  );

/** A free-text description; the format requires make and model. */
const describedVehicle = (payload: LeadPayload): Xml => {
  const rego = payload.Rego ? `Rego ${payload.Rego}` : '';
  return branch(
    'vehicle',
    [
      leaf('year', payload.car_year ?? ''),
      leaf('make', NO_VEHICLE),
      leaf('model', NO_VEHICLE),
      ...maybeLeaf('comments', [payload.car_description, rego].filter(Boolean).join(', ')),
    ],
    { interest: 'sell', status: 'used' },
  );
};

/** ADF has no workshop requests: a lead for service or parts has no vehicle of interest. */
const withoutOwnCar = ({ car_year: _, car_description: __, ...payload }: LeadPayload): LeadPayload => payload;

/** FAV-01: another vehicle of an enquiry, without the first one's optional fields. */
function alsoWanted(payload: LeadPayload, car: EnquiredCarPart): Xml {
  const { car_vin: _, stock_number: __, car_price: ___, ...shared } = payload;
  return wantedVehicle({ ...shared, ...car, dealership_slug: car.dealership_slug ?? '' });
}

/** The format requires at least one. */
function adfVehicles(payload: LeadPayload): Xml[] {
  const { trade_in: own, car_id } = payload;
  if (own && car_id === undefined) return [ownVehicle(own, 'sell')];
  if (!own && payload.category === SELL_YOUR_CAR_CATEGORY) return [describedVehicle(payload)];
  const wanted = describesOwnCar(payload) ? withoutOwnCar(payload) : payload;
  return [
    wantedVehicle(wanted),
    ...otherCars(payload).map((car) => alsoWanted(payload, car)),
    ...(own ? [ownVehicle(own, 'trade-in')] : []),
  ];
}

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

/** FORM-12: an instant if both date and time are known, else only a description. */
function timeframe({ booking }: LeadPayload): Xml[] {
  if (!booking) return [];
  const at = booking.starts_at && localInstant(booking.starts_at, booking.time_zone);
  return [
    branch('timeframe', [
      leaf('description', bookingText(booking)),
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

const addressOf = ({ street, city, state, postcode }: Location['address']): Xml =>
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
      ...(location ? [addressOf(location.address)] : []),
    ]),
  ]);

const provider = ({ name, url }: LeadVendor): Xml =>
  branch('provider', [
    leaf('name', PROVIDER, { part: 'full', type: 'business' }),
    leaf('service', `Website of ${name}`),
    leaf('url', url),
  ]);

/** FORM-11: a lead in the Auto-lead Data Format 1.0. Updates have the lead's id and a sequence number. */
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

/**
 * ISO 8601 with seconds and UTC offset: `2026-07-01T10:00:00+10:00`.
 * @param timeZone IANA name
 */
function localInstant(instant: string, timeZone: string): string {
  const at = new Date(instant);
  const named = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const offset = /[+-]\d\d:\d\d/.exec(named.find(({ type }) => type === 'timeZoneName')?.value ?? '')?.[0];
  const [sign = '+', hours = '0', minutes = '0'] = offset?.split(/(?<=[+-])|:/) ?? [];
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return `${new Date(at.getTime() + offsetMs).toISOString().slice(0, 19)}${offset ?? '+00:00'}`;
}
