import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followStock, type StockWatch } from '#src/features/stock/server/indexing/stock-watch.ts';
import { type CdnPurger, startCdnPurger } from '#src/server/jobs/cdn-purger.ts';
import { startCachingCdn } from '../fixtures/caching-cdn.ts';
import { CDN_ID, CDN_TOKEN, startCdnServer } from '../fixtures/cdn-server.ts';
import { startSite } from '../fixtures/http-site.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';

const CAR = '/cars/a-car';
const S = 1000;
const HOUR = 3600 * S;
/** Of a day in Brisbane, so that no midnight is near. */
const NOON = Date.parse('2026-07-01T02:00:00Z');

let price: string;
let at: number;
let api: Awaited<ReturnType<typeof startCdnServer>>;
let site: Awaited<ReturnType<typeof startSite>>;
let cdn: Awaited<ReturnType<typeof startCachingCdn>>;
let watch: StockWatch;
let purger: CdnPurger | undefined;

beforeEach(async () => {
  price = '$20,000';
  at = NOON;
  api = await startCdnServer('fastly', (tags) => cdn.purge(tags));
  const page = async ({ url }: Request) =>
    url.includes('/enquire/') ? new Response(`yours: ${price}`) : new Response(price);
  site = await startSite(page, {
    env: { CDN: 'fastly', CDN_IDS: [CDN_ID], CDN_TOKEN, CDN_API: api.url },
    clock: { now: () => new Date(at) },
  });
  cdn = await startCachingCdn(site.port, () => at);
  watch = await followStock(site.services);
  purger = startCdnPurger(site.services);
  await vi.waitFor(() => expect(api.calls.length).toBeGreaterThan(0), PATIENCE_MS);
});
afterEach(async () => {
  await purger?.stop();
  await watch.stop();
  await Promise.all([cdn.stop(), api.stop()]);
  await site.stop();
});

const shown = async (path = CAR) => {
  const { body, headers } = await cdn.ask(path);
  return [body, headers['x-cache']];
};

async function change(to: string) {
  price = to;
  await site.services.db
    .insertInto('stock_versions')
    .values({ dealer: 'riverbend', version: 1 })
    .onConflict((conflict) =>
      conflict.column('dealer').doUpdateSet((eb) => ({ version: eb('stock_versions.version', '+', 1) })),
    )
    .execute();
}

it('PLAT-63 a changed price is seen through the CDN within five seconds', async () => {
  expect(await shown()).toEqual(['$20,000', 'miss']);
  expect(await shown()).toEqual(['$20,000', 'hit']);
  for (const to of ['$19,000', '$18,000', '$17,000']) {
    await change(to);
    await vi.waitFor(async () => expect((await shown())[0]).toBe(to), { timeout: 5000, interval: 20 });
    expect((await shown())[1]).toMatch(/hit|miss/);
  }
  // The other dealer and the pages of the release were not purged of it.
  const purged = new Set(api.calls.slice(1).flatMap(({ tags }) => tags));
  expect([...purged].filter((tag) => tag.startsWith('stock/'))).toEqual(['stock/riverbend']);
});

it('PLAT-64 while purges fail, a price is at most six minutes old', async () => {
  expect(await shown()).toEqual(['$20,000', 'miss']);
  api.behave('refuses');
  await change('$19,000');
  // The server itself has followed.
  await vi.waitFor(async () => expect((await site.ask({ path: CAR })).body).toBe('$19,000'), PATIENCE_MS);
  at += 359 * S;
  expect(await shown()).toEqual(['$20,000', 'stale']);
  await vi.waitFor(async () => expect(await shown()).toEqual(['$19,000', 'hit']), PATIENCE_MS);
  await change('$18,000');
  await vi.waitFor(async () => expect((await site.ask({ path: CAR })).body).toBe('$18,000'), PATIENCE_MS);
  at += 360 * S;
  expect(await shown()).toEqual(['$18,000', 'miss']);
});

it('PLAT-64 while no server responds, stock is shown for an hour more, static pages for a week, and forms never', async () => {
  const [, asked] = await shown();
  const about = await cdn.ask('/about-us');
  expect([asked, about.headers['x-cache']]).toEqual(['miss', 'miss']);
  expect((await cdn.ask('/enquire/contact')).body).toContain('yours');
  cdn.failOrigin(true);
  expect((await cdn.ask('/enquire/contact')).status).toBe(503);
  at += 300 * S + HOUR - 1;
  expect(await shown()).toEqual(['$20,000', 'error']);
  at += 1;
  expect((await cdn.ask(CAR)).status).toBe(503);
  at = NOON + 8 * 24 * HOUR - 1;
  expect(await cdn.ask('/about-us')).toMatchObject({ status: 200, body: about.body });
  at += 1;
  expect((await cdn.ask('/about-us')).status).toBe(503);
});

it('PLAT-64 what depends on the day is not shown on the next', async () => {
  const MIDNIGHT = Date.parse('2026-07-01T14:00:00Z');
  at = MIDNIGHT - 10 * S;
  expect(await shown()).toEqual(['$20,000', 'miss']);
  cdn.failOrigin(true);
  at = MIDNIGHT - 1;
  expect(await shown()).toEqual(['$20,000', 'hit']);
  at = MIDNIGHT;
  expect((await cdn.ask(CAR)).status).toBe(503);
});

it('PLAT-61 a shopper who was forged a cookie or a query does not change what others are shown', async () => {
  const forged = { Cookie: 'forecourt_session=evil; forecourt_visit=evil' };
  await cdn.ask(CAR, forged);
  expect(await shown()).toEqual(['$20,000', 'hit']);
  await cdn.ask(`${CAR}?utm_source=evil`, forged);
  const plain = await cdn.ask(`${CAR}?utm_source=evil`);
  expect(plain.headers['x-cache']).toBe('miss');
  expect((await cdn.ask(CAR)).headers['set-cookie']).toBeUndefined();
});
