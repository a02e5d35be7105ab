import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { STOCK } from '../switches/feed.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

/** What a page says so that a shopper may trust it: opening state, reviews, inspection. */
const [first = {}] = STOCK;
const quoted = (value: object) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const INSPECTION = {
  ...{ inspected_on: '2026-06-02', by: 'Harbour Workshop', points_checked: 120, points_passed: 118 },
  flaws: [
    { kind: 'scratch', words: 'Rear bumper, 4 cm', photo: 2, x: 31, y: 62 },
    { kind: 'wear', words: 'Driver’s seat bolster' },
  ],
};
const stock = [
  ...STOCK,
  { ...first, stocknum: 'IN1', model: 'Prado', images: 'p-1|p-2|p-3', inspection: quoted(INSPECTION) },
];

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry: inject('pagesEntry') };
  pages = await openRenderedPages(engine, stock);
});
afterAll(() => pages.close());

it('LOC-262 a page built ahead says how many days a week it opens, a vehicle page the state of the moment', async () => {
  const { html: about } = await pages.render('/about-us');
  const [header = '', main = '', footer = ''] = about.split(/<main|<footer/);
  expect(header).toMatch(/data-open-now="[^"]+"[^>]*>\s*Open \d days a week/);
  expect(main).not.toContain('data-open-now');
  expect(footer).toMatch(/data-open-now="[^"]+"/);
  // Thursday noon in Brisbane.
  const { html: car } = await pages.render('car:U1');
  expect(car).toMatch(/id="vehicle-map".*data-state="open"[^>]*>\s*Open until [\d:]+ pm/s);
});

const review = (id: string, change: object = {}) => ({
  ...{ id, customer_name: `Shopper ${id}`, text: 'Straight answers.', rating: 5, review_date: '2026-05-01' },
  ...change,
});

it('CONT-262 all reviews have a page of their own, which is linked, and not there without any', async () => {
  const settings = {
    'reviews.items': [review('a'), review('b', { source: 'Google', link: 'https://google.example/b' })],
    'reviews.quantity': 1,
  };
  const { html } = await pages.render('/reviews', settings);
  expect(html).toMatch(/Shopper a.*Shopper b/s);
  const { html: home } = await pages.render('/', settings);
  expect(home).not.toContain('Shopper b');
  expect(home).toMatch(/href="\/reviews"[^>]*>\s*All 2 reviews/);
  expect((await pages.render('/reviews', { 'reviews.items': [] })).status).toBe(404);
});

it('CONT-261 CONT-263 a location shows its own reviews and rating, without one in structured data', async () => {
  const path = '/locations/harbour-city-sales';
  const { html } = await pages.render(path, {
    'reviews.items': [
      review('a', { location: 'harbour-city-sales' }),
      review('b', { location: 'harbour-city-service' }),
    ],
    'locations.0.average_rating': 4.8,
    'locations.0.review_count': 188,
  });
  expect(html).toContain('Shopper a');
  expect(html).not.toContain('Shopper b');
  expect(html).toContain('188 reviews');
  expect(html).not.toContain('aggregateRating');
});

it('VDP-270 VDP-265 without scripts the list of flaws links to photos, and marks on photos to the list', async () => {
  const { html } = await pages.render('car:IN1', { 'vehiclePage.comesWith': {} });
  expect(html).toMatch(/Inspected on 2 June 2026 by Harbour Workshop\. 118 of 120 points passed\./);
  expect(html).toMatch(
    /id="flaw-1".*<strong[^>]*>Scratch<\/strong> Rear bumper, 4 cm.*href="#photo-2"[^>]*>\s*Photo 2/s,
  );
  expect(html).toMatch(/id="photo-2".*<a href="#flaw-1" aria-label="Flaw 1, Scratch: Rear bumper, 4 cm"/s);
  expect(html).toMatch(/<circle class="flaw-mark" cx="46\.5" cy="62"/);
  expect(html).toMatch(/<dt[^>]*>Inspection report<.*href="#inspection"/s);
  expect(html).not.toMatch(/\sstyle="/);
});
