import { readFileSync } from 'node:fs';
import { DtdValidator, XmlDocument, XmlDtd } from 'libxml2-wasm';
import { afterAll, expect, it } from 'vitest';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { type Booking, makeBooking } from '#src/features/leads/test-drive/booking.ts';
import { sanitiseXml } from '#src/platform/text/xml.ts';
import { hostileTexts } from '../../../../../tests/fixtures/hostile-texts.ts';
import { PAYLOAD } from '../../../../../tests/fixtures/lead-message.ts';
import { VENDOR } from '../../../../../tests/fixtures/lead-vendor.ts';
import { type AdfLead, adfDocument } from './adf.ts';

const validator = new DtdValidator(XmlDtd.fromString(readFileSync('tests/fixtures/adf-1.0.dtd', 'utf8')));
afterAll(() => validator.dispose());

/** A thousand documents, on a machine with other work. */
const ALL_READ_MS = 60_000;

/** The parser decodes each text separately and drops a leading byte order mark. */
const unmarked = (text: string) => text.replace(/^\uFEFF/, '');

/** Reads a document that is valid. @returns texts at an XPath */
function valid<T>(xml: string, read: (at: (xpath: string) => string[]) => T): T {
  using document = XmlDocument.fromString(xml);
  validator.validate(document);
  return read((xpath) => document.find(xpath).map(({ content }) => unmarked(content)));
}

const adf = (payload: Partial<LeadPayload> = {}, changes: Partial<AdfLead> = {}) =>
  adfDocument({
    leadId: 'lead-1',
    sequence: 1,
    createdAt: '2026-07-01T00:00:00.000Z',
    vendor: VENDOR,
    ...changes,
    payload: { ...PAYLOAD, ...payload },
  });

it('FORM-11 a lead about a car names car, customer, dealer and place', () => {
  expect(
    adf({
      car_type: 'used',
      car_vin: 'MR0FB3CD0J0123456',
      car_price: { cents: 3499000, type: 'Drive away' },
    }),
  ).toMatchSnapshot();
});

it('FORM-11 a lead in ADF is valid with and without a car, a place, a postcode, a surname', () => {
  const { location: _, ...nowhere } = VENDOR;
  const { 'Vehicle Make': _make, 'Vehicle Model': _model, car_year: _year, ...rest } = PAYLOAD;
  const carless = { createdAt: '2026-07-01T00:00:00.000Z', leadId: 'x', sequence: 1, payload: rest };
  const makes = valid(adfDocument({ ...carless, vendor: nowhere }), (at) => at('//vehicle/make'));
  expect(makes).toEqual(['Not specified']);
  expect(valid(adf({ postcode: '', last_name: '' }), (at) => at('//customer//name'))).toEqual(['Annabel']);
  expect(
    valid(adf({ name: '', last_name: '', email: '', phone: '' }), (at) => at('//customer//name')),
  ).toEqual(['']);
});

it('FORM-11 updates of a lead have its id with their own sequence', () => {
  const read = (xml: string) =>
    valid(xml, (at) => [
      ...at('//prospect/id'),
      ...at('//prospect/id/@sequence'),
      ...at('//prospect/@status'),
    ]);
  expect(read(adf())).toEqual(['lead-1', '1', 'new']);
  expect(read(adf({}, { sequence: 2 }))).toEqual(['lead-1', '2', 'resend']);
});

it('FORM-11 a request is dated by the dealer’s clock, in winter and in summer', () => {
  const dated = (createdAt: string, timeZone: string) =>
    valid(adf({}, { createdAt, vendor: { ...VENDOR, timeZone } }), (at) => at('//requestdate'));
  expect(dated('2026-07-01T00:00:00.000Z', 'Australia/Brisbane')).toEqual(['2026-07-01T10:00:00+10:00']);
  expect(dated('2026-01-01T13:30:00.000Z', 'Australia/Adelaide')).toEqual(['2026-01-02T00:00:00+10:30']);
  expect(dated('2026-07-01T00:00:00.000Z', 'UTC')).toEqual(['2026-07-01T00:00:00+00:00']);
});

it.each([
  ['new', 'new'],
  ['demo', 'used'],
  ['used', 'used'],
])('FORM-11 a %s car is %s in ADF', (car_type, status) => {
  expect(valid(adf({ car_type }), (at) => at('//vehicle/@status'))).toEqual([status]);
});

it('FORM-11 a price is in ADF with its type, or not at all', () => {
  const read = (xml: string) =>
    valid(xml, (at) => [...at('//price'), ...at('//price/@type'), ...at('//pricecomments')]);
  expect(read(adf({ car_price: { cents: 3499050, type: 'Drive away' } }))).toEqual([
    '34990.5',
    'asking',
    'Drive away',
  ]);
  expect(read(adf())).toEqual([]);
});

it('FORM-12 a lead with a time is a test drive in ADF', () => {
  const yard = { id: '7', name: 'Yard' };
  const booking = makeBooking({ state: 'requested', date: '2026-10-05', time: '' }, yard, 'Australia/Sydney');
  const interest = (xml: string) => valid(xml, (at) => at('//vehicle/@interest'));
  expect(interest(adf({ booking }))).toEqual(['test-drive']);
  expect(interest(adf())).toEqual(['buy']);
});

const TRADE_IN = {
  id: 't',
  rego: '123ABC',
  regoState: 'qld',
  year: 2018,
  make: 'Mazda',
  model: 'CX-5',
  badge: 'Touring',
  kilometres: 88_000,
  adjustmentAnswers: {},
  offer_price: 21_500,
  no_estimate_reason: null,
  valid_until: '2026-07-08',
  offer_accepted: true,
  form_completed: true,
  photos: [],
};

/** A lead about no car of the dealer's, as a form composes it. */
const ownCarLead = (category: string, told: Partial<LeadPayload> = {}) => {
  const { car_id: _, car_year: _y, car_description: _d, stock_number: _s, ...rest } = PAYLOAD;
  const { 'Vehicle Make': _ma, 'Vehicle Model': _mo, ...payload } = rest;
  const lead = { leadId: 'x', sequence: 1, createdAt: '2026-07-01T00:00:00.000Z', vendor: VENDOR };
  return valid(adfDocument({ ...lead, payload: { ...payload, category, ...told } }), (at) => ({
    interest: at('//vehicle/@interest'),
    vehicle: at('//vehicle/*').filter((text) => text !== ''),
    comments: at('//customer/comments').join(),
  }));
};
const OWN_CAR = { car_year: '2018', car_description: 'Mazda CX-5', Rego: '123ABC' };

it('FORM-11 a car to be sold is reported in ADF as one, never as one to buy', () => {
  const { interest, vehicle, comments } = ownCarLead('Sell Your Car', OWN_CAR);
  expect(interest).toEqual(['sell']);
  expect(vehicle).toEqual(['2018', 'Not specified', 'Not specified', 'Mazda CX-5, Rego 123ABC']);
  expect(comments).toContain('Shopper’s vehicle: 2018 Mazda CX-5\n');
  expect(comments).not.toMatch(/^Vehicle: /m);
});

it('FORM-11 CFG-13 a caravan to be sold has no odometer in ADF', () => {
  const { kilometres: _, ...caravan } = { ...TRADE_IN, make: 'Jayco', model: 'Journey', sleeps: 4 };
  const { vehicle } = ownCarLead('Trade-In', { trade_in: caravan });
  expect(vehicle.slice(0, 5)).toEqual(['2018', 'Jayco', 'Journey', 'Touring', '21500']);
});

it.each(['Service Enquiry', 'Parts Enquiry'])(
  'FORM-11 %s names the car to work on as the shopper’s',
  (category) => {
    const { vehicle, comments } = ownCarLead(category, OWN_CAR);
    expect(vehicle).toEqual(['Not specified', 'Not specified']);
    expect(comments).toMatch(/^Shopper’s vehicle: 2018 Mazda CX-5\n(?:.*\n)*Shopper’s rego: 123ABC$/m);
  },
);

it('FORM-12 a test drive without a time or a car of the stock is one in ADF', () => {
  const { interest, vehicle, comments } = ownCarLead('Test Drive', { car_description: 'A red ute' });
  expect(interest).toEqual(['test-drive']);
  expect(vehicle).toContain('A red ute');
  expect(comments).toMatch(/^Vehicle: A red ute$/m);
});

it('FORM-10 the shopper’s own vehicle is named once', () => {
  const trade_in = TRADE_IN;
  const details = [
    { name: 'vehicle', label: 'Vehicle', value: '2018 Mazda CX-5' },
    { name: 'rego', label: 'Rego', value: '123ABC (QLD)' },
  ];
  const [comments = ''] = valid(adf({ trade_in, details, Rego: '123ABC' }), (at) =>
    at('//customer/comments'),
  );
  expect(comments.match(/^.*(?:vehicle|rego): .*$/gim)).toEqual([
    'Vehicle: 2021 Toyota HiLux SR5',
    'Shopper’s vehicle: 2018 Mazda CX-5',
    'Shopper’s rego: 123ABC (QLD)',
  ]);
});

it('FORM-10 the shopper’s own vehicle is reported in ADF with the estimate and the decision', () => {
  const trade_in = TRADE_IN;
  const read = (xml: string) =>
    valid(xml, (at) => ({
      interests: at('//vehicle/@interest'),
      own: at('//vehicle[last()]/*'),
      types: at('//vehicle[last()]/price/@type'),
    }));
  expect(read(adf({ trade_in }))).toEqual({
    interests: ['buy', 'trade-in'],
    own: [
      '2018',
      'Mazda',
      'CX-5',
      'Touring',
      '88000',
      '21500',
      'Online estimate, valid until 2026-07-08: accepted by the shopper',
      'Rego 123ABC (QLD)',
    ],
    types: ['appraisal'],
  });
  const undecided = { ...trade_in, offer_price: null, offer_accepted: null, valid_until: null, rego: '' };
  const { car_id: _, ...sold } = PAYLOAD;
  const sale = { leadId: 'x', sequence: 1, createdAt: '2026-07-01T00:00:00.000Z', vendor: VENDOR };
  expect(read(adfDocument({ ...sale, payload: { ...sold, trade_in: undecided } }))).toEqual({
    interests: ['sell'],
    own: ['2018', 'Mazda', 'CX-5', 'Touring', '88000'],
    types: [],
  });
});

it('FORM-13 answers without their own element are in the comments', () => {
  const details = [{ name: 'budget', label: 'Budget', value: '$30,000' }];
  const [comments] = valid(adf({ details, Rego: '123ABC', additional_services: ['Tyres', 'Brakes'] }), (at) =>
    at('//customer/comments'),
  );
  for (const line of ['Budget: $30,000', 'Shopper’s rego: 123ABC', 'Services: Tyres, Brakes'])
    expect(comments).toContain(line);
});

it.each([
  ['0412345678', 'cellphone'],
  ['0512345678', 'cellphone'],
  ['0755501234', 'voice'],
  ['1300123456', 'voice'],
])('FORM-11 %s is a %s in ADF', (phone, type) => {
  expect(valid(adf({ phone }), (at) => at('//customer//phone/@type'))).toEqual([type]);
});

it(
  'FORM-11 1,000 hostile texts make valid ADF and are read back unchanged, except for characters XML cannot hold',
  () => {
    const texts = hostileTexts(1000);
    expect(texts.filter((text) => sanitiseXml(text) !== text).length).toBeGreaterThan(100);
    const elements = valid(adf(), (at) => at('//*').length);
    for (const text of texts) {
      const payload = {
        name: text,
        last_name: text,
        email: text,
        postcode: text,
        message: text,
        car_description: text,
      };
      const read = valid(adf({ ...payload, stock_number: text, location: text }), (at) => ({
        names: at('//customer//name'),
        email: at('//customer//email').join(''),
        postcode: at('//customer//postalcode').join(''),
        stock: at('//vehicle/stock').join(''),
        comments: at('//customer/comments').join(''),
        elements: at('//*').length,
      }));
      const kept = unmarked(sanitiseXml(text));
      expect(read).toMatchObject({ names: [kept, kept], email: kept, postcode: kept, stock: kept });
      expect(read.comments.startsWith(kept)).toBe(true);
      expect(read.elements).toBe(elements);
    }
  },
  ALL_READ_MS,
);

it('FORM-12 a booked test drive has its start time, a requested one only text', () => {
  const yard = { id: '7', name: 'Yard' };
  const zone = 'Australia/Sydney';
  const booked = makeBooking({ state: 'booked', date: '2026-10-05', time: '09:30' }, yard, zone);
  const wish = makeBooking({ state: 'requested', date: '2026-10-05', time: '' }, yard, zone);
  const said = (booking: Booking) => valid(adf({ booking }), (at) => at('//customer/timeframe/*'));
  expect(said(booked)).toEqual([
    'Monday 5 October, 9:30 am at Yard (booked)',
    '2026-10-05T09:30:00+11:00',
    '2026-10-05T09:30:00+11:00',
  ]);
  expect(said(wish)).toEqual(['Monday 5 October at Yard (to confirm)']);
});

it('FORM-11 a document that is not ADF is refused', () => {
  expect(() => valid(adf().replace('<year>2021</year>', ''), () => 0)).toThrow();
  expect(() => valid(adf().replace('interest="buy"', 'interest="look"'), () => 0)).toThrow();
});

it('FAV-01 an enquiry about several vehicles has each of them, with nothing of another', () => {
  const first = { car_id: 'car-1', car_year: '2021', car_type: 'used', vehicle_status: 'in_stock' };
  const cars = [
    { ...first, car_description: '2021 Toyota HiLux', 'Vehicle Make': 'Toyota', 'Vehicle Model': 'HiLux' },
    {
      ...first,
      car_id: 'car-2',
      car_year: '2024',
      car_type: 'new',
      car_description: '2024 Mazda CX-5',
      'Vehicle Make': 'Mazda',
      'Vehicle Model': 'CX-5',
      car_price: { cents: 4_200_000, type: 'Drive away' },
    },
  ];
  const sent = adf({ cars, car_vin: 'MR0FB3CD0J0123456' });
  valid(sent, (at) => {
    expect(at('//vehicle/make')).toEqual(['Toyota', 'Mazda']);
    expect(at('//vehicle/year')).toEqual(['2021', '2024']);
    expect(at('//vehicle/@status')).toEqual(['used', 'new']);
    expect(at('//vehicle/stock')).toEqual(['S123']);
    expect(at('//vehicle/vin')).toEqual(['MR0FB3CD0J0123456']);
    expect(at('//vehicle/price')).toEqual(['42000']);
    expect(at('//vehicle/@interest')).toEqual(['buy', 'buy']);
  });
});

it('VDP-233 a deal has its extras as options and its payment as finance', () => {
  const price = { kind: 'price', label: '2021 Toyota HiLux', note: 'Drive away', cents: 2_999_000 };
  const deal: LeadPayload['deal'] = {
    link: 'https://www.riverbend.example/cars/hilux/deal?v=1',
    lines: [price, { kind: 'extra', label: 'Tint & trim', cents: 59_900 }],
    total_cents: 3_058_900,
    less: [{ kind: 'deposit', label: 'Your deposit', cents: -300_000 }],
    balance_cents: 2_758_900,
    balance_label: 'Left to finance',
    payment: 'finance',
    deposit_cents: 300_000,
    extras: [{ id: 'tint', name: 'Tint & trim', cents: 59_900 }],
    handover: { way: 'pickup', place: 'Moorooka' },
    reserves: true,
    notes: [],
  };
  const found = valid(adf({ deal }), (at) =>
    [
      '//option/optionname',
      '//option/price',
      '//finance/method',
      '//finance/amount',
      '//finance/balance',
    ].map(at),
  );
  expect(found).toEqual([['Tint & trim'], ['599'], ['finance'], ['3000', '30589'], ['27589']]);
  valid(adf({ deal: { ...deal, payment: 'cash' } }), (at) => {
    expect(at('//finance/method')).toEqual(['cash']);
    expect(at('//finance/balance')).toEqual([]);
  });
});
