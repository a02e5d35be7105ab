import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeEach, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  respondWithCarSitemap,
  respondWithCarSitemapPart,
} from '#src/features/content/server/seo/sitemap.ts';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { VehiclesTable } from '#src/platform/database/tables.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { createDocumentThreads, type DocumentThreads } from '#src/server/documents/document-threads.ts';
import { fixtureDealer } from '../fixtures/stock-site.ts';
import { databasePlace, openTestDatabase } from '../fixtures/test-database.ts';

const ORIGIN = 'https://yard.example';
const UPDATED = '2026-06-01T03:00:00Z';
const listings = fixtureDealer('listings');
const dealer: DealerConfig = {
  ...listings,
  slug: 'yard',
  stock: { ...listings.stock, maxAgeYears: 5, excludedMakes: ['Lada'], excludedStockNumbers: ['S-13'] },
};

let db: Database;
let documents: DocumentThreads;
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'car-sitemap-'));
  db = await openTestDatabase(folder);
  documents = createDocumentThreads(await databasePlace(folder));
  return async () => {
    await documents.close();
    await db.destroy();
    rmSync(folder, { recursive: true });
  };
});

async function insert(slug: string, about: object = {}, more: Partial<VehiclesTable> = {}): Promise<void> {
  const status = more.status ?? 'in_stock';
  const car = { make: 'Mazda', model: 'CX-5', year: 2024, car_type: 'used', status, ...about };
  await db
    .insertInto('vehicles')
    .values({
      id: slug,
      dealer: 'yard',
      identity: `stock:${slug}`,
      slug,
      status,
      price_cents: null,
      record: JSON.stringify(v.parse(VehicleSchema, car)),
      content_hash: '',
      run_id: 'r1',
      first_seen_at: UPDATED,
      updated_at: UPDATED,
      sold_at: null,
      removed_at: null,
      ...more,
    })
    .execute();
}

const services = () => ({ db, documents, clock: fixedClock('2026-06-15T02:00:00Z') });
const sitemap = async () => (await respondWithCarSitemap(services(), dealer, ORIGIN)).text();
const locs = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc).sort();

it('NAV-12 the sitemap of cars has each car a shopper can see and buy, on the canonical origin, with its date', async () => {
  await insert('cx-5-1');
  await insert('cx-5-2', {}, { status: 'coming_soon' });
  const answer = await respondWithCarSitemap(services(), dealer, ORIGIN);
  expect(answer.headers.get('content-type')).toContain('application/xml');
  const xml = await answer.text();
  expect(locs(xml)).toEqual([`${ORIGIN}/cars/cx-5-1`, `${ORIGIN}/cars/cx-5-2`]);
  const [date = ''] = /(?<=<lastmod>)[^<]+/.exec(xml) ?? [];
  expect(Date.parse(date)).toBe(Date.parse(UPDATED));
});

it.each<[string, object, Partial<VehiclesTable>]>([
  ['kept off the website', { show_on_dealer_website: false }, {}],
  ['older than the dealer shows', { year: 2020 }, {}],
  ['of a make the dealer leaves out', { make: 'lada' }, {}],
  ['of a stock number the dealer leaves out', { stocknum: 'S-13' }, {}],
  ['sold', {}, { status: 'sold', sold_at: UPDATED }],
  ['no longer in the stock', {}, { removed_at: UPDATED }],
  ['of another dealer', {}, { dealer: 'other' }],
])('NAV-12 a car %s is not in the sitemap', async (_name, about, more) => {
  await insert('shown');
  await insert('left-out', about, more);
  expect(locs(await sitemap())).toEqual([`${ORIGIN}/cars/shown`]);
});

it.each(['1', '0', 'x', undefined])(
  'NAV-12 a sitemap of cars that fits one file has no part %s',
  async (part) => {
    await insert('shown');
    expect((await respondWithCarSitemapPart(services(), dealer, ORIGIN, part)).status).toBe(404);
  },
);

it('NAV-12 an impossible part is refused without reading the stock', async () => {
  await insert('shown');
  // An unreadable record: only a look at the stock itself fails.
  await db.updateTable('vehicles').set({ record: 'no JSON' }).execute();
  await expect(sitemap()).rejects.toThrow();
  expect((await respondWithCarSitemapPart(services(), dealer, ORIGIN, '99999')).status).toBe(404);
});
