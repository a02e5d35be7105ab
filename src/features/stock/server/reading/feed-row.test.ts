import * as v from 'valibot';
import { expect, it } from 'vitest';
import { FEED_FIELD_NAMES } from '#src/config/sections/stock/feed-columns.ts';
import { FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import { postcodeCentroid } from '#src/features/locations/postcode-centroid.ts';
import { compileMapping } from '#src/features/stock/mapping/column-mapping.ts';
import { priceDisplay, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { readFeedRow } from './feed-row.ts';

const columns = Object.fromEntries(FEED_FIELD_NAMES.map((field) => [field, field]));
const mapping = compileMapping(v.parse(FeedSchema, { file: 'stock.csv', format: 'csv', columns }));
const CAR = { make: 'Toyota', model: 'Corolla', year: '2021', car_type: 'used', status: 'in stock' };
const read = (cells: Record<string, string>, row = 2) =>
  readFeedRow(mapping, { row, cells: { ...CAR, ...cells } }, 'Australia/Sydney');
const problems = (cells: Record<string, string>) =>
  read(cells).problems.map(({ column, value, expected }) => `${column} ${value}: expected ${expected}`);

it('PLAT-03 refusals of the vehicle record are reported in dollars and plain words', () => {
  const refused = [
    { price: '11799000' },
    { year: '3024' },
    { year: '1066' },
    { km: '-5' },
    { badge: 'x'.repeat(501) },
    { finance_lenders: '{"Angle":{"balloon":99999999,"interestRate":-1}}' },
    { youxQuote: '{"weeklyRepaymentAmount":"lots"}' },
    { autograb_data: '{"average":1}' },
    { categories: '[1]' },
    { images: '[{"id":"a","version":0}]' },
  ].flatMap(problems);
  expect(refused).toMatchInlineSnapshot(`
    [
      "price 11799000: expected a price up to $10,000,000, received $11,799,000",
      "year 3024: expected at most 2100",
      "year 1066: expected at least 1900",
      "km -5: expected at least 0",
      "badge xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…: expected at most 500 characters",
      "finance_lenders Angle.balloon: 99999999: expected an amount in dollars up to $10,000,000, e.g. 128.50",
      "finance_lenders Angle.interestRate: -1: expected a rate of 0 to 48 per cent, e.g. 7.49",
      "youxQuote {"weeklyRepaymentAmount":"lots"}: expected an amount in dollars, e.g. 32990 at "weeklyRepaymentAmount"",
      "autograb_data {"average":1}: expected one of the keys average_market_price, state_average_market_price at "average"",
      "categories [1]: expected a text in every item; one was left out, "1"",
      "images [{"id":"a","version":0}]: expected at least 1 at "0.version"",
    ]
  `);
  expect(refused.join()).not.toMatch(/Invalid|[<>]=|1000000000/);
});

it('FIN-15 the report of an unreadable entry names the vehicle, the field and the remedy; the vehicle is listed', () => {
  const entry = { interestRate: 7.49, comparisonRate: 8.6, paymentWeek: 'ask us', termMonths: 60 };
  const cells = { stocknum: 'U123', finance_lenders: JSON.stringify({ Angle: entry }) };
  const { vehicle, problems: found } = read(cells, 7);
  expect(found).toEqual([
    {
      row: 7,
      column: 'finance_lenders',
      value: 'U123, Angle.paymentWeek: "ask us"',
      reason: 'not_understood',
      expected: 'an amount in dollars up to $10,000,000, e.g. 128.50',
      remedy: 'Correct the value in the feed; the vehicle shows no repayment of this lender until then.',
      skipped: false,
    },
  ]);
  expect(vehicle?.finance_lenders).toEqual({
    Angle: { interestRate: 7.49, comparisonRate: 8.6, termMonths: 60, isUnreadable: true },
  });
});

const PRICED = { price: '32990', offer_price: '31990', before_price: '35990' };

it.each([
  'Plus On Road Costs',
  'Excl. Gov. Charges',
  'Ex Govt Charges',
  'Plus ORC',
  'Before Government Charges',
])('VDP-09 the price type %j excludes government charges', (price_type) => {
  const { vehicle, problems: found } = read({ ...PRICED, price_type });
  expect(found).toEqual([]);
  expect(vehicle).toMatchObject({ price: 3_299_000, price_type: 'excluding_government_charges' });
});

it('VDP-09 a price whose type cannot be read is not shown under the default type of the dealer', () => {
  const cells = { ...PRICED, price_type: 'Trade only', subscription_price: '180' };
  const { vehicle, problems: found } = read(cells);
  if (!vehicle) throw new Error('The vehicle is missing.');
  const pricing = pricingOf(vehicle, { used: 'drive_away' });
  expect(priceDisplay(pricing, { noPriceText: 'Price on request' })).toMatchObject({
    text: 'Price on request',
    typeText: null,
    cents: null,
    wasText: null,
  });
  expect(pricing.subscription_price).toBe(18_000);
  expect(found).toMatchObject([
    {
      column: 'price_type',
      value: 'Trade only',
      remedy:
        'Correct the cell, or map its word under "stock.feed.values.price_type"; the vehicle shows no price until then.',
      skipped: false,
    },
  ]);
});

const flagsOf = (cells: Record<string, string>) => {
  const { vehicle, problems: found } = read(cells);
  return {
    isShown: vehicle?.show_on_dealer_website,
    isReserved: vehicle?.reserved,
    remedies: found.map(({ value, remedy }) => `${value}: ${remedy}`),
  };
};

it.each([
  ['Hidden', 'Deposit taken', false, true],
  ['Off', 'On hold', false, true],
  ['Unpublished', 'T', false, true],
  ['F', 'Under offer', false, true],
  ['Published', 'Available', true, false],
  ['On', 'Off', true, false],
  ['', '', true, false],
])('PLAT-03 shown %j and reserved %j are read', (shown, reserved, isShown, isReserved) => {
  const cells = { show_on_dealer_website: shown, reserved };
  expect(flagsOf(cells)).toEqual({ isShown, isReserved, remedies: [] });
});

it('PLAT-03 a vehicle is hidden and reserved where the feed says so or something that cannot be read', () => {
  expect(flagsOf({ show_on_dealer_website: 'Wholesale', reserved: 'J. Smith' })).toEqual({
    isShown: false,
    isReserved: true,
    remedies: [
      'J. Smith: Correct the cell, or map its word under "stock.feed.values.reserved"; the vehicle counts as reserved until then.',
      'Wholesale: Correct the cell, or map its word under "stock.feed.values.show_on_dealer_website"; the vehicle is not shown until then.',
    ],
  });
});

it('PLAT-03 measures in other units become those of the vehicle; a unit of something else is reported', () => {
  const cells = {
    km: '62,000 miles',
    body_length: '6.2 m',
    tare_weight: '1.9 t',
    towingcapacitybraked: '2.5 tonne',
    vehiclelength: '4.5 m',
    grossvehiclemass: '5000 lbs',
  };
  expect(read(cells).vehicle).toMatchObject({
    km: 99_779,
    body_length: 20.34,
    tare_weight: 1900,
    towingcapacitybraked: 2500,
    vehiclelength: 4500,
  });
  expect(problems(cells)).toEqual(['grossvehiclemass 5000 lbs: expected a mass in kg or tonnes']);
});

it.each([
  ['2027-03-30T13:00:00.000Z', '2027-03-31'],
  ['2027-03-30 12:59:59+00:00', '2027-03-30'],
  ['2027-03-31T00:00:00+1100', '2027-03-31'],
  ['2027-03-30T20:00:00-08', '2027-03-31'],
  ['2027-03-30T23:30', '2027-03-30'],
  ['30/3/2027 11:30 pm', '2027-03-30'],
])(
  'PLAT-03 the instant %s is on %s where the dealer is; a time without an offset is the time there',
  (written, day) => {
    expect(read({ rego_expiry: written }).vehicle?.rego_expiry).toBe(day);
  },
);

it('PLAT-23 one long item or comment is cut, and the vehicle shows the rest of the field', () => {
  const cells = {
    standardEquipment: `Tow bar|${'seats '.repeat(100)}`,
    dealercomments: 'Tidy. '.repeat(4000),
  };
  const { vehicle, problems: found } = read(cells);
  expect(vehicle?.standardEquipment).toEqual(['Tow bar', 'seats '.repeat(83).trim()]);
  expect(vehicle?.dealercomments).toHaveLength(19_997);
  expect(found.map(({ column, reason }) => [column, reason])).toEqual([
    ['standardEquipment', 'doubtful'],
    ['dealercomments', 'doubtful'],
  ]);
});

it('LOC-13 a private seller’s postcode without its leading zero is the one of the Northern Territory', () => {
  const { vehicle } = read({ private_suburb: 'Darwin', private_postcode: '800' });
  expect(postcodeCentroid(vehicle?.private_postcode ?? '')).toEqual(postcodeCentroid('0800'));
});

it('PLAT-23 of a list of objects only the item that cannot be is left out', () => {
  const hotspots = [
    { id: 'a', description: 'Tow bar' },
    { id: 'b' },
    { id: 'c', description: 'Roof racks', anchors: ['https://yard.example/racks'] },
  ];
  const { vehicle, problems: found } = read({ hotspots: JSON.stringify(hotspots) });
  expect(vehicle?.hotspots?.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(found).toMatchObject([{ column: 'hotspots', reason: 'not_allowed', skipped: false }]);
});

it('VDP-271 of an inspection a flaw that cannot be is left out, and one without its photo is reported', () => {
  const inspection = {
    ...{ inspected_on: '2026-05-02', by: 'Workshop', points_checked: 100, points_passed: 98 },
    flaws: [
      { kind: 'scratch', words: 'Bonnet', photo: 1, x: 40, y: 50 },
      { kind: 'ding', words: 'Door' },
      { kind: 'dent', words: 'Roof', photo: 7, x: 1, y: 1 },
    ],
  };
  const { vehicle, problems: found } = read({ images: 'a-1|a-2', inspection: JSON.stringify(inspection) });
  expect(vehicle?.inspection?.flaws.map(({ words }) => words)).toEqual(['Bonnet', 'Roof']);
  expect(vehicle?.images[0]?.marks).toEqual([{ flaw: '1', x: 40, y: 50 }]);
  expect(found.map(({ column, reason }) => [column, reason])).toEqual([
    ['inspection', 'not_allowed'],
    ['inspection', 'doubtful'],
  ]);
  expect(found[0]?.expected).toMatch(/"scratch", "dent".* at "flaws\.1\.kind"/);
  expect(found[1]?.value).toBe('photo 7');
  expect(read({ inspection: 'passed' })).toMatchObject({ problems: [{ column: 'inspection' }] });
});

it('PLAT-23 a byte that is no text costs its cell, and the row only where a vehicle needs the cell', () => {
  const { vehicle, problems: found } = read({ colour: 'Bl\uFFFDu', badge: 'SR' });
  expect(vehicle).toMatchObject({ badge: 'SR' });
  expect(vehicle).not.toHaveProperty('colour');
  expect(found).toMatchObject([{ column: 'colour', reason: 'unreadable_bytes', skipped: false }]);
  expect(read({ make: 'Citro\uFFFDn' })).toMatchObject({
    problems: [{ column: 'make', reason: 'unreadable_bytes', skipped: true }],
  });
  expect(read({ show_on_dealer_website: 'N\uFFFD' }).vehicle?.show_on_dealer_website).toBe(false);
});

it('PLAT-25 the marks of XML around a text are no part of it', () => {
  expect(read({ badge: '<![CDATA[GT & Line]]>' }).vehicle?.badge).toBe('GT & Line');
});

it.each([
  ['SUV', 'suv', undefined, undefined],
  ['EV', 'ev', undefined, 'Electric'],
  ['EV / SUV', 'suv', ['ev'], 'Electric'],
  ['Prestige, Sedan and EV', 'sedan', ['prestige', 'ev'], 'Electric'],
])('SRCH-245 the body %s is %s, with %j, and its fuel %s', (simple_body, body, others, fuel) => {
  const { vehicle, problems } = read({ simple_body });
  expect(problems).toEqual([]);
  expect([vehicle?.simple_body, vehicle?.other_bodies, vehicle?.simple_fuel]).toEqual([body, others, fuel]);
});
