import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eraseAll, findRestored } from '#src/features/leads/server/privacy/erase-person.ts';
import {
  appendErasure,
  ERASURE_LOG,
  loggedErasures,
  readErasures,
} from '#src/features/leads/server/privacy/erasure-log.ts';
import {
  photoLink,
  removeOrphanedPhotos,
  showPhoto,
} from '#src/features/trade-in/server/trade-in-photo-store.ts';
import { PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import { type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { type SharedBucket, startSharedBucket } from '../fixtures/shared-bucket.ts';
import { storesOf } from '../fixtures/stored-trade-ins.ts';
import { databasePlace } from '../fixtures/test-database.ts';
import { photo, photoFiles } from '../fixtures/trade-in-photos.ts';
import { tradeInJourney } from '../fixtures/valuation-journey.ts';

const PHOTOS = 'trade-in-photos/';

let bucket: SharedBucket;
let machines: LeadSetup[];
let a: LeadSetup;
let b: LeadSetup;
let journey: ReturnType<typeof tradeInJourney>;
let id: string;

beforeEach(async () => {
  bucket = await startSharedBucket();
  const shared = mkdtempSync(join(tmpdir(), 'forecourt-machines-'));
  const { DATABASE_URL } = await databasePlace(shared);
  const machine = () => leadServices(undefined, { DATABASE_URL, ...bucket.env });
  machines = [await machine(), await machine()];
  [a, b] = machines as [LeadSetup, LeadSetup];
  journey = tradeInJourney(a);
  id = await journey.sent();
});
afterEach(async () => {
  for (const machine of machines) await machine.stop();
  await bucket.stop();
});

async function shown(machine: LeadSetup): Promise<number> {
  const { services, dealer } = machine;
  const [row] = await services.db.selectFrom('trade_in_photos').select('id').execute();
  const signed = { secret: services.env.SITE_SECRET, now: services.clock.now() };
  const link = new URL(photoLink(dealer, row?.id ?? '', signed));
  return (await showPhoto(services, dealer, row?.id ?? '', link.searchParams)).status;
}

const leadIds = async () =>
  (await a.leads()).flatMap(({ kind, id: lead }) => (kind === 'lead' ? [lead] : []));

it('PLAT-91 a photo of a valuation is shown by another machine, and erased there is gone everywhere', async () => {
  await journey.photos(id, [await photo()]);
  const [key = '', ...more] = await bucket.keys(PHOTOS);
  expect(more).toEqual([]);
  expect((await bucket.storage.head(key))?.headers).toEqual(PRIVATE_FILE);
  expect([await shown(a), await shown(b)]).toEqual([200, 200]);
  expect([photoFiles(a), photoFiles(b)]).toEqual([[], []]);
  await eraseAll(storesOf(b), await leadIds(), 'request');
  expect(await bucket.keys(PHOTOS)).toEqual([]);
  expect(await shown(a)).toBe(404);
});

it('PLAT-91 without the bucket a photo is refused with what to do, and none is shown as missing', async () => {
  await journey.photos(id, [await photo()]);
  bucket.cut('refused');
  expect(await shown(b)).toBe(503);
  const refused = await journey.photos(id, [await photo('two.jpg')]);
  expect(refused).toMatchObject({ status: 503 });
  expect(JSON.stringify(refused)).toContain('Wait half a minute and add them again.');
  bucket.line = 'up';
  expect(await shown(b)).toBe(200);
  expect(await journey.photos(id, [await photo('three.jpg')])).toMatchObject({ kind: 'go' });
});

it('PLAT-91 photos in the bucket that no valuation names go after an hour, the others stay', async () => {
  await journey.photos(id, [await photo()]);
  const named = await bucket.keys(PHOTOS);
  await bucket.storage.put(`${PHOTOS}${crypto.randomUUID()}.webp`, Buffer.from('x'), PRIVATE_FILE);
  b.time.now = Date.now();
  expect(await removeOrphanedPhotos(storesOf(b))).toBe(0);
  b.time.now = Date.now() + HOUR_MS + 60_000;
  expect(await removeOrphanedPhotos(storesOf(b))).toBe(1);
  expect(await bucket.keys(PHOTOS)).toEqual(named);
});

it('PLAT-91 a photo that is sent again while orphans are removed stays', async () => {
  const key = `${PHOTOS}${crypto.randomUUID()}.webp`;
  await bucket.storage.put(key, Buffer.from('x'), PRIVATE_FILE);
  const stores = storesOf(b);
  if (!stores.storage) throw new Error('There is no bucket.');
  // As listed before it was sent again.
  const listed = vi.spyOn(stores.storage, 'list');
  listed.mockResolvedValueOnce([{ key, bytes: 1, modifiedAt: new Date(0) }]);
  b.time.now = Date.now();
  expect(await removeOrphanedPhotos(stores)).toBe(0);
  expect(listed).toHaveBeenCalledOnce();
  expect(await bucket.keys(PHOTOS)).toEqual([key]);
});

it('PLAT-92 an erasure is in the bucket before anything is erased, and without the bucket nothing is', async () => {
  bucket.cut('refused');
  const [lead = ''] = await leadIds();
  await expect(eraseAll(storesOf(a), [lead], 'request')).rejects.toThrow('cannot be reached');
  expect((await a.leads()).map(({ erased_at }) => erased_at)).toEqual([null]);
  bucket.line = 'up';
  await eraseAll(storesOf(a), [lead], 'request');
  expect(await bucket.keys('erasures/')).toHaveLength(1);
  expect(existsSync(join(a.services.env.DATA_DIR, ERASURE_LOG))).toBe(false);
});

it('PLAT-92 what a restored database has brought back is found by each erasure and by the log from before the bucket', async () => {
  const [lead = ''] = await leadIds();
  const admin = storesOf(b);
  await expect(readErasures(admin)).rejects.toThrow(`No erasures are recorded in ${admin.storage?.name}`);
  await appendErasure(storesOf(a), { at: '2026-07-01', reason: 'request', leadIds: [lead] });
  await appendErasure(storesOf(a), { at: '2026-07-02', reason: 'retention', leadIds: ['another'] });
  expect(await findRestored(admin)).toEqual([lead]);
  const earlier = JSON.stringify({ reason: 'request', leadIds: ['one of before'] });
  await bucket.storage.put(ERASURE_LOG, Buffer.from(`${earlier}\n`), PRIVATE_FILE);
  const ids = (await readErasures(admin)).flatMap(({ leadIds: some }) => some);
  expect(ids.sort()).toEqual([lead, 'another', 'one of before'].sort());
  // What alerts wait for at the start of a worker is not all that was ever erased.
  await appendErasure(storesOf(a), {
    at: '2026-07-03',
    reason: 'request',
    leadIds: [],
    searchIds: ['search'],
  });
  const searches = await loggedErasures(admin, 'searches');
  expect(searches?.flatMap(({ searchIds = [] }) => searchIds)).toEqual(['search']);
  expect(searches?.flatMap(({ leadIds: some }) => some)).toEqual(['one of before']);
});
