import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { CopySchema } from '#src/config/sections/copy.ts';
import { DealershipSchema } from '#src/config/sections/locations.ts';
import { CardSchema } from '#src/config/sections/vehicle-page.ts';
import type { AdvertisedRepayment } from '#src/domain/finance/advertised-repayment.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { VehicleCard } from './VehicleCard.tsx';

const NOW = Date.parse('2026-07-10T00:00:00Z');
const repayment: AdvertisedRepayment = {
  weeklyCents: 24_310,
  interestRate: 7.49,
  comparisonRate: 8.62,
  termYears: 5,
  source: 'computed',
};
const car: CardDocument = {
  id: 'abc',
  slug: '2022-toyota-hilux-sr5-abc',
  name: '2022 Toyota HiLux SR5',
  title: '2022 Toyota HiLux',
  badge: 'SR5',
  make: 'Toyota',
  model: 'HiLux',
  item_type: 'car',
  car_type: 'used',
  status: 'in_stock',
  tag: null,
  certified: false,
  reserved: false,
  created_at_timestamp: 0,
  km: 41_250,
  transmission: 'Automatic',
  fuel: 'Diesel',
  location_name: 'Riverbend Used Cars Moorooka',
  city: 'Moorooka',
  pricing: {
    price: 5_299_000,
    offer_price: null,
    subscription_price: null,
    before_price: 5_499_000,
    preorder: false,
    price_type: 'drive_away',
  },
  repayment,
  image_id: 'pic1',
  image_version: 3,
  photos_count: 12,
  seats: 5,
  body: 'ute',
  dealership_slug: 'south',
  reservable: false,
  vin: null,
};

const CDN = 'https://img.example.com/{id}/v{version}?w={width}&q={quality}&fm={format}&crop={crop}';

type Options = {
  cdn?: string;
  change?: Partial<CardDocument>;
  card?: object;
  isFirst?: boolean;
  showRepayments?: boolean;
  site?: object;
  switches?: object;
};

const SWITCHES = v.parse(DealershipSchema.entries.switches, {});

function htmlOf({
  cdn,
  change = {},
  card = {},
  isFirst = false,
  showRepayments = true,
  site = {},
  switches = {},
}: Options = {}): string {
  const images = cdn === undefined ? {} : { cdn };
  const settings = {
    card: v.parse(CardSchema, card),
    copy: v.parse(CopySchema, {}),
    switches: { south: { ...SWITCHES, ...switches } },
    checkout: '/checkout' as const,
    financeHref: null,
    testDriveComingSoon: true,
    subscription: false,
    images,
    noPriceText: 'Price on request',
    showRepayments,
    ...site,
  };
  return renderToStaticMarkup(
    <VehicleCard
      car={{ ...car, ...change }}
      settings={settings}
      nowMs={NOW}
      isFirst={isFirst}
      sizes="three"
    />,
  );
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|')
    .replaceAll('&quot;', '"');
const attribute = (html: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(html)?.[1];

it('CARD-01 shows title, chips, price with its type, was-price, repayment and place', () => {
  const text = textOf(htmlOf());
  for (const part of [
    '2022 Toyota HiLux|SR5',
    'Used|Automatic|41,250 km|Diesel',
    'Was |$54,990|$52,990|Drive away',
    'Riverbend Used Cars Moorooka',
  ]) {
    expect(text).toContain(part);
  }
});

it('CARD-01 a repayment stands with interest and comparison rate in equal elements', () => {
  const html = htmlOf();
  expect(html).toContain(
    '<span>$243 / week over 5 years</span> <span>7.49% p.a. interest rate</span> <span>8.62% p.a. comparison rate<a',
  );
  expect(htmlOf({ change: { repayment: null } })).not.toContain('/ week');
  expect(htmlOf({ showRepayments: false })).not.toContain('/ week');
});

it('FIN-05 deposit and final payment stand with the amount they make small', () => {
  const asked = { ...repayment, depositCents: 600_000, balloonCents: 1_200_000 };
  expect(textOf(htmlOf({ change: { repayment: asked } }))).toContain(
    '$243 / week over 5 years, after $6,000 deposit, $12,000 final payment| |7.49% p.a. interest rate',
  );
  expect(htmlOf()).not.toMatch(/deposit|final payment/);
});

it('FIN-06 a repayment too small to be shown reads Enquire for Finance, as on the page', () => {
  const html = htmlOf({ change: { repayment: { ...repayment, weeklyCents: 2_500 } } });
  expect(html).toContain('<p class="vehicle-card-repayment">Enquire for Finance</p>');
  expect(html).not.toMatch(/week|p\.a\./);
});

it('CARD-01 an amount without a type is not shown', () => {
  const text = textOf(htmlOf({ change: { pricing: { ...car.pricing, price_type: null } } }));
  expect(text).toContain('Price on request');
  expect(text).not.toContain('$52,990');
});

it('CARD-01 pictures have their size, the first is fetched at once and the others lazily', () => {
  const first = htmlOf({ isFirst: true });
  expect(first).toContain('width="640" height="480"');
  expect(attribute(first, 'loading')).toBe('eager');
  expect(attribute(first, 'fetchPriority')).toBe('high');
  expect(attribute(htmlOf(), 'loading')).toBe('lazy');
});

it('CFG-22 a card offers AVIF, then WebP, then JPEG, each with the version of its content', () => {
  const html = htmlOf();
  const sources = [...html.matchAll(/<source type="([^"]*)" srcSet="([^"]*)" sizes="([^"]*)"/g)];
  expect(sources.map(([, type]) => type)).toEqual(['image/avif', 'image/webp']);
  expect(sources[0]?.[2]).toMatch(/^\/images\/pic1\/v3\/w320-q75-4x3\.avif 320w, /);
  expect(attribute(html, 'src')).toBe('/images/pic1/v3/w640-q75-4x3.jpg');
});

it('CFG-22 with an image CDN every address of a card is the CDN’s, with crop and format', () => {
  const html = htmlOf({ cdn: CDN });
  expect(html).not.toContain('/images/');
  expect(html).toContain('https://img.example.com/pic1/v3?w=640&amp;q=75&amp;fm=jpg&amp;crop=4x3');
  const addresses = html.match(/https:\/\/img\.example\.com\/[^\s&]*(?:&amp;[^\s&"]*)*/g) ?? [];
  expect(addresses).toHaveLength(2 * 4 + 1 + 1);
  for (const address of addresses) expect(address).toMatch(/fm=(?:avif|webp|jpg)&amp;crop=4x3/);
});

it('CARD-02 buttons are the dealer’s, in order and wording', () => {
  expect(textOf(htmlOf())).toMatch(/View Details\|: 2022 Toyota HiLux SR5\|Enquire Now/);
  const finance = htmlOf({
    card: { buttons: ['finance', 'view_details'], financeWording: 'Get Pre-Approval' },
  });
  expect(textOf(finance)).toMatch(/Get Pre-Approval\|: .*\|View Details/);
});

it('CARD-02 what a shopper asks for leads to its form about this car', () => {
  const html = htmlOf({ card: { buttons: ['enquire', 'test_drive', 'finance'] } });
  const hrefs = [...html.matchAll(/<a class="button[^>]*href="([^"]*)"/g)].map(([, href]) => href);
  expect(hrefs).toEqual(
    ['enquire-now', 'test-drive', 'enquire-now'].map((form) => `/enquire/${form}?car_id=${car.id}`),
  );
});

it('CARD-02 a car that is gone offers something similar and nothing to buy', () => {
  const sold = htmlOf({ change: { status: 'sold' } });
  expect(textOf(sold)).toContain('JUST SOLD');
  expect(textOf(sold)).toContain('Like this and want something similar?|Find Me Something Similar');
  expect(sold).toContain(`href="/enquire/find-similar?car_id=${car.id}"`);
  expect(sold).not.toContain('Enquire Now');
  expect(sold).not.toContain('/ week');
});

it('CARD-05 Test Drive Only offers the test drive in place of the enquiry', () => {
  const html = htmlOf({ change: { tag: 'Test Drive Only' } });
  expect(html).toMatch(/href="\/enquire\/test-drive\?car_id=[^"]*">Book a Test Drive/);
  expect(html).not.toContain('Enquire Now');
});

it('CARD-05 Test Drive Only offers the test drive also where the dealer lists neither it nor the enquiry', () => {
  const change = { tag: 'Test Drive Only' };
  const textsOf = (buttons: string[]) =>
    buttonsOf(htmlOf({ card: { buttons }, change })).map(([text]) => text);
  expect(textsOf(['view_details'])).toEqual(['View Details', 'Book a Test Drive']);
  expect(textsOf(['view_details', 'finance'])).toEqual(['View Details', 'Book a Test Drive']);
});

it('CFG-13 a motorcycle is ridden and a caravan inspected, on one site beside cars', () => {
  const wordsFor = (item_type: CardDocument['item_type']) =>
    buttonsOf(htmlOf({ card: { buttons: ['test_drive'] }, change: { item_type } })).map(([text]) => text);
  expect(wordsFor('car')).toEqual(['Book a Test Drive']);
  expect(wordsFor('motorcycle')).toEqual(['Book a Test Ride']);
  expect(wordsFor('caravan')).toEqual(['Book an Inspection']);
});

it('CARD-04 the heart carries what favourites keep, and waits for its script', () => {
  const html = htmlOf();
  expect(html).toMatch(/<button[^>]*aria-pressed="false"[^>]*hidden=""/);
  expect(JSON.parse((attribute(html, 'data-favourite') ?? '').replaceAll('&quot;', '"'))).toEqual({
    id: 'abc',
    name: car.name,
    slug: car.slug,
    make: 'Toyota',
    model: 'HiLux',
    primary_image_url: '/images/pic1/v3/w480-q75-4x3.webp',
  });
});

it.each<[string, Options]>([
  ['a sold car', { change: { status: 'sold' } }],
  ['any car where favourites are off', { card: { favourites: false } }],
  [
    'a demo where only used cars have one',
    { change: { car_type: 'demo' }, card: { favouritesHiddenFor: ['not_used'] } },
  ],
  [
    'a car without a price, by rule',
    { change: { pricing: { ...car.pricing, price: null } }, card: { favouritesHiddenFor: ['no_price'] } },
  ],
  [
    'a car without a picture, by rule',
    { change: { image_id: null }, card: { favouritesHiddenFor: ['no_images'] } },
  ],
])('CARD-04 no heart on %s', (_, options) => {
  expect(htmlOf(options)).not.toContain('data-favourite');
});

it('CARD-06 without a real photo a panel replaces it', () => {
  const html = htmlOf({ change: { image_id: null, photos_count: 0 } });
  expect(html).not.toContain('<img');
  expect(textOf(html)).toContain('Photos coming soon');
});

it('CARD-01 server HTML carries no style attribute', () => {
  expect(htmlOf()).not.toContain('style=');
});

it('CARD-01 chips are the dealer’s, in order; what is not known is left out', () => {
  const html = htmlOf({ card: { chips: ['body', 'seats', 'fuel'] }, change: { fuel: null } });
  expect(textOf(html)).toContain('Ute|5 seats|');
  expect(textOf(html)).not.toContain('41,250 km');
});

const buttonsOf = (html: string) =>
  [...html.matchAll(/<a class="button[^>]*href="([^"]*)">([^<]*)</g)].map(([, href, text]) => [text, href]);
const ON = { checkout: true, reserve: true };

it('VDP-26 Reserve Now names its deposit and leads to the checkout, for reservable cars where it is on', () => {
  const card = { buttons: ['reserve', 'enquire'] };
  const change = { reservable: true };
  expect(buttonsOf(htmlOf({ card, change, switches: ON }))[0]).toEqual([
    'Reserve Now $200',
    `/cars/${car.slug}/checkout`,
  ]);
  expect(buttonsOf(htmlOf({ card: { ...card, reserveAmount: '' }, change, switches: ON }))[0]?.[0]).toBe(
    'Reserve Now',
  );
  for (const less of [
    { change: { reservable: false }, switches: ON },
    { change, switches: { ...ON, checkout: false } },
    { change, switches: { ...ON, reserve: false } },
    { change: { ...change, dealership_slug: null }, switches: ON },
  ]) {
    expect(buttonsOf(htmlOf({ card, ...less })).map(([text]) => text)).toEqual(['Enquire Now']);
  }
});

it('CARD-02 a card whose only button is off still leads to the car', () => {
  expect(buttonsOf(htmlOf({ card: { buttons: ['reserve'] } }))).toEqual([
    ['View Details', `/cars/${car.slug}`],
  ]);
});

it('FIN-01 the finance button tells the finance page which car it is about', () => {
  const card = { buttons: ['finance'] };
  const change = { vin: 'JT123' };
  const told =
    'preferredDealership=south&amp;vehiclePriceBudget=52990&amp;car_id=abc&amp;car_type=used&amp;vin=JT123';
  expect(buttonsOf(htmlOf({ card, change, site: { financeHref: '/finance' } }))[0]?.[1]).toBe(
    `/finance?${told}`,
  );
  expect(
    buttonsOf(htmlOf({ card, change, site: { financeHref: 'https://loans.example/apply?x=1' } }))[0]?.[1],
  ).toBe(`https://loans.example/apply?x=1&amp;${told}`);
});

it('CFG-08 no test drive where the dealership offers none, a Test Drive Only car included', () => {
  const card = { buttons: ['enquire', 'test_drive'] };
  const switches = { testDrive: false };
  expect(buttonsOf(htmlOf({ card, switches })).map(([text]) => text)).toEqual(['Enquire Now']);
  const only = htmlOf({ card, switches, change: { tag: 'Test Drive Only' } });
  expect(buttonsOf(only).map(([text]) => text)).toEqual(['Enquire Now']);
});

it('CFG-08 no heart where the dealership’s cars cannot be saved', () => {
  expect(htmlOf({ switches: { favourites: false } })).not.toContain('data-favourite');
});

it('CFG-16 a subscription site shows the price of a week first', () => {
  const change = { pricing: { ...car.pricing, subscription_price: 18_900 } };
  expect(textOf(htmlOf({ change, site: { subscription: true } }))).toContain('$189 / week|Subscription');
  expect(textOf(htmlOf({ change }))).toContain('$52,990');
});
