import { createHash } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { storedVehicles } from '#src/features/stock/server/queries/import-queries.ts';
import { carForSaleById, findEnquiredVehicle } from '#src/features/vehicle/server/vehicle-access.ts';
import type { Database } from '#src/platform/database/database.ts';
import { vehicleIds } from '#src/platform/database/installation-keys.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { databaseBefore } from '../fixtures/database-before.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { planned } from '../fixtures/planned-import.ts';

const AT = '2026-07-01T00:00:00.000Z';
const clock = fixedClock(AT);
const riverbend = demoDealers().find(({ slug }) => slug === 'riverbend') as DealerConfig;
const formerId = (dealer: string, identity: string) =>
  createHash('sha256').update(`${dealer}\0${identity}`).digest('hex').slice(0, 32);

let open: Database[] = [];
afterEach(async () => {
  await Promise.all(open.map((db) => db.destroy()));
  open = [];
});

/** A database as it was before ids were keyed; opened twice, as by two processes. */
async function before(): Promise<[Database, Database]> {
  const both = await databaseBefore('0004-health');
  open.push(...both);
  return both;
}

const car = (more: object = {}) => ({
  make: 'Toyota',
  model: 'HiLux',
  year: 2021,
  car_type: 'used' as const,
  item_type: 'car' as const,
  status: 'in_stock' as const,
  show_on_dealer_website: true,
  ...more,
});

/** Puts a car in under the id it had then. */
async function addCar(db: Database, identity: string, slug: string, record: object, row: object = {}) {
  const id = formerId('riverbend', identity);
  await db
    .insertInto('vehicles')
    .values({
      ...{ id, dealer: 'riverbend', identity, slug, status: 'in_stock', price_cents: null, content_hash: '' },
      ...{ record: JSON.stringify(record), run_id: '', first_seen_at: AT, updated_at: AT },
      ...{ sold_at: null, removed_at: null },
      ...row,
    })
    .execute();
  await db
    .insertInto('vehicle_history')
    .values({ vehicle_id: id, dealer: 'riverbend', at: AT, kind: 'sold', before: null, after: null })
    .execute();
  return id;
}

async function addLead(db: Database, id: string, vehicleId: string | null, payload: string) {
  await db
    .insertInto('leads')
    .values({
      ...{ id, dealer: 'riverbend', form: 'enquiry', idempotency_key: id, body_hash: '', payload },
      ...{ vehicle_id: vehicleId, created_at: AT, location_id: null, parent_id: null, erased_at: null },
    })
    .execute();
}

it('PLAT-03 FORM-11 the migration updates all references to a vehicle, once, even when two processes start', async () => {
  const [db, other] = await before();
  const listed = await addCar(db, 'stock:S1', '2021-toyota-hilux-s1', car({ stocknum: 'S1' }));
  const hidden = await addCar(db, 'stock:S2', 'hilux-s2', car({ show_on_dealer_website: false }));
  const removed = await addCar(db, 'stock:S3', 'hilux-s3', car(), { removed_at: AT });
  await addLead(db, 'lead-1', listed, JSON.stringify({ car_id: listed, name: 'Ann' }));
  await addLead(db, 'lead-2', removed, 'no JSON');
  await addLead(db, 'lead-3', null, '{}');
  await db
    .insertInto('trade_ins')
    .values({
      id: 't',
      dealer: 'riverbend',
      created_at: AT,
      updated_at: AT,
      record: '{}',
      lead_id: null,
      vehicle_id: listed,
    })
    .execute();
  await db
    .insertInto('index_changes')
    .values({ vehicle_id: listed, dealer: 'riverbend', version: 7 })
    .execute();

  await Promise.all([migrate(db), migrate(other)]);
  await migrate(db);

  const rows = await db.selectFrom('vehicles').select(['id', 'identity']).orderBy('identity').execute();
  const idOf = await vehicleIds(db, 'riverbend');
  expect(rows).toEqual(
    ['stock:S1', 'stock:S2', 'stock:S3'].map((identity) => ({ id: idOf(identity), identity })),
  );
  const [s1, s2, s3] = rows.map(({ id }) => id);
  for (const id of [s1, s2, s3]) {
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect([listed, hidden, removed]).not.toContain(id);
  }
  const history = await db.selectFrom('vehicle_history').select('vehicle_id').orderBy('seq').execute();
  expect(history.map(({ vehicle_id }) => vehicle_id)).toEqual([s1, s2, s3]);
  const leads = await db.selectFrom('leads').select(['vehicle_id', 'payload']).orderBy('id').execute();
  expect(leads).toEqual([
    { vehicle_id: s1, payload: JSON.stringify({ car_id: s1, name: 'Ann' }) },
    { vehicle_id: s3, payload: 'no JSON' },
    { vehicle_id: null, payload: '{}' },
  ]);
  expect(await db.selectFrom('trade_ins').select('vehicle_id').execute()).toEqual([{ vehicle_id: s1 }]);
  // The search engine deletes the documents of former ids and gets the current ones.
  const marks = await db.selectFrom('index_changes').select('vehicle_id').execute();
  expect(new Set(marks.map(({ vehicle_id }) => vehicle_id))).toEqual(new Set([s1, s2, listed, hidden]));

  const asked = (id: string) => findEnquiredVehicle({ db, clock }, riverbend, id);
  expect(await asked(listed)).toMatchObject({ kind: 'listed', vehicle: { id: s1 } });
  expect(await asked(s1 ?? '')).toMatchObject({ kind: 'listed', vehicle: { id: s1 } });
  expect((await carForSaleById({ db, clock }, riverbend, listed))?.id).toBe(s1);
  // Former ids can be computed: they give access only to public data.
  expect(await asked(hidden)).toEqual({ kind: 'unknown' });
  expect(await asked(removed)).toEqual({ kind: 'unknown' });
  expect(await asked(s2 ?? '')).toEqual({ kind: 'unknown' });
  expect(await asked(s3 ?? '')).toEqual({ kind: 'gone' });
});

it('PLAT-03 two installations give one car different ids, and each keeps its own', async () => {
  const ids = [];
  for (const [db] of [await before(), await before()]) {
    await migrate(db);
    const [first, again] = [await vehicleIds(db, 'riverbend'), await vehicleIds(db, 'riverbend')];
    expect(first('stock:S1')).toBe(again('stock:S1'));
    expect(first('stock:S1')).not.toBe((await vehicleIds(db, 'kookaburra-cars'))('stock:S1'));
    ids.push(first('stock:S1'));
  }
  expect(ids[0]).not.toBe(ids[1]);
});

it('PLAT-03 the next import finds every car, with its address, even if that was made from its former id', async () => {
  const [db] = await before();
  const run = { now: AT, mode: 'full' as const };
  const vehicles = [car({ stocknum: 'S1' }), car({ vin: 'JTEBR3FJ40K123456' }), car({ km: 5 })].map(
    (vehicle, at) => ({
      row: at + 2,
      vehicle: { ...record(), ...vehicle },
    }),
  );
  const former = (identity: string) => formerId('riverbend', identity);
  const first = planned('riverbend', { idOf: former, feed: vehicles }, [], { ...run, id: 'one' });
  // As it was before there was such a column.
  const rows = first.writes.map(({ listed_at: _, advertised: __, ...row }) => row);
  await db.insertInto('vehicles').values(rows).execute();
  await migrate(db);
  const idOf = await vehicleIds(db, 'riverbend');
  const known = (await Array.fromAsync(storedVehicles(db, 'riverbend'))).flat();
  const again = planned('riverbend', { idOf, feed: vehicles }, known, {
    ...run,
    id: 'two',
  });
  expect(again.counts).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 3 });
});

/** What the schema fills in. */
const record = () => ({
  preorder: false,
  has_nvic: false,
  custom_rank: 0,
  categories: [],
  filtered_features: [],
  certified: false,
  reserved: false,
  payment_processors: [],
  show_on_dealer_website: true,
  standardEquipment: [],
  images: [],
  distribution_locations: [],
  finance_lenders: {},
});
