import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseAccounts, findAccounts } from '#src/features/account/server/account-privacy.ts';
import { signInContact } from '#src/features/account/server/queries/contact-queries.ts';
import { MAX_WATCHED } from '#src/features/account/server/queries/watchlist-queries.ts';
import {
  respondToMerge,
  respondToWatch,
  respondWithWatchlist,
} from '#src/features/account/server/respond-to-account.ts';
import { startSession } from '#src/features/account/server/session.ts';
import { exportAccounts } from '#src/features/leads/server/operations/export-records.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { addCar, CAR_ID, type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';

const PHONE = '0412345678';
const OTHER_PHONE = '0498765432';
const NOBODY = '0400000000';
const RECORD = {
  ...{ firstName: 'Annabel', lastName: 'Quillfeather', email: '' },
  ...{
    website: 'https://riverbend.example',
    dealershipSlug: 'south',
    optInConsent: null,
    termsConsent: null,
  },
};

let setup: LeadSetup;
let record: string;
let cookie: string;
let stranger: string;

async function signIn(phone: string, dealer = 'riverbend'): Promise<string> {
  const at = setup.services.clock.now().toISOString();
  const contact = await signInContact(setup.services.db, { dealer, phone }, RECORD, at);
  const set = await startSession(setup.services, contact);
  return set.split(';')[0] ?? '';
}

beforeAll(async () => {
  setup = await leadServices();
  const { dealer } = setup;
  dealer.account = { ...dealer.account, signIn: true, watchlist: true };
  await addCar(setup);
  const row = await setup.services.db.selectFrom('vehicles').select('record').executeTakeFirstOrThrow();
  record = JSON.stringify({ ...JSON.parse(row.record), price: 3_000_000, price_type: 'drive_away' });
});
afterAll(() => setup.stop());
beforeEach(async () => {
  setup.time.now = START;
  await have({});
  [cookie, stranger] = [await signIn(PHONE), await signIn(OTHER_PHONE)];
});
afterEach(async () => {
  for (const table of ['watchlists', 'sessions', 'contacts'] as const)
    await setup.services.db.deleteFrom(table).execute();
});

const have = (change: object, row: object = {}) =>
  setup.services.db
    .updateTable('vehicles')
    .set({
      record: JSON.stringify({ ...JSON.parse(record), ...change }),
      status: 'in_stock',
      sold_at: null,
      removed_at: null,
      ...row,
    })
    .where('id', '=', CAR_ID)
    .execute();

const request = (body: unknown, as: string | null) =>
  new Request('http://riverbend.localhost/api/watchlist', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(as && { cookie: as }) },
  });
const outcome = async (response: Response) => {
  const body = await response.json();
  return [response.status, body.error?.code ?? 'ok'];
};
const change = (kind: 'save' | 'remove', body: unknown, as: string | null, dealer = setup.dealer) =>
  respondToWatch(setup.services, dealer, request(body, as), kind).then(outcome);
const save = (carId = CAR_ID, as: string | null = cookie, phone = PHONE) =>
  change('save', { phone_number: phone, car_id: carId }, as);
const remove = (carId = CAR_ID, as: string | null = cookie, phone = PHONE) =>
  change('remove', { phone_number: phone, car_id: carId }, as);
const rows = () => setup.services.db.selectFrom('watchlists').selectAll().execute();
const list = async (as: string | null = cookie) => {
  const asked = new Request('http://x/api/watchlist', { headers: as ? { cookie: as } : {} });
  return (await respondWithWatchlist(setup.services, setup.dealer, asked)).json();
};
const merge = (add: object[], removed: string[] = [], as: string | null = cookie, phone = PHONE) =>
  respondToMerge(setup.services, setup.dealer, request({ phone_number: phone, add, remove: removed }, as));

it('FAV-05 the person who is signed in saves a car with its price, once, and removes it', async () => {
  expect(await save(CAR_ID, cookie, '+61 412 345 678')).toEqual([200, 'ok']);
  await have({ price: 2_900_000 });
  expect(await save()).toEqual([200, 'ok']);
  expect(await rows()).toMatchObject([
    { vehicle_id: CAR_ID, dealer: 'riverbend', price_cents: 3_000_000, price_type: 'drive_away' },
  ]);
  expect(await list()).toMatchObject({
    signed_in: true,
    phone_number: PHONE,
    cars: [{ id: CAR_ID, make: 'Toyota' }],
  });
  expect(await list(stranger)).toMatchObject({ signed_in: true, cars: [] });
  expect(await remove()).toEqual([200, 'ok']);
  expect(await remove()).toEqual([200, 'ok']);
  expect(await rows()).toEqual([]);
});

it('FAV-05 another person’s phone is refused, known or not, and changes nothing', async () => {
  await save();
  const before = await rows();
  for (const phone of [OTHER_PHONE, NOBODY, '', 'x', '0412345679']) {
    for (const run of [save, remove])
      expect(await run(CAR_ID, cookie, phone), phone).toEqual([403, 'not_your_phone']);
    expect((await merge([], [CAR_ID], cookie, phone)).status).toBe(403);
  }
  const bodies = await Promise.all(
    [OTHER_PHONE, NOBODY].map(async (phone) =>
      (
        await respondToWatch(
          setup.services,
          setup.dealer,
          request({ phone_number: phone, car_id: CAR_ID }, cookie),
          'save',
        )
      ).text(),
    ),
  );
  expect(bodies[0]).toBe(bodies[1]);
  expect(await rows()).toEqual(before);
});

it('FAV-04 FAV-05 without a session, or with that of another dealer’s site, nothing is read or changed', async () => {
  const elsewhere = await signIn(PHONE, 'kookaburra-cars');
  for (const as of [null, elsewhere, 'forecourt_session=made-up']) {
    for (const run of [save, remove]) expect(await run(CAR_ID, as)).toEqual([403, 'sign_in_required']);
    expect((await merge([{ car_id: CAR_ID }], [], as)).status).toBe(403);
    expect(await list(as)).toEqual({ signed_in: false, cars: [] });
  }
  expect(await rows()).toEqual([]);
});

it('FAV-05 CARD-04 only a car with a heart is saved: not one that is sold, gone, hidden, made up or another dealer’s', async () => {
  await have({ status: 'sold' }, { status: 'sold', sold_at: new Date(START).toISOString() });
  expect(await save()).toEqual([409, 'not_for_car']);
  await have({}, { removed_at: new Date(START - DAY_MS).toISOString() });
  expect(await save()).toEqual([410, 'car_gone']);
  await have({ show_on_dealer_website: false });
  const [hidden, none] = [await save(), await save('made-up')];
  expect(hidden).toEqual([404, 'unknown_car']);
  expect(none).toEqual(hidden);
  await have({});
  const { dealer } = setup;
  const other = { ...dealer, slug: 'kookaburra-cars' };
  expect(
    await change('save', { phone_number: PHONE, car_id: CAR_ID }, await signIn(PHONE, other.slug), other),
  ).toEqual([404, 'unknown_car']);
  expect(await rows()).toEqual([]);
});

it.each(['', '{', '[]', '{"phone_number":1,"car_id":{}}', '{"phone_number":"0412345678","car_id":""}'])(
  'FAV-05 %s is 400',
  async (body) => {
    for (const kind of ['save', 'remove'] as const)
      expect(await change(kind, body, cookie)).toEqual([400, 'bad_request']);
    expect((await respondToMerge(setup.services, setup.dealer, request(body, cookie))).status).toBe(400);
  },
);

it('FAV-05 a site without sign-in, watchlist or favourites has none', async () => {
  const { dealer } = setup;
  for (const off of [
    { ...dealer, account: { ...dealer.account, signIn: false } },
    { ...dealer, account: { ...dealer.account, watchlist: false } },
    { ...dealer, card: { ...dealer.card, favourites: false } },
  ])
    expect(await change('save', { phone_number: PHONE, car_id: CAR_ID }, cookie, off)).toEqual([
      404,
      'watchlist_off',
    ]);
});

it('FAV-02 fifty presses at once are one entry, and the list never grows above its limit', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => save()));
  expect(new Set(answers.map(String))).toEqual(new Set(['200,ok']));
  expect(await rows()).toHaveLength(1);
  const [{ contact_id = '' } = {}] = await rows();
  const old = Array.from({ length: MAX_WATCHED }, (_, n) => ({
    ...{ contact_id, dealer: 'riverbend', vehicle_id: `old-${n}`, price_cents: null, price_type: null },
    saved_at: new Date(START - (n + 1) * DAY_MS).toISOString(),
  }));
  await setup.services.db.insertInto('watchlists').values(old).execute();
  await remove();
  await save();
  const kept = (await rows()).map(({ vehicle_id }) => vehicle_id);
  expect(kept).toHaveLength(MAX_WATCHED);
  expect(kept).toContain(CAR_ID);
  expect(kept).not.toContain(`old-${MAX_WATCHED - 1}`);
});

describe('after sign-in', () => {
  it('FAV-02 what the browser saved joins the list, sold cars too, with the price of that time', async () => {
    await have({ status: 'sold' }, { status: 'sold', sold_at: new Date(START).toISOString() });
    const response = await merge([{ car_id: CAR_ID, price: '2500000.drive_away' }, { car_id: 'made-up' }]);
    expect(await response.json()).toMatchObject({ signed_in: true, cars: [{ id: CAR_ID }] });
    expect(await rows()).toMatchObject([{ vehicle_id: CAR_ID, price_cents: 2_500_000 }]);
  });

  it('FAV-02 what it removed leaves, and nothing of another person', async () => {
    await save();
    await save(CAR_ID, stranger, OTHER_PHONE);
    await merge([], [CAR_ID]);
    expect(await list()).toMatchObject({ cars: [] });
    expect(await list(stranger)).toMatchObject({ cars: [{ id: CAR_ID }] });
  });
});

it('AUTH-03 a watchlist goes with its contact', async () => {
  await save();
  await setup.services.db.deleteFrom('contacts').where('phone', '=', PHONE).execute();
  expect(await rows()).toEqual([]);
});

it('FAV-05 FORM-11 a watchlist is exported with its contact, and erased with it', async () => {
  await save();
  const { db, clock, env } = setup.services;
  const read = async (format: 'csv' | 'ndjson') => {
    let text = '';
    for await (const part of exportAccounts({ db }, 'riverbend', format)) text += part.text;
    return text;
  };
  expect(await read('ndjson')).toContain(`"watched_vehicles":["${CAR_ID}"]`);
  expect(await read('csv')).toContain(`"${CAR_ID}"`);
  const admin = { db, clock, dataDir: env.DATA_DIR, storage: undefined };
  await eraseAccounts(admin, await findAccounts(admin, { phone: PHONE }, undefined), 'request');
  expect(await rows()).toEqual([]);
});
