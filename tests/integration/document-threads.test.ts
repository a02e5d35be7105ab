import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '#src/platform/database/database.ts';
import { createDocumentThreads, type DocumentThreads } from '#src/server/documents/document-threads.ts';
import { storeLargeStock } from '../fixtures/large-stock.ts';
import { fixtureDealer } from '../fixtures/stock-site.ts';
import { databasePlace, openTestDatabase } from '../fixtures/test-database.ts';

const VEHICLES = 5000;
const AT = new Date('2026-06-15T02:00:00Z');
const dealer = { ...fixtureDealer('listings'), slug: 'yard' };
let folder: string;
let db: Database;
let documents: DocumentThreads;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'document-threads-'));
  db = await openTestDatabase(folder);
  documents = createDocumentThreads(await databasePlace(folder));
  await storeLargeStock(db, dealer.slug, VEHICLES);
});
afterAll(async () => {
  await documents.close();
  await db.destroy();
  rmSync(folder, { recursive: true });
});

/** What writes each document fails in this thread; threads load their own modules. */
const notHere = vi.hoisted(() => () => {
  throw new Error('written in the thread that serves pages');
});
vi.mock('#src/features/content/server/seo/car-sitemap-xml.ts', () => ({ carSitemapXml: notHere }));
vi.mock('#src/features/feeds/server/advertised-vehicles.ts', () => ({ advertisedVehicles: notHere }));

it('PLAT-10 an outbound feed of 5,000 vehicles leaves the thread that serves pages free', async () => {
  expect(await documents.outboundFeed({ dealer, feed: 'json', at: AT })).toContain('S4999');
});

it('PLAT-10 a sitemap of 5,000 vehicles leaves the thread that serves pages free', async () => {
  const sitemap = { dealer, origin: 'https://yard.example', part: undefined, at: AT };
  expect(await documents.carSitemap(sitemap)).toContain('cx-5-4999');
});

it('PLAT-10 what fails in a thread fails alone', async () => {
  const broken = { ...dealer, timeZone: 'Nowhere/Nothing' };
  await expect(documents.outboundFeed({ dealer: broken, feed: 'json', at: AT })).rejects.toThrow();
  expect(await documents.outboundFeed({ dealer, feed: 'json', at: AT })).toContain('S4999');
});
