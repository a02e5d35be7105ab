import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eraseOldLeads } from '#src/features/leads/server/privacy/apply-retention.ts';
import { eraseAll } from '#src/features/leads/server/privacy/erase-person.ts';
import { ERASURE_LOG } from '#src/features/leads/server/privacy/erasure-log.ts';
import { removeOrphanedPhotos } from '#src/features/trade-in/server/trade-in-photo-store.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { storesOf } from '../fixtures/stored-trade-ins.ts';
import { photo, photoFiles, photosFolder } from '../fixtures/trade-in-photos.ts';
import { tradeInJourney } from '../fixtures/valuation-journey.ts';

let setup: LeadSetup;
let journey: ReturnType<typeof tradeInJourney>;
let id: string;

beforeEach(async () => {
  setup = await leadServices();
  journey = tradeInJourney(setup);
  id = await journey.sent();
});
afterEach(() => setup.stop());

const eraseEverybody = async () =>
  eraseAll(
    storesOf(setup),
    (await setup.leads()).flatMap((lead) => (lead.kind === 'lead' ? [lead.id] : [])),
    'request',
  );

const rowsOf = (table: 'trade_ins' | 'trade_in_photos' | 'miscellaneous_records') =>
  setup.services.db.selectFrom(table).selectAll().execute();

it('FORM-10 erasing a person deletes the valuation, its photos and records, and the files', async () => {
  await journey.photos(id, [await photo()]);
  await journey.post(id, 'offer', { decision: 'decline' });
  expect(await rowsOf('miscellaneous_records')).toHaveLength(1);
  await eraseEverybody();
  for (const table of ['trade_ins', 'trade_in_photos', 'miscellaneous_records'] as const) {
    expect(await rowsOf(table)).toEqual([]);
  }
  expect(photoFiles(setup)).toEqual([]);
});

it('FORM-10 where nothing can be written down, nothing is erased', async () => {
  mkdirSync(join(setup.services.env.DATA_DIR, ERASURE_LOG), { recursive: true });
  await expect(eraseEverybody()).rejects.toThrow('EISDIR');
  expect(await rowsOf('trade_ins')).toHaveLength(1);
  expect((await setup.leads()).map(({ erased_at }) => erased_at)).toEqual([null]);
});

it('FORM-10 erasing that dies half-way is made up for: rows at once or not at all, files within the day', async () => {
  await journey.photos(id, [await photo()]);
  const [file = ''] = photoFiles(setup);
  // No file can be removed from a folder that is a file, as if the process had died there.
  renameSync(photosFolder(setup), `${photosFolder(setup)}-away`);
  writeFileSync(photosFolder(setup), '');
  await expect(eraseEverybody()).rejects.toThrow();
  expect(await rowsOf('trade_in_photos')).toEqual([]);
  expect((await setup.leads()).map(({ erased_at }) => erased_at)).not.toContain(null);
  rmSync(photosFolder(setup));
  renameSync(`${photosFolder(setup)}-away`, photosFolder(setup));
  const young = new Date(setup.services.clock.now().getTime() - DAY_MS / 24 + 1);
  utimesSync(join(photosFolder(setup), file), young, young);
  expect(await removeOrphanedPhotos(storesOf(setup))).toBe(0);
  setup.time.now += 2;
  expect(await removeOrphanedPhotos(storesOf(setup))).toBe(1);
  expect(photoFiles(setup)).toEqual([]);
});

it('FORM-10 photos of a valuation stay, uploads that were never finished go, with the daily retention', async () => {
  expect(await removeOrphanedPhotos(storesOf(setup))).toBe(0);
  await journey.photos(id, [await photo()]);
  const [kept = ''] = photoFiles(setup);
  writeFileSync(join(photosFolder(setup), `${kept}.x.part`), 'half a photo');
  setup.time.now = Date.now() + DAY_MS;
  setup.dealer.leads.keepMonths = 120;
  await eraseOldLeads(setup.services);
  expect(photoFiles(setup)).toEqual([kept]);
});
