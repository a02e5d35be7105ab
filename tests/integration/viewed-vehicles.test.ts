import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { STOCK } from '../switches/feed.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry: inject('pagesEntry') };
  pages = await openRenderedPages(engine);
});
afterAll(() => pages.close());

async function idOf(stocknum: string): Promise<string> {
  const { id } = await pages.services.db
    .selectFrom('vehicles')
    .select('id')
    .where('identity', '=', `stock:${stocknum}`)
    .executeTakeFirstOrThrow();
  return id;
}
const idsOf = (...stocknums: string[]) => Promise.all(stocknums.map(idOf));
const viewed = (...ids: string[]) =>
  pages.render(`/viewed-cars?${new URLSearchParams(ids.map((id) => ['id', id]))}`);
const shownIn = (html: string) =>
  [...html.matchAll(/href="\/cars\/[^"]*-([a-z0-9]+)"/g)].map(([, stocknum = '']) => stocknum.toUpperCase());

it('VDP-22 are shown in the requested order, in their current state; a sold one is marked, and nothing is cached', async () => {
  const { html, headers } = await viewed(...(await idsOf('U2', 'S1', 'U1')));
  expect(shownIn(html)).toEqual(['U2', 'S1', 'U1']);
  expect(html).toContain('JUST SOLD');
  expect(html).toContain('$45,990');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
});

it('VDP-22 hidden vehicles, deleted ones and invented ids are ignored; without any it is empty', async () => {
  const { db } = pages.services;
  const [truck = '', removed = ''] = await idsOf('T1', 'U3');
  await db
    .updateTable('vehicles')
    .set({ removed_at: '2026-06-01T00:00:00Z' })
    .where('id', '=', removed)
    .execute();
  const { status, html } = await viewed(truck, removed, 'made-up');
  await db.updateTable('vehicles').set({ removed_at: null }).where('id', '=', removed).execute();
  expect([status, html.trim()]).toEqual([200, '']);
});

it('VDP-22 at most six are shown, of the twenty that may be requested', async () => {
  const stocknums = STOCK.map(({ stocknum }) => String(stocknum)).filter((stocknum) => stocknum !== 'T1');
  const ids = await idsOf(...stocknums);
  const twenty = [...ids, ...Array.from({ length: 20 - ids.length }, (_, at) => `made-up-${at}`)];
  expect(shownIn((await viewed(...twenty)).html)).toEqual(stocknums.slice(0, 6));
  const { status, html } = await viewed(...twenty, 'one-more');
  expect([status, JSON.parse(html).error.code]).toEqual([400, 'bad_request']);
});

it('VDP-22 no id, an empty one and a long one cannot be read, and are 400', async () => {
  for (const ids of [[], [''], ['x'.repeat(65)]]) expect((await viewed(...ids)).status).toBe(400);
});

it('VDP-22 the page of a vehicle has a place for them, hidden until the browser has stored any', async () => {
  const { html } = await pages.render('car:U1');
  expect(html).toMatch(
    /<section[^>]*aria-labelledby="viewed-heading"[^>]* hidden[^>]*data-viewed-cars="\/viewed-cars"/,
  );
});
