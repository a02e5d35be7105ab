import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { showPhoto } from '#src/features/trade-in/server/trade-in-photo-store.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { photo, photoFiles, updatesOf } from '../fixtures/trade-in-photos.ts';
import { type SentFile, tradeInJourney } from '../fixtures/valuation-journey.ts';

let setup: LeadSetup;
let journey: ReturnType<typeof tradeInJourney>;
let id: string;

beforeEach(async () => {
  setup = await leadServices();
  journey = tradeInJourney(setup);
  id = await journey.sent();
});
afterEach(() => setup.stop());

it('FORM-10 no more photos than the dealer takes, also by posts at once', async () => {
  const dealer = { ...setup.dealer, tradeIn: { ...setup.dealer.tradeIn, maxPhotos: 2 } };
  const own = tradeInJourney(setup, dealer);
  const [one, two, three] = [await photo(), await photo(), await photo()];
  expect(await own.photos(id, [one, two, three])).toMatchObject({
    status: 422,
    form: { failure: { message: 'At most 2 photos can be added.' } },
  });
  await Promise.all([own.photos(id, [one]), own.photos(id, [two]), own.photos(id, [three])]);
  expect(photoFiles(setup)).toHaveLength(2);
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
  expect(photoFiles(setup)).toHaveLength(10);
  expect((await updatesOf(setup)).map(({ trade_in }) => trade_in?.photos.length)).toEqual([10]);
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
  expect((await updatesOf(setup)).map(({ trade_in }) => trade_in?.photos.length)).toEqual([2, 3]);
});

it('FORM-03 the same photo sent twice, one after the other or at once, is kept and reported once', async () => {
  const [one, two] = [await photo(), await photo()];
  const answers = await Promise.all([journey.photos(id, [one]), journey.photos(id, [one])]);
  expect(answers).toMatchObject([{ kind: 'go' }, { kind: 'go' }]);
  expect(await journey.photos(id, [one, one, two])).toMatchObject({ kind: 'go' });
  expect(await journey.photos(id, [two])).toMatchObject({ kind: 'go' });
  expect(photoFiles(setup)).toHaveLength(2);
  expect((await updatesOf(setup)).map(({ trade_in }) => trade_in?.photos.length)).toEqual([2]);
});

it('FORM-10 photos that come while the estimate is accepted do not take that back', async () => {
  const accept = () => journey.post(id, 'offer', { decision: 'accept' });
  await Promise.all([journey.photos(id, [await photo()]), accept()]);
  const updates = (await setup.leads()).filter(({ kind }) => kind === 'update');
  expect(updates.map(({ sequence }) => sequence).sort()).toEqual([2, 3]);
  const last = JSON.parse(updates.find(({ sequence }) => sequence === 3)?.payload ?? '') as LeadPayload;
  expect(last.trade_in).toMatchObject({ offer_accepted: true });
});

const rowsOf = (table: 'trade_ins' | 'trade_in_photos' | 'miscellaneous_records') =>
  setup.services.db.selectFrom(table).selectAll().execute();

it('FORM-10 photos that the dealer cannot be informed of are not kept', async () => {
  const { schema } = setup.services.db;
  await schema.alterTable('outbox').renameTo('outbox_away').execute();
  expect(await journey.photos(id, [await photo()])).toMatchObject({ status: 503 });
  await schema.alterTable('outbox_away').renameTo('outbox').execute();
  expect(photoFiles(setup)).toEqual([]);
  expect(await rowsOf('trade_in_photos')).toEqual([]);
  expect(await journey.photos(id, [await photo()])).toMatchObject({ kind: 'go' });
  expect((await updatesOf(setup)).map(({ trade_in }) => trade_in?.photos.length)).toEqual([1]);
});

it('FORM-14 the dealer is informed with links that no one else has, and that expire', async () => {
  await journey.photos(id, [await photo(), await photo()]);
  const [update] = await updatesOf(setup);
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
