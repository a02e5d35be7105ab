import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  BUSY_MESSAGE,
  MAX_WAITING,
  MAX_WAITING_PER_NETWORK,
  reEncodePhoto,
  TOO_OFTEN_MESSAGE,
} from '#src/features/trade-in/server/add-photos.ts';
import { journeyPage } from '#src/features/trade-in/server/journey-pages.ts';
import { type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { photo, photoFiles } from '../fixtures/trade-in-photos.ts';
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

it('FORM-11 uploads of one connection are taken only so often, and no photo beyond is looked at', async () => {
  const bad = { name: 'x.jpg', type: 'image/jpeg', bytes: Buffer.from('nothing') };
  for (let at = 0; at < 60; at += 1) expect(await journey.photos(id, [bad])).toMatchObject({ status: 415 });
  expect(await journey.photos(id, [await photo()])).toMatchObject({
    status: 429,
    retryAfterSeconds: 600,
    form: { failure: { message: TOO_OFTEN_MESSAGE } },
  });
  expect(photoFiles(setup)).toEqual([]);
  setup.time.now += 600_000;
  expect(await journey.photos(id, [await photo()])).toMatchObject({ kind: 'go' });
});

it('FORM-11 photos wait for their turn in a line of limited length, few of them of one connection', async () => {
  const { bytes } = await photo();
  const flood = Array.from({ length: MAX_WAITING_PER_NETWORK + 3 }, () =>
    reEncodePhoto(bytes, '203.0.113.1'),
  );
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

it('FORM-11 a server with its hands full takes no photo and says when to come back', async () => {
  const refusal = { status: 503, code: 'uploads_busy', message: '' } as const;
  const request = new Request('http://riverbend.localhost/', { method: 'POST' });
  const asked = { id, page: 'photos', request, clientAddress: undefined, refusal };
  expect(await journeyPage(setup.services, setup.dealer, asked)).toMatchObject({
    status: 503,
    retryAfterSeconds: 30,
    form: { failure: { message: BUSY_MESSAGE } },
  });
});
