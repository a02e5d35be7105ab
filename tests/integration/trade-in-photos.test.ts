import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { DAY_MS } from '#src/domain/duration.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { eraseOldLeads } from '#src/server/leads/privacy/apply-retention.ts';
import { ERASURE_LOG, eraseAll } from '#src/server/leads/privacy/erase-person.ts';
import { removeStrayPhotos } from '#src/server/trade-ins/forget-trade-ins.ts';
import { journeyPage } from '#src/server/trade-ins/journey.ts';
import { photosResponse } from '#src/server/trade-ins/journey-response.ts';
import { MAX_WAITING, MAX_WAITING_OF_ONE, reEncodePhoto } from '#src/server/trade-ins/re-encode-photo.ts';
import { respondToMiscellaneous } from '#src/server/trade-ins/respond-to-miscellaneous.ts';
import { showPhoto } from '#src/server/trade-ins/show-photo.ts';
import { BUSY_MESSAGE, TOO_OFTEN_MESSAGE, WRONG_TYPE_MESSAGE } from '#src/server/trade-ins/take-photos.ts';
import { type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { type SentFile, tradeInJourney } from '../fixtures/trade-in-journey.ts';

let setup: LeadSetup;
let journey: ReturnType<typeof tradeInJourney>;
let id: string;

beforeEach(async () => {
  setup = await leadServices();
  journey = tradeInJourney(setup);
  id = await journey.sent();
});
afterEach(() => setup.stop());

const folder = () => join(setup.services.env.DATA_DIR, 'trade-in-photos');
const files = () => (existsSync(folder()) ? readdirSync(folder()) : []);
const square = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } });

let taken = 0;

/** A photo as a phone takes it: with its place, its camera, a comment and a file hidden behind it; no two alike. */
async function phonePhoto(): Promise<Buffer> {
  const jpeg = await square(400, 300)
    .jpeg()
    .withExif({
      IFD0: { Make: 'SecretPhone', ImageDescription: 'my driveway' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '27/1 28/1 0/1', GPSLongitudeRef: 'E' },
    })
    .withIccProfile('p3')
    .toBuffer();
  return Buffer.concat([
    jpeg,
    Buffer.from('<script>alert(1)</script>PK\x03\x04hidden'),
    Buffer.from(`${++taken}`),
  ]);
}
const photo = async (name = 'car.jpg', type = 'image/jpeg'): Promise<SentFile> => ({
  name,
  type,
  bytes: await phonePhoto(),
});
const news = async () =>
  (await setup.leads())
    .filter(({ kind }) => kind === 'update')
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ payload }) => JSON.parse(payload) as LeadPayload);

it('FORM-10 a photo is re-encoded: location, camera, profile and appended data are gone', async () => {
  expect(await journey.photos(id, [await photo('../../etc/passwd')])).toMatchObject({ kind: 'go' });
  const [file = '', ...more] = files();
  expect(more).toEqual([]);
  expect(file).toMatch(/^[\da-f-]{36}\.webp$/);
  const bytes = readFileSync(join(folder(), file));
  const { format, exif, icc, xmp, width } = await sharp(bytes).metadata();
  expect({ format, exif, icc, xmp, width }).toEqual({
    format: 'webp',
    exif: undefined,
    icc: undefined,
    xmp: undefined,
    width: 400,
  });
  for (const trace of ['SecretPhone', 'driveway', 'script', 'hidden', 'GPS']) {
    expect(bytes.includes(trace)).toBe(false);
  }
});

it.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415],
  ['HTML called a JPEG', '<!doctype html><script>alert(1)</script>', 415],
  ['a GIF', 'GIF89a\x01\x00\x01\x00', 415],
  ['a PDF', '%PDF-1.7', 415],
  ['an archive', 'PK\x03\x04', 415],
  ['a JPEG in name and first bytes alone', '\xff\xd8\xff\xe0<script>alert(1)</script>', 422],
])('FORM-10 %s is refused by its content, and nothing is stored', async (_name, content, status) => {
  const bytes = Buffer.from(content, 'latin1');
  expect(await journey.photos(id, [{ name: 'car.jpg', type: 'image/jpeg', bytes }])).toMatchObject({
    kind: 'page',
    page: 'photos',
    status,
    form: { failure: { message: expect.any(String) } },
  });
  expect(files()).toEqual([]);
  expect(await news()).toEqual([]);
});

it('FORM-10 a picture that would decode to gigabytes is refused before it does', async () => {
  const bytes = await sharp({
    create: { width: 16_000, height: 5000, channels: 3, background: 'white' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bytes.length).toBeLessThan(1_000_000);
  expect(await journey.photos(id, [{ name: 'bomb.png', type: 'image/png', bytes }])).toMatchObject({
    status: 422,
  });
});

it('FORM-10 of several files the invalid ones are named, and the valid ones stored', async () => {
  const bad = { name: 'no  photo.jpg', type: 'image/jpeg', bytes: Buffer.from('nothing') };
  const broken = { ...bad, name: 'broken.jpg', bytes: Buffer.from('\xff\xd8\xff\xe0', 'latin1') };
  expect(await journey.photos(id, [await photo(), bad, broken, await photo()])).toMatchObject({
    status: 415,
    photos: 2,
    form: {
      failure: {
        message: '“no photo.jpg”, “broken.jpg” were not added. Choose photos as JPEG, PNG or WebP.',
      },
    },
  });
  expect(files()).toHaveLength(2);
});

it('FORM-10 finishing sends the chosen photos, or none', async () => {
  const end = { kind: 'go', to: `/value-my-car/${id}/done` };
  expect(await journey.photos(id, [], 'done')).toEqual(end);
  expect(await journey.photos(id, [{ name: '', type: '', bytes: Buffer.alloc(0) }], 'done')).toEqual(end);
  expect(files()).toEqual([]);
  expect(await journey.photos(id, [await photo()], 'done')).toEqual(end);
  expect(files()).toHaveLength(1);
});

it('FORM-10 no more photos than the dealer takes, even by concurrent posts', async () => {
  const dealer = { ...setup.dealer, tradeIn: { ...setup.dealer.tradeIn, maxPhotos: 2 } };
  const own = tradeInJourney(setup, dealer);
  const [one, two, three] = [await photo(), await photo(), await photo()];
  expect(await own.photos(id, [one, two, three])).toMatchObject({
    status: 422,
    form: { failure: { message: 'At most 2 photos can be added.' } },
  });
  await Promise.all([own.photos(id, [one]), own.photos(id, [two]), own.photos(id, [three])]);
  expect(files()).toHaveLength(2);
});

it('FORM-10 ten photos sent one by one are added and reported once; an eleventh is refused', async () => {
  const photos: SentFile[] = [];
  for (let at = 0; at < 10; at += 1) photos.push(await photo(`${at}.jpg`));
  for (const each of photos) {
    expect(await journey.photos(id, [each])).toMatchObject({ kind: 'go' });
    // One answer was lost, so the photo is sent again.
    expect(await journey.photos(id, [each])).toMatchObject({ kind: 'go' });
    setup.time.now += 20_000;
  }
  const message = 'At most 10 photos can be added.';
  expect(await journey.photos(id, [await photo()])).toMatchObject({
    status: 422,
    form: { failure: { message } },
  });
  expect(files()).toHaveLength(10);
  expect((await news()).map(({ trade_in }) => trade_in?.photos.length)).toEqual([10]);
});

const deliveriesOfUpdate = () =>
  setup.services.db
    .selectFrom('outbox')
    .innerJoin('leads', 'leads.id', 'outbox.lead_id')
    .select(['outbox.id', 'outbox.next_attempt_at', 'leads.created_at'])
    .where('leads.kind', '=', 'update')
    .orderBy('leads.sequence')
    .execute();

it('FORM-14 photos are delivered a minute after the last; none joins an update that is being delivered', async () => {
  await journey.photos(id, [await photo()]);
  setup.time.now += 30_000;
  await journey.photos(id, [await photo()]);
  const deliveries = await deliveriesOfUpdate();
  const due = new Date(setup.services.clock.now().getTime() + 60_000).toISOString();
  expect(new Set(deliveries.map(({ next_attempt_at }) => next_attempt_at))).toEqual(new Set([due]));
  await setup.services.db
    .updateTable('outbox')
    .set({ attempts: 1, leased_until: due })
    .where('id', '=', deliveries[0]?.id ?? '')
    .execute();
  await journey.photos(id, [await photo()]);
  expect((await news()).map(({ trade_in }) => trade_in?.photos.length)).toEqual([2, 3]);
});

it('FORM-10 a photo of more than 8 MB is named, and the others are added', async () => {
  const large = {
    ...(await photo('large.jpg')),
    bytes: Buffer.alloc(9 * 1024 * 1024, '\xff\xd8\xff', 'latin1'),
  };
  expect(await journey.photos(id, [large, await photo()])).toMatchObject({
    status: 413,
    photos: 1,
    form: { failure: { message: '“large.jpg” was not added. A photo can have up to 8 MB.' } },
  });
});

it('FORM-10 a script gets an empty response for an added photo, and the reason for any other', async () => {
  const added = photosResponse(await journey.photos(id, [await photo()]));
  expect([added.status, await added.text()]).toEqual([204, '']);
  const bad = { name: 'x.heic', type: 'image/heic', bytes: Buffer.from('nothing') };
  const refused = photosResponse(await journey.photos(id, [bad]));
  const why = { code: 'photos_refused', message: WRONG_TYPE_MESSAGE };
  expect([refused.status, await refused.json()]).toEqual([415, { error: why }]);
  const early = photosResponse(await journey.photos(await journey.valued(), [await photo()]));
  expect(early.status).toBe(404);
  expect(photosResponse({ kind: 'unknown' }).status).toBe(404);
});

it('FORM-03 the same photo sent twice, one after the other or concurrently, is stored and reported once', async () => {
  const [one, two] = [await photo(), await photo()];
  const answers = await Promise.all([journey.photos(id, [one]), journey.photos(id, [one])]);
  expect(answers).toMatchObject([{ kind: 'go' }, { kind: 'go' }]);
  expect(await journey.photos(id, [one, one, two])).toMatchObject({ kind: 'go' });
  expect(await journey.photos(id, [two])).toMatchObject({ kind: 'go' });
  expect(files()).toHaveLength(2);
  expect((await news()).map(({ trade_in }) => trade_in?.photos.length)).toEqual([2]);
});

it('FORM-10 photos that arrive while the estimate is accepted do not revert that', async () => {
  const accept = () => journey.post(id, 'offer', { decision: 'accept' });
  await Promise.all([journey.photos(id, [await photo()]), accept()]);
  const updates = (await setup.leads()).filter(({ kind }) => kind === 'update');
  expect(updates.map(({ sequence }) => sequence).sort()).toEqual([2, 3]);
  const last = JSON.parse(updates.find(({ sequence }) => sequence === 3)?.payload ?? '') as LeadPayload;
  expect(last.trade_in).toMatchObject({ offer_accepted: true });
});

it('FORM-10 photos without an update for the dealer are not stored', async () => {
  const { schema } = setup.services.db;
  await schema.alterTable('outbox').renameTo('outbox_away').execute();
  expect(await journey.photos(id, [await photo()])).toMatchObject({ status: 503 });
  await schema.alterTable('outbox_away').renameTo('outbox').execute();
  expect(files()).toEqual([]);
  expect(await rowsOf('trade_in_photos')).toEqual([]);
  expect(await journey.photos(id, [await photo()])).toMatchObject({ kind: 'go' });
  expect((await news()).map(({ trade_in }) => trade_in?.photos.length)).toEqual([1]);
});

it('FORM-10 an empty choice, and an invalid upload, get a message', async () => {
  expect(await journey.photos(id, [])).toMatchObject({ status: 422 });
  expect(await journey.photos(id, [{ name: '', type: '', bytes: Buffer.alloc(0) }])).toMatchObject({
    status: 422,
  });
});

it('FORM-10 photos cannot be sent before the dealer has the details, nor to a site that takes none', async () => {
  const early = await journey.valued();
  expect(await journey.photos(early, [await photo()])).toMatchObject({ kind: 'go' });
  const dealer = { ...setup.dealer, tradeIn: { ...setup.dealer.tradeIn, photos: false } };
  expect(await tradeInJourney(setup, dealer).photos(id, [await photo()])).toMatchObject({ kind: 'go' });
  expect(files()).toEqual([]);
});

it('FORM-14 the dealer gets links that no one else has, and that expire', async () => {
  await journey.photos(id, [await photo(), await photo()]);
  const [update] = await news();
  expect(update?.trade_in?.photos).toHaveLength(2);
  expect(update?.message).toContain('there are 2 now');
  const link = new URL(update?.trade_in?.photos[0] ?? '');
  const photoId = link.pathname.split('/').at(-1) ?? '';
  const open = (query = link.searchParams, dealer: DealerConfig = setup.dealer, of = photoId) =>
    showPhoto(setup.services, dealer, of, query);
  const opened = await open();
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(opened.headers.get('cache-control')).toContain('no-store');

  const changed = new URLSearchParams(link.searchParams);
  changed.set('until', String(Number(changed.get('until')) + 1));
  const kookaburra = setup.services.tenants.bySlug('kookaburra-cars') as DealerConfig;
  const second = new URL(update?.trade_in?.photos[1] ?? '').pathname.split('/').at(-1);
  expect((await open(changed)).status).toBe(404);
  expect((await open(new URLSearchParams())).status).toBe(404);
  expect((await open(link.searchParams, kookaburra)).status).toBe(404);
  expect((await open(link.searchParams, setup.dealer, second)).status).toBe(404);
  expect((await open(link.searchParams, setup.dealer, '../../secrets')).status).toBe(404);
  setup.time.now += 31 * DAY_MS;
  expect((await open()).status).toBe(404);
});

const stores = () => ({ ...setup.services, dataDir: setup.services.env.DATA_DIR });
const eraseEverybody = async () =>
  eraseAll(
    stores(),
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
  expect(files()).toEqual([]);
});

it('FORM-10 if nothing can be logged, nothing is erased', async () => {
  mkdirSync(join(setup.services.env.DATA_DIR, ERASURE_LOG), { recursive: true });
  await expect(eraseEverybody()).rejects.toThrow('EISDIR');
  expect(await rowsOf('trade_ins')).toHaveLength(1);
  expect((await setup.leads()).map(({ erased_at }) => erased_at)).toEqual([null]);
});

it('FORM-10 an interrupted erasure is completed: rows together or not at all, files within the day', async () => {
  await journey.photos(id, [await photo()]);
  const [file = ''] = files();
  // No file can be removed from a folder that is a file, as if the process had died there.
  renameSync(folder(), `${folder()}-away`);
  writeFileSync(folder(), '');
  await expect(eraseEverybody()).rejects.toThrow();
  expect(await rowsOf('trade_in_photos')).toEqual([]);
  expect((await setup.leads()).map(({ erased_at }) => erased_at)).not.toContain(null);
  rmSync(folder());
  renameSync(`${folder()}-away`, folder());
  const young = new Date(setup.services.clock.now().getTime() - DAY_MS / 24 + 1);
  utimesSync(join(folder(), file), young, young);
  expect(await removeStrayPhotos(stores())).toBe(0);
  setup.time.now += 2;
  expect(await removeStrayPhotos(stores())).toBe(1);
  expect(files()).toEqual([]);
});

it('FORM-10 the daily retention deletes unfinished uploads, and photos of a valuation stay', async () => {
  expect(await removeStrayPhotos(stores())).toBe(0);
  await journey.photos(id, [await photo()]);
  const [kept = ''] = files();
  writeFileSync(join(folder(), `${kept}.x.part`), 'half a photo');
  setup.time.now = Date.now() + DAY_MS;
  setup.dealer.leads.keepMonths = 120;
  await eraseOldLeads(setup.services);
  expect(files()).toEqual([kept]);
});

it('FORM-11 uploads of one connection are limited, and no photo beyond is decoded', async () => {
  const bad = { name: 'x.jpg', type: 'image/jpeg', bytes: Buffer.from('nothing') };
  for (let at = 0; at < 60; at += 1) expect(await journey.photos(id, [bad])).toMatchObject({ status: 415 });
  expect(await journey.photos(id, [await photo()])).toMatchObject({
    status: 429,
    retryAfterSeconds: 600,
    form: { failure: { message: TOO_OFTEN_MESSAGE } },
  });
  expect(files()).toEqual([]);
  setup.time.now += 600_000;
  expect(await journey.photos(id, [await photo()])).toMatchObject({ kind: 'go' });
});

it('FORM-11 photos wait for their turn in a queue of limited length, few of them of one connection', async () => {
  const { bytes } = await photo();
  const flood = Array.from({ length: MAX_WAITING_OF_ONE + 3 }, () => reEncodePhoto(bytes, '203.0.113.1'));
  const shopper = reEncodePhoto(bytes, '198.51.100.7');
  const others = Array.from({ length: MAX_WAITING }, (_, at) => reEncodePhoto(bytes, `192.0.2.${at}`));
  expect((await Promise.all(flood)).filter((photo) => photo === 'busy').length).toBeGreaterThanOrEqual(2);
  expect(await shopper).toBeInstanceOf(Buffer);
  expect(await Promise.all(others)).toContain('busy');
  expect(await reEncodePhoto(bytes, '203.0.113.1')).toBeInstanceOf(Buffer);
});

it('FORM-11 a photo of one endless row or column is refused by its header', async () => {
  const white = { channels: 3, background: 'white' } as const;
  const long = await sharp({ create: { width: 1, height: 20_000, ...white } })
    .png()
    .toBuffer();
  expect(await reEncodePhoto(long, '')).toBe('unreadable');
  const panorama = await sharp({ create: { width: 16_384, height: 2, ...white } })
    .png()
    .toBuffer();
  expect(await reEncodePhoto(panorama, '')).toBeInstanceOf(Buffer);
});

it('FORM-11 a busy server takes no photo and sends Retry-After', async () => {
  const refusal = { status: 503, code: 'uploads_busy', message: '' } as const;
  const request = new Request('http://riverbend.localhost/', { method: 'POST' });
  const asked = { id, page: 'photos', request, clientAddress: undefined, refusal };
  expect(await journeyPage(setup.services, setup.dealer, asked)).toMatchObject({
    status: 503,
    retryAfterSeconds: 30,
    form: { failure: { message: BUSY_MESSAGE } },
  });
});

const miscellaneous = (body: unknown, dealer: DealerConfig = setup.dealer) =>
  respondToMiscellaneous(
    setup.services,
    dealer,
    new Request('http://riverbend.localhost/api/miscellaneous', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
const records = () => setup.services.db.selectFrom('miscellaneous_records').selectAll().execute();

it('FORM-14 a valuation is stored under column_name "valuation", once, from the server’s data', async () => {
  expect(setup.dealer.tradeIn.miscellaneousRecord).toBe(true);
  const asked = { column_name: 'valuation', id };
  const answers = await Promise.all([miscellaneous(asked), miscellaneous(asked)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const [record, ...more] = await records();
  expect(more).toEqual([]);
  expect(record).toMatchObject({ dealer: 'riverbend', column_name: 'valuation', trade_in_id: id });
  expect(JSON.parse(record?.value ?? '')).toMatchObject({
    offer_price: expect.any(Number),
    adjustmentAnswers: { condition: 'good' },
  });
});

it('FORM-14 a site without such records, another dealer and a valuation not shown yet store none', async () => {
  const off = { ...setup.dealer, tradeIn: { ...setup.dealer.tradeIn, miscellaneousRecord: false } };
  const kookaburra = setup.services.tenants.bySlug('kookaburra-cars') as DealerConfig;
  const other = { ...kookaburra, tradeIn: setup.dealer.tradeIn };
  const asked = { column_name: 'valuation', id };
  expect((await miscellaneous(asked, off)).status).toBe(404);
  expect((await miscellaneous(asked, other)).status).toBe(404);
  expect((await miscellaneous({ ...asked, id: await journey.valued() })).status).toBe(404);
  for (const body of ['', 'null', '[]', { ...asked, column_name: 'admin' }, { ...asked, offer_price: 1 }]) {
    expect((await miscellaneous(body)).status).toBe(400);
  }
  expect(await records()).toEqual([]);
});

it('FORM-14 without scripts the decision stores it; if that fails the valuation continues', async () => {
  await journey.post(id, 'offer', { decision: 'decline' });
  expect(await records()).toHaveLength(1);
});
