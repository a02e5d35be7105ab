import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#src/providers/database/database.ts';
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

const CASES: readonly [name: string, make: () => Promise<string | undefined>][] = [
  ['an outbound feed', () => documents.outboundFeed({ dealer, feed: 'json', at: AT })],
  [
    'a sitemap',
    () => documents.carSitemap({ dealer, origin: 'https://yard.example', part: undefined, at: AT }),
  ],
];

it.each(CASES)(
  'PLAT-10 %s of 5,000 vehicles leaves the thread that serves pages free',
  async (_name, make) => {
    const [before, ownBefore] = [process.cpuUsage(), process.threadCpuUsage()];
    const text = await make();
    const [all, own] = [process.cpuUsage(before), process.threadCpuUsage(ownBefore)];
    // In the thread that asks it would be nearly all of it.
    expect((own.user + own.system) / (all.user + all.system)).toBeLessThan(0.6);
    expect(text).toContain('cx-5-4999');
  },
);

it('PLAT-10 what fails in a thread fails alone', async () => {
  const broken = { ...dealer, timeZone: 'Nowhere/Nothing' };
  await expect(documents.outboundFeed({ dealer: broken, feed: 'json', at: AT })).rejects.toThrow();
  expect(await documents.outboundFeed({ dealer, feed: 'json', at: AT })).toContain('S4999');
});
