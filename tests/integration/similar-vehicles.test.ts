import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import { SimilarIdsSchema } from '#src/features/search/api/vehicle-cards.ts';
import { similarVehicles } from '#src/features/vehicle/server/listed-cards.ts';
import { findVehicleBySlug } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const ute = (stocknum: string, about: object = {}) => ({
  stocknum,
  ...{
    make: 'Toyota',
    model: 'HiLux',
    year: 2024,
    car_type: 'used',
    status: 'in_stock',
    price: 45_000,
    km: 9000,
  },
  ...{ simple_body: 'ute', dealership_slug: 'harbour-city', location_slug: 'harbour-city-sales' },
  ...{ show_on_dealer_website: 'yes', item_type: 'car', created_at: '2026-01-14' },
  ...about,
});
const RANGER = { make: 'Ford', model: 'Ranger', custom_rank: 9 };

const STOCK = [
  ute('H0'),
  ute('H1', { price: 54_999 }),
  ute('H2', { price: 35_001 }),
  ...['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9', 'R10', 'R11', 'R12'].map((stocknum) =>
    ute(stocknum, RANGER),
  ),
  ute('DEAR', { price: 55_001 }),
  ute('CHEAP', { price: 34_999 }),
  ute('NEW', { car_type: 'new' }),
  ute('SEDAN', { model: 'Camry', simple_body: 'sedan' }),
  ute('SOON', { status: 'coming_soon' }),
  ute('SOLD', { status: 'sold' }),
  ute('HIDDEN', { show_on_dealer_website: 'no' }),
  // Of its own body and price: nothing is like it.
  ute('LONE', { make: 'Lotus', model: 'Elise', simple_body: 'coupe', price: 160_000 }),
];

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry: inject('pagesEntry') };
  pages = await openRenderedPages(engine, STOCK);
});
afterAll(() => pages.close());

const rowOf = (stocknum: string) =>
  pages.services.db
    .selectFrom('vehicles')
    .selectAll()
    .where('identity', '=', `stock:${stocknum}`)
    .executeTakeFirstOrThrow();

/** What a later test finds is what the feed said. */
beforeEach(async () => {
  const { db } = pages.services;
  const before = await db.selectFrom('vehicles').selectAll().execute();
  return async () => {
    await db.deleteFrom('vehicles').execute();
    await db.insertInto('vehicles').values(before).execute();
  };
});

const stocknumsIn = (html: string) =>
  [...html.matchAll(/href="\/cars\/[^"]*-([a-z0-9]+)"/g)].map(([, stocknum = '']) => stocknum.toUpperCase());

async function similarTo(stocknum: string, settings?: Readonly<Record<string, unknown>>): Promise<string[]> {
  const { slug } = await rowOf(stocknum);
  const { status, html } = await pages.render(`/cars/${slug}/similar`, settings);
  expect(status).toBe(200);
  return stocknumsIn(html);
}

describe('similar vehicles', () => {
  it('VDP-14 VDP-34 six of its type and body within $10,000, the same model first, without itself', async () => {
    const similar = await similarTo('H0');
    expect(similar).toHaveLength(6);
    expect(new Set(similar.slice(0, 2))).toEqual(new Set(['H1', 'H2']));
    for (const stocknum of similar.slice(2)) expect(stocknum).toMatch(/^R\d+$/);
    expect(new Set(similar).size).toBe(6);
  });

  it('VDP-14 at $50,000 the window is $25,000 wide on each side', async () => {
    const similar = await similarTo('H1');
    expect(new Set(similar.slice(0, 4))).toEqual(new Set(['H0', 'H2', 'DEAR', 'CHEAP']));
  });

  it('VDP-34 by make and model other models are left out, and other types are included', async () => {
    const similar = await similarTo('H0', { 'vehiclePage.similarBy': 'make_model' });
    expect(new Set(similar)).toEqual(new Set(['H1', 'H2', 'NEW']));
  });

  it('VDP-34 a query brings ten: of twelve alike, two are never shown, even once the ten are gone', async () => {
    const seen = new Set<string>();
    for (;;) {
      const rangers = (await similarTo('H0')).filter((stocknum) => stocknum.startsWith('R'));
      if (rangers.length === 0) break;
      for (const stocknum of rangers) seen.add(stocknum);
      const identities = rangers.map((stocknum) => `stock:${stocknum}`);
      await pages.services.db.deleteFrom('vehicles').where('identity', 'in', identities).execute();
    }
    expect(seen.size).toBe(10);
  });

  it('VDP-14 VDP-16 sold, coming and hidden vehicles are left out, and a sold vehicle has similar ones', async () => {
    const everything = await similarTo('H0', { 'vehiclePage.similarBy': 'make_model' });
    for (const stocknum of ['SOON', 'SOLD', 'HIDDEN']) expect(everything).not.toContain(stocknum);
    expect(new Set((await similarTo('SOLD')).slice(0, 3))).toEqual(new Set(['H0', 'H1', 'H2']));
  });

  it('VDP-14 a vehicle just sold or hidden is left out although the index still has it', async () => {
    const { db } = pages.services;
    for (const [stocknum, about] of [
      ['H1', { status: 'sold' }],
      ['H2', { show_on_dealer_website: false }],
    ] as const) {
      const { id, record } = await rowOf(stocknum);
      const changed = { ...JSON.parse(record), ...about };
      await db
        .updateTable('vehicles')
        .set({ record: JSON.stringify(changed), status: changed.status })
        .where('id', '=', id)
        .execute();
    }
    expect((await similarTo('H0')).filter((stocknum) => stocknum.startsWith('H'))).toEqual([]);
  });

  it('VDP-14 PLAT-02 another dealer’s vehicles never appear, however similar', async () => {
    const { db, index } = pages.services;
    const row = await rowOf('H1');
    const [document] = await index.documents([row.id]);
    const foreign = { id: 'foreign', dealer: 'next-door', slug: 'next-door-h1' };
    await db
      .insertInto('vehicles')
      .values({ ...row, ...foreign, identity: 'stock:X1' })
      .execute();
    await index.upsert([{ ...(document as object), ...foreign } as never]);
    const { slug } = await rowOf('H0');
    for (const settings of [{}, { 'vehiclePage.similarBy': 'make_model' }]) {
      const { html } = await pages.render(`/cars/${slug}/similar`, settings);
      expect(html).toContain('<article');
      expect(html).not.toContain('next-door');
    }
    expect((await pages.render('/cars/next-door-h1/similar')).status).toBe(404);
    expect((await pages.render('/viewed-cars?id=foreign')).html.trim()).toBe('');
    await index.remove(['foreign']);
  });

  it('VDP-14 a card has its price with its type, its repayment with the comparison rate, and no buttons', async () => {
    const { slug } = await rowOf('H0');
    const { html, headers } = await pages.render(`/cars/${slug}/similar`);
    expect(html).toContain('Excl. government charges');
    expect(html).toContain('comparison rate');
    expect(html).toContain('<save-car');
    expect(html).not.toContain('vehicle-card-actions');
    expect(html).not.toMatch(/<html|<script|<style|\sstyle=/);
    expect(headers['x-robots-tag']).toBe('noindex');
  });

  it('VDP-34 a second lookup gives the same by ids', async () => {
    const { slug } = await rowOf('H0');
    const { status, html } = await pages.render(`/api/cars/${slug}/similar`);
    const { ids } = v.parse(SimilarIdsSchema, JSON.parse(html));
    expect(status).toBe(200);
    const rows = await Promise.all((await similarTo('H0')).map(rowOf));
    expect(ids).toEqual(rows.map(({ id }) => id));
  });

  it('VDP-34 it returns nothing for an unlisted vehicle, or if the section is off', async () => {
    const hidden = await rowOf('HIDDEN');
    for (const slug of ['no-such-car', hidden.slug]) {
      const { status, html } = await pages.render(`/api/cars/${slug}/similar`);
      expect([status, JSON.parse(html).error.code]).toEqual([404, 'unknown_car']);
      expect((await pages.render(`/cars/${slug}/similar`)).status).toBe(404);
    }
    const { slug } = await rowOf('H0');
    const off = { 'vehiclePage.similar': false };
    expect((await pages.render(`/api/cars/${slug}/similar`, off)).status).toBe(404);
    expect((await pages.render(`/cars/${slug}/similar`, off)).status).toBe(404);
    expect((await pages.render('car:SOLD', off)).html).not.toContain('Similar cars');
  });

  it('VDP-14 without any the section is empty', async () => {
    const { slug } = await rowOf('LONE');
    expect((await pages.render(`/cars/${slug}/similar`)).html.trim()).toBe('');
  });
});

describe('the page of a vehicle', () => {
  it('VDP-14 reserves space for six and has a link to the search, which needs no script', async () => {
    const { html } = await pages.render('car:H0');
    expect(html.match(/class="later-cards-skeletons"[^>]*>(.*?)<\/div>/)?.[1]?.match(/<span>/g)).toHaveLength(
      6,
    );
    expect(html).toContain('href="/search/used-cars?body=ute&amp;price=35000%3A55000"');
    expect(html).not.toContain('class="vehicle-card"');
  });

  it('VDP-14 VDP-16 once it is sold has similar ones, under the notice and above the price', async () => {
    const { html } = await pages.render('car:SOLD');
    const marks = [
      'class="vehicle-sold-word"',
      'data-card-row>',
      'data-fact="price_text"',
      'class="vehicle-facts"',
    ];
    const places = marks.map((mark) => html.indexOf(mark));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(stocknumsIn(html)).toContain('H0');
    expect(html).toContain('id="financeDisclaimer"');
    expect(html.slice(0, html.indexOf('</head>'))).toContain('.card-row-strip');
    expect(html).not.toContain('data-later-cards="');
  });

  it('VDP-14 once it is gone still offers similar ones, with 410', async () => {
    const { db } = pages.services;
    const { id, record } = await rowOf('SOLD');
    await db
      .updateTable('vehicles')
      .set({ sold_at: '2025-01-01T00:00:00Z', removed_at: '2025-01-02T00:00:00Z', record })
      .where('id', '=', id)
      .execute();
    const { status, html } = await pages.render('car:SOLD');
    expect(status).toBe(410);
    expect(html.slice(0, html.indexOf('</head>'))).toContain('.card-row-strip');
    expect(stocknumsIn(html)).toContain('H0');
  });

  it('VDP-14 NAV-12 an unknown address, and a gone vehicle that nothing is like, show what is newest', async () => {
    const unknown = await pages.render('/cars/no-such-car');
    expect([unknown.status, /<h2[^>]*>Newest cars<\/h2>/.test(unknown.html)]).toEqual([404, true]);
    expect(stocknumsIn(unknown.html)).toHaveLength(6);
    expect(stocknumsIn(unknown.html)).not.toContain('HIDDEN');
    expect(unknown.html.slice(0, unknown.html.indexOf('</head>'))).toContain('.card-row-strip');
  });

  it('VDP-14 CARD-01 cards say how often a vehicle was viewed where the dealer’s cards do', async () => {
    const { slug } = await rowOf('H0');
    const alike = await pages.render(`/cars/${slug}/similar`);
    const [stocknum = ''] = stocknumsIn(alike.html);
    const { id, dealer } = await rowOf(stocknum);
    await pages.services.db.insertInto('vehicle_views').values({ dealer, car_id: id, views: 12 }).execute();
    const shown = async (views: boolean) =>
      (await pages.render(`/cars/${slug}/similar`, { 'card.views': views })).html.includes('12 views');
    expect([await shown(true), await shown(false)]).toEqual([true, false]);
  });
});

describe('ERR-02 while the search engine is unavailable', () => {
  let services: Services;
  const lines: { msg: string; car?: string }[] = [];
  beforeAll(async () => {
    services = await openServices({
      env: { ...pages.services.env, MEILI_HOST: 'http://127.0.0.1:9', LOG_LEVEL: 'silent' },
      dealers: [pages.configured()],
      clock: pages.services.clock,
    });
    services.tenants = createTenants([pages.configured()]);
    services.log.warn = ((about: { car?: string }, msg: string) =>
      void lines.push({ ...about, msg })) as never;
  });
  afterAll(() => services.close());

  it('VDP-14 ERR-02 the database finds the same, and the failure is logged', async () => {
    const dealer = pages.configured();
    const { slug, id } = await rowOf('H0');
    const vehicle = await findVehicleBySlug(services.db, dealer.slug, slug);
    if (!vehicle) throw new Error('There is no H0');
    const cards = await similarVehicles(services, dealer, vehicle);
    const asFound = await similarVehicles(pages.services, dealer, vehicle);
    expect(cards).toHaveLength(6);
    expect(cards.map(({ model }) => model)).toEqual(asFound.map(({ model }) => model));
    expect(cards.map(({ id: each }) => each)).not.toContain(id);
    expect(lines).toContainEqual({ dealer: dealer.slug, car: id, msg: 'similar vehicles from the database' });
  });

  it('VDP-14 while it works nothing is logged', async () => {
    const warned: unknown[] = [];
    const quiet = {
      ...pages.services,
      log: { ...pages.services.log, warn: (...line: unknown[]) => warned.push(line) },
    };
    const dealer = pages.configured();
    const vehicle = await findVehicleBySlug(quiet.db, dealer.slug, (await rowOf('H0')).slug);
    if (vehicle) await similarVehicles(quiet as never, dealer, vehicle);
    expect(warned).toEqual([]);
  });
});
