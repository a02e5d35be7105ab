import { expect, it } from 'vitest';
import {
  attribute,
  CDN,
  car,
  htmlOf,
  type Options,
  repayment,
  textOf,
} from '../../../../../tests/fixtures/rendered-card.tsx';

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

it('CARD-01 a name is broken at none of its hyphens', () => {
  const title = '2026 Harley-Davidson Road Glide';
  const html = htmlOf({ change: { title } });
  expect(html).toContain('2026 <span class="whole-word">Harley-Davidson</span> Road Glide');
});

it('CARD-01 a repayment stands with interest and comparison rate in equal elements', () => {
  const html = htmlOf().replaceAll(/ data-figure="\w+"/g, '');
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

it('CFG-22 a card offers AVIF in every width, then one WebP, each with the version of its content', () => {
  const html = htmlOf();
  const sources = [...html.matchAll(/<source type="([^"]*)" srcSet="([^"]*)" sizes="[^"]+"/g)];
  expect(sources.map(([, type]) => type)).toEqual(['image/avif']);
  expect(sources[0]?.[2]).toMatch(/^\/images\/pic1\/v3\/w320-q75-4x3\.avif 320w, /);
  expect(attribute(html, 'src')).toBe('/images/pic1/v3/w640-q75-4x3.webp');
});

it('CFG-22 with an image CDN every address of a card is the CDN’s, with crop and format', () => {
  const html = htmlOf({ cdn: CDN });
  expect(html).not.toContain('/images/');
  expect(html).toContain('https://img.example.com/pic1/v3?w=640&amp;q=75&amp;fm=webp&amp;crop=4x3');
  const addresses = html.match(/https:\/\/img\.example\.com\/[^\s&]*(?:&amp;[^\s&"]*)*/g) ?? [];
  expect(addresses).toHaveLength(4 + 1 + 2 + 1);
  for (const address of addresses) expect(address).toMatch(/fm=(?:avif|webp)&amp;crop=4x3/);
});

it('CARD-04 the heart carries what favourites keep, and waits for its script', () => {
  const html = htmlOf();
  expect(html).toMatch(/<save-car[^>]*data-car[^>]*><\/save-car>/);
  expect(attribute(html, 'data-car')?.split('\n')).toEqual([
    'abc',
    car.name,
    car.slug,
    'Toyota',
    'HiLux',
    '/images/pic1/v3/w480-q75-4x3.webp',
  ]);
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
  expect(htmlOf(options)).not.toContain('data-car');
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

it('CFG-08 no heart where the dealership’s cars cannot be saved', () => {
  expect(htmlOf({ switches: { favourites: false } })).not.toContain('data-car');
});

it('CFG-16 a subscription site shows the price of a week first', () => {
  const change = { pricing: { ...car.pricing, subscription_price: 18_900 } };
  expect(textOf(htmlOf({ change, site: { subscription: true } }))).toContain('$189 / week|Subscription');
  expect(textOf(htmlOf({ change }))).toContain('$52,990');
});

it('CARD-250 a badge says where the price is in the market, with the note that explains it', () => {
  const html = htmlOf({ change: { below_market: 160_000 } });
  expect(textOf(html)).toContain('$1,600 below market');
  expect(html).toContain('popoverTarget="market-note"');
  expect(textOf(htmlOf({ change: { below_market: 0 } }))).toContain('Fair price');
  for (const change of [{ below_market: null }, { below_market: 160_000, status: 'sold' }])
    expect(htmlOf({ change })).not.toContain('vehicle-card-market');
});

it('CARD-252 further photos are in the page, to be swiped without a script, and loaded lazily', () => {
  const html = htmlOf({ isFirst: true });
  const [reel = ''] = /<div class="vehicle-card-reel".*?<\/div>/s.exec(html) ?? [];
  expect(attribute(reel, 'href')).toBe(`/cars/${car.slug}`);
  const images = reel.match(/<img [^>]*>/g) ?? [];
  expect(images.map((image) => attribute(image, 'src'))).toEqual([
    '/images/pic1/v3/w640-q75-4x3.webp',
    '/images/pic2/v1/w640-q75-4x3.webp',
    '/images/pic3/v2/w640-q75-4x3.webp',
  ]);
  expect(images.map((image) => attribute(image, 'loading'))).toEqual(['eager', 'lazy', 'lazy']);
});

it('CARD-253 buttons beside several photos are named; one photo has none', () => {
  const html = htmlOf();
  for (const step of ['Previous', 'Next'])
    expect(html).toContain(`aria-label="${step} photo of ${car.name}"`);
  for (const change of [{ more_images: [] }, { more_images: undefined }]) {
    const alone = htmlOf({ change: change as Partial<typeof car> });
    expect(alone).not.toMatch(/vehicle-card-(?:reel|step)/);
    expect(alone).toContain('/images/pic1/');
  }
});

it('FIN-227 a rate that is not the advertised one says whose it is', () => {
  const from = (source: 'lender' | 'broker' | 'computed') =>
    textOf(htmlOf({ change: { repayment: { ...repayment, source } } }));
  expect(from('lender')).toContain('Lender’s rate for this vehicle');
  expect(from('broker')).toContain('Quoted for this vehicle');
  expect(from('computed')).not.toMatch(/for this vehicle/);
});
