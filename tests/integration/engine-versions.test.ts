import { Meilisearch } from 'meilisearch';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { DOCUMENT_VERSION } from '#src/features/search/index/to-search-document.ts';
import { SETTINGS_VERSION } from '#src/features/search/server/engine/index-settings.ts';
import { recordIndex } from '#src/features/search/server/queries/index-record-queries.ts';
import { drainIndexChanges, isIndexWorkDue } from '#src/features/stock/server/indexing/index-sync.ts';
import { feedOf, openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const host = inject('meiliHost');
const key = inject('meiliKey');
const OWN = { settings: SETTINGS_VERSION, documents: DOCUMENT_VERSION };
const LATER = { ...OWN, settings: SETTINGS_VERSION + 1 };
const LATER_SYNONYMS = { ute: ['pickup'] };

let tests = 0;
let uid = '';
let now = 0;
let site: StockSite;
const clock = { now: () => new Date(now) };

beforeEach(async () => {
  tests += 1;
  uid = `engine-versions-${tests}`;
  now = Date.parse('2026-07-10T02:00:00Z');
  site = await openStockSite({ host, key, index: uid }, clock, 'yard');
  await site.import(feedOf('A1,Kia,Rio,2020,10000,1', 'A2,Kia,Rio,2020,11000,2'));
  await drainIndexChanges(site.services);
});
afterEach(() => site.close());

const live = () => new Meilisearch({ host, apiKey: key }).index(uid);
const synonyms = async () => (await live().getSettings()).synonyms;
const record = async () => {
  const [row] = await site.services.db.selectFrom('search_indexes').selectAll().execute();
  return row && { settings: row.settings_version, documents: row.document_version };
};
const lost = async () => {
  await live().deleteAllDocuments().waitTask();
};
const count = () => site.services.index.count('yard');

it('PLAT-54 an index is recorded with the versions of the release that made it', async () => {
  expect(await record()).toEqual(OWN);
});

it('PLAT-54 a release neither sets the settings of a later one back nor writes its documents while that runs', async () => {
  const { db } = site.services;
  await live().updateSettings({ synonyms: LATER_SYNONYMS }).waitTask();
  await recordIndex(db, 'shared', LATER, clock.now());
  await site.import(feedOf('A1,Kia,Rio,2020,10000,1', 'A2,Kia,Rio,2020,11000,2', 'A3,Kia,Rio,2020,12000,3'));
  for (let minute = 0; minute < 10; minute += 1) {
    const said: string[] = [];
    expect(await isIndexWorkDue(site.services)).toBe(false);
    expect(await drainIndexChanges(site.services, { report: (line) => said.push(line) })).toBe(0);
    expect(said).toEqual(['A later release keeps the search index up to date.']);
    expect(await synonyms()).toEqual(LATER_SYNONYMS);
    now += 60_000;
    // A process of the later release says that it is there.
    await recordIndex(db, 'shared', LATER, clock.now());
  }
  expect(await count()).toBe(2);
});

it('PLAT-54 after a roll-back the index is rebuilt, once no process of the later release has been there for three minutes', async () => {
  await live().updateSettings({ synonyms: LATER_SYNONYMS }).waitTask();
  await recordIndex(site.services.db, 'shared', LATER, clock.now());
  now += 3 * 60_000;
  expect(await isIndexWorkDue(site.services)).toBe(true);
  await drainIndexChanges(site.services);
  expect(await synonyms()).not.toEqual(LATER_SYNONYMS);
  expect(await record()).toEqual(OWN);
  expect(await count()).toBe(2);
});

it.each([
  ['settings', { ...OWN, settings: SETTINGS_VERSION - 1 }],
  ['documents', { ...OWN, documents: DOCUMENT_VERSION - 1 }],
])(
  'PLAT-54 an index with the %s of an earlier release is rebuilt at once, without an import',
  async (_, version) => {
    await recordIndex(site.services.db, 'shared', version, clock.now());
    await lost();
    expect(await isIndexWorkDue(site.services)).toBe(true);
    await drainIndexChanges(site.services);
    expect([await record(), await count()]).toEqual([OWN, 2]);
    expect(await isIndexWorkDue(site.services)).toBe(false);
  },
);

it('PLAT-54 processes of a release say that they are there, so that an earlier one waits', async () => {
  const confirmed = async () =>
    (await site.services.db.selectFrom('search_indexes').select('confirmed_at').executeTakeFirst())
      ?.confirmed_at;
  const first = await confirmed();
  now += 60_000;
  expect(await isIndexWorkDue(site.services)).toBe(false);
  expect(await confirmed()).not.toBe(first);
});
