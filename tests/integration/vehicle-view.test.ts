import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { viewsOf } from '#src/features/vehicle/server/queries/vehicle-view-queries.ts';
import { type VehicleView, VehicleViewSchema } from '#src/features/vehicle/vehicle-endpoints.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { unescaped } from '../fixtures/html-text.ts';
import { servePages } from '../fixtures/served-pages.ts';
import { NOW, openRenderedPages } from '../switches/rendered-pages.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const DEALER = 'switchboard';
const LATER = new Date(Date.parse(NOW) + 60_000).toISOString();

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  pages = await openRenderedPages({
    host: inject('meiliHost'),
    key: inject('meiliKey'),
    pagesEntry: inject('pagesEntry'),
  });
});
afterAll(() => pages.close());

/** Of a vehicle of the feed. */
const rowOf = (stocknum: string) =>
  pages.services.db
    .selectFrom('vehicles')
    .selectAll()
    .where('identity', '=', `stock:${stocknum}`)
    .executeTakeFirstOrThrow();

/** As an import would change it. */
async function change(stocknum: string, about: object, row: object = {}): Promise<void> {
  const { id, record } = await rowOf(stocknum);
  await pages.services.db
    .updateTable('vehicles')
    .set({ record: JSON.stringify({ ...JSON.parse(record), ...about }), updated_at: LATER, ...row })
    .where('id', '=', id)
    .execute();
}
beforeEach(async () => {
  const { db } = pages.services;
  await db.deleteFrom('vehicle_views').execute();
  const before = await db.selectFrom('vehicles').selectAll().execute();
  return async () => {
    for (const { id, ...row } of before)
      await db.updateTable('vehicles').set(row).where('id', '=', id).execute();
  };
});

async function sumOfViews(): Promise<number> {
  const rows = await pages.services.db.selectFrom('vehicle_views').select('views').execute();
  return rows.reduce((sum, { views }) => sum + views, 0);
}

/** The address that the page of a vehicle asks. */
async function askedByPage(stocknum: string): Promise<string> {
  const { html } = await pages.render(`car:${stocknum}`);
  return unescaped(/data-view-address="([^"]+)"/.exec(html)?.[1] ?? '');
}

async function ask(address: string, userAgent = GOOGLEBOT) {
  const { status, html, headers } = await pages.render(address, undefined, {
    headers: { 'User-Agent': userAgent },
  });
  return { status, headers, body: JSON.parse(html) as VehicleView };
}
const fieldsAt = async (address: string) => (await ask(address)).body.car_fields;

it('VDP-35 the page sends its photos, its timestamp and its dealer, and nothing has changed', async () => {
  const address = await askedByPage('U1');
  const { slug, updated_at } = await rowOf('U1');
  const { pathname, searchParams } = new URL(address, 'https://site.invalid');
  expect(pathname).toBe(`/cars/${slug}/view.json`);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    photos_count: '0',
    updated_at,
    website_id: DEALER,
  });
  const { status, headers, body } = await ask(address);
  expect([status, body]).toEqual([200, { views: 0, car_fields: {} }]);
  expect(headers['cache-control']).toBe('no-store');
  expect(v.is(VehicleViewSchema, body)).toBe(true);
});

it('VDP-21 fields that differ are sent as the page would now show them', async () => {
  const address = await askedByPage('U1');
  await change('U1', { price: 4_399_000, before_price: 4_599_000, price_type: 'drive_away' });
  expect(await fieldsAt(address)).toEqual({
    price_text: '$43,990',
    price_type_text: 'Drive away',
    was_text: '$45,990',
    updated_at: LATER,
  });
  const { html } = await pages.render('car:U1');
  for (const shown of ['$43,990', 'Drive away', '$45,990']) expect(html).toContain(`>${shown}</`);
  await change('U1', { reserved: true, images: [{ id: 'a' }, { id: 'placeholder' }, { id: 'b' }] });
  expect(await fieldsAt(address)).toMatchObject({ reserved: true, photos_count: '2 photos' });
});

it('VDP-35 a page that sends only photos and timestamp gets all fields that may differ', async () => {
  const { slug, updated_at } = await rowOf('U1');
  const address = `/cars/${slug}/view.json?photos_count=0&updated_at=${updated_at}&website_id=${DEALER}`;
  expect(await fieldsAt(address)).toEqual({});
  await change('U1', {});
  expect(await fieldsAt(address)).toEqual({
    status: 'in_stock',
    reserved: false,
    price_text: '$45,990',
    price_type_text: 'Excl. government charges',
    was_text: '',
    updated_at: LATER,
  });
});

it('VDP-21 a car that is no longer listed is sold or gone, and neither is counted', async () => {
  const address = await askedByPage('U1');
  await change('U1', { status: 'sold' }, { status: 'sold', sold_at: NOW });
  expect((await ask(address)).body).toEqual({ car_fields: { status: 'sold' } });
  expect((await ask(await askedByPage('U1'))).body).toEqual({ views: 0, car_fields: {} });
  await change('U1', {}, { sold_at: new Date(Date.parse(NOW) - 90 * DAY_MS).toISOString() });
  expect((await ask(address, CHROME)).body).toEqual({ car_fields: { status: 'sold' } });
  await change('U2', {}, { removed_at: NOW });
  const gone = `/cars/${(await rowOf('U2')).slug}/view.json`;
  expect((await ask(gone, CHROME)).body).toEqual({ car_fields: { status: 'gone' } });
  expect(await sumOfViews()).toBe(0);
});

it.each([
  '',
  '?photos_count=-1&updated_at=today&status=stolen&reserved=maybe',
  '?updated_at=%00&price_text=%F0',
])('VDP-35 bad parameters are ignored: "%s"', async (query) => {
  const { slug } = await rowOf('U1');
  const { status, body } = await ask(`/cars/${slug}/view.json${query}`);
  expect([status, v.is(VehicleViewSchema, body)]).toEqual([200, true]);
  expect(body.car_fields).toMatchObject({ status: 'in_stock', price_text: '$45,990' });
});

it('VDP-21 an unknown car, and one the dealer does not show, is 404 unknown_car', async () => {
  await change('U1', { show_on_dealer_website: false });
  for (const slug of ['no-such-car', 'trade-in', (await rowOf('U1')).slug]) {
    const { status, body, headers } = await ask(`/cars/${slug}/view.json`);
    expect([status, body]).toMatchObject([404, { error: { code: 'unknown_car' } }]);
    expect(headers['cache-control']).toBe('no-store');
  }
});

it('VDP-21 views are counted without robots, and without browsers counted today', async () => {
  const { db } = pages.services;
  const address = await askedByPage('U3');
  const { id } = await rowOf('U3');
  expect((await ask(address, CHROME)).body.views).toBe(1);
  await expect.poll(async () => (await viewsOf(db, DEALER, [id])).get(id)).toBe(1);
  expect((await ask(address, GOOGLEBOT)).body.views).toBe(1);
  expect((await ask(`${address}&counted=1`, CHROME)).body.views).toBe(1);
  await pages.render(address, undefined, { method: 'HEAD', headers: { 'User-Agent': CHROME } });
  expect((await ask(address, CHROME)).body.views).toBe(2);
  await expect.poll(async () => (await viewsOf(db, DEALER, [id, 'other'])).get(id)).toBe(2);
  expect(await viewsOf(db, 'another', [id])).toEqual(new Map());
});

it('VDP-21 ERR-02 a view that cannot be counted is logged, and the page gets its changes', async () => {
  const { db, log } = pages.services;
  const error = vi.spyOn(log, 'error').mockImplementation(() => {});
  const address = await askedByPage('U4');
  const insertInto = vi.spyOn(db, 'insertInto').mockImplementation(() => {
    throw new Error('disk full');
  });
  expect((await ask(address, CHROME)).status).toBe(200);
  await expect
    .poll(() => error.mock.calls)
    .toContainEqual([{ dealer: DEALER, reason: 'disk full' }, 'view not counted']);
  insertInto.mockRestore();
});

it('VDP-21 300 concurrent views over http all get a response and are all counted', async () => {
  const { port, stop } = await servePages(pages.services, [pages.configured()], inject('pagesEntry'));
  const path = await askedByPage('N1');
  const { id } = await rowOf('N1');
  const look = () =>
    new Promise<number>((resolve, reject) => {
      const headers = { Host: 'www.switchboard.example', 'User-Agent': CHROME };
      get({ host: '127.0.0.1', port, path, headers, agent: false }, (res) => {
        text(res).then(() => resolve(res.statusCode ?? 0), reject);
      }).on('error', reject);
    });
  const statuses = await Promise.all(Array.from({ length: 300 }, look));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect.poll(async () => (await viewsOf(pages.services.db, DEALER, [id])).get(id)).toBe(300);
  await stop();
});

it('CARD-01 a card shows the views of its page, if the dealer’s cards do', async () => {
  const { db, log } = pages.services;
  const { id } = await rowOf('U1');
  await db.insertInto('vehicle_views').values({ dealer: DEALER, car_id: id, views: 1234 }).execute();
  await db.insertInto('vehicle_views').values({ dealer: 'another', car_id: id, views: 9 }).execute();
  const cards = async (views: boolean) =>
    (await pages.render('/search/new-used-and-demo-cars', { 'card.views': views })).html;
  expect((await cards(true)).match(/[\d,]+ views/g)).toEqual(['1,234 views']);
  expect(await cards(false)).not.toMatch(/\d views/);
  const error = vi.spyOn(log, 'error').mockImplementation(() => {});
  vi.spyOn(db, 'selectFrom').mockImplementation(() => {
    throw new Error('disk full');
  });
  expect(await cards(true)).toContain('class="vehicle-card"');
  expect(error).toHaveBeenCalledWith(
    { dealer: DEALER, reason: 'Error: disk full' },
    'views of vehicles are unavailable',
  );
});
