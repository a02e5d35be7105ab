import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WRONG_TYPE_MESSAGE } from '#src/features/trade-in/server/add-photos.ts';
import { photosResponse } from '#src/features/trade-in/server/journey-steps.ts';
import { type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { photo, photoFiles, photosFolder, updatesOf } from '../fixtures/trade-in-photos.ts';
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

it('FORM-10 a photo is drawn again: place, camera, profile and what hides behind it are gone', async () => {
  expect(await journey.photos(id, [await photo('../../etc/passwd')])).toMatchObject({ kind: 'go' });
  const [file = '', ...more] = photoFiles(setup);
  expect(more).toEqual([]);
  expect(file).toMatch(/^[\da-f-]{36}\.webp$/);
  const bytes = readFileSync(join(photosFolder(setup), file));
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
  expect(photoFiles(setup)).toEqual([]);
  expect(await updatesOf(setup)).toEqual([]);
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
  expect(photoFiles(setup)).toHaveLength(2);
});

it('FORM-10 finishing sends the chosen photos, or none', async () => {
  const end = { kind: 'go', to: `/value-my-car/${id}/done` };
  expect(await journey.photos(id, [], 'done')).toEqual(end);
  expect(await journey.photos(id, [{ name: '', type: '', bytes: Buffer.alloc(0) }], 'done')).toEqual(end);
  expect(photoFiles(setup)).toEqual([]);
  expect(await journey.photos(id, [await photo()], 'done')).toEqual(end);
  expect(photoFiles(setup)).toHaveLength(1);
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

it('FORM-10 nothing chosen, and what is no upload at all, says so', async () => {
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
  expect(photoFiles(setup)).toEqual([]);
});
