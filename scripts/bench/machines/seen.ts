import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signInContact } from '#src/features/account/server/queries/contact-queries.ts';
import { startSession } from '#src/features/account/server/session.ts';
import { placeHold } from '#src/features/reservations/server/queries/reservation-queries.ts';
import { setOverlay } from '#src/features/stock/server/importing/stock-overlays.ts';
import { openSharedStorage } from '#src/platform/storage/open-storage.ts';
import { openServices } from '#src/server/services.ts';
import { percentile, rowsOf } from '../measurement.ts';
import { ask, untilAllSee, untilSeen } from './ask.ts';
import type { Fleet } from './fleet.ts';
import { slugOf } from './fleet-dealers.ts';

const MOST_MS = 1000;
const MOST_HIDE_MS = 5000;
const HOLD_MS = 600_000;
const GUESSES = 11;
const LIVE = 'releases/live.json';

const iso = (ms: number) => new Date(ms).toISOString();

async function carOf({ services }: Fleet, n: number) {
  return services.db
    .selectFrom('vehicles')
    .select(['id', 'slug', 'dealer'])
    .where('dealer', '=', slugOf(0))
    .where('identity', '=', `stock:S${n}`)
    .executeTakeFirstOrThrow();
}

type Round = (fleet: Fleet, at: number) => Promise<number>;

/** From the moment the store names another release until all servers show it. */
const publish: Round = async (fleet, at) => {
  const file = join(fleet.dealersDir, `${slugOf(1)}.json`);
  const name = `Fleet Renamed ${at}`;
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), name }));
  const store = await openSharedStorage(fleet.services.env);
  const before = await store?.getIfChanged(LIVE, undefined);
  const etag = before && before !== 'unchanged' ? before.etag : undefined;
  const building = fleet.run('scripts/build.ts', slugOf(1));
  const named = await untilSeen(async () => (await store?.getIfChanged(LIVE, etag)) !== 'unchanged').then(
    () => performance.now(),
  );
  const ports = fleet.serves.map(({ port }) => port);
  const ms = await untilAllSee(
    ports,
    async (port) => (await ask(port, '/about-us', { dealer: 1 })).text.includes(name),
    named,
  );
  await building;
  store?.close();
  return ms;
};

const price: Round = async (fleet, at) => {
  const car = await carOf(fleet, 1);
  const dollars = 31_000 + at * 7;
  await setOverlay(fleet.services, car, { price: dollars * 100 });
  const shown = dollars.toLocaleString('en-AU');
  return untilAllSee(
    fleet.serves.map(({ port }) => port),
    async (port) => (await ask(port, `/cars/${car.slug}`)).text.includes(shown),
  );
};

const hide: Round = async (fleet, at) => {
  const car = await carOf(fleet, 2 + at);
  await setOverlay(fleet.services, car, { isHidden: true });
  return untilAllSee(
    fleet.serves.map(({ port }) => port),
    async (port) => (await ask(port, `/cars/${car.slug}`)).status !== 200,
  );
};

const holdOf = (car: { id: string; dealer: string }, n: number): Parameters<typeof placeHold>[1] => {
  const now = Date.now();
  return {
    ...{ id: randomUUID(), dealer: car.dealer, vehicle_id: car.id, state: 'held', amount_cents: 20_000 },
    ...{ checkout_id: null, payment_id: null, lead_id: null, contact_id: null, phone: '', email: '' },
    ...{ payload: '{}', description: null, page: null, network: `network ${n}`, session: `session ${n}` },
    ...{ created_at: iso(now), expires_at: iso(now + HOLD_MS), paid_at: null },
    ...{ refund_due_at: null, refunded_at: null, terms: null },
  };
};

/** Two machines at the same instant hold the same vehicle; then a third tries. */
export async function contest(
  fleet: Fleet,
  other: Fleet['services'],
  n: number,
): Promise<{ held: number; ms: number }> {
  const car = await carOf(fleet, n);
  const both = await Promise.all([
    placeHold(fleet.services.db, holdOf(car, 2 * n), 9),
    placeHold(other.db, holdOf(car, 2 * n + 1), 9),
  ]);
  const started = performance.now();
  const third = await placeHold(other.db, holdOf(car, 100_000 + n), 9);
  const held = [...both, third].filter(({ kind }) => kind === 'held').length;
  return { held, ms: performance.now() - started };
}

const signOut: Round = async (fleet, at) => {
  const phone = `04${String(20_000_000 + at).padStart(8, '0')}`;
  const record = { website: '', dealershipSlug: '', optInConsent: null, termsConsent: null };
  const contact = await signInContact(
    fleet.services.db,
    { dealer: slugOf(0), phone },
    { firstName: 'Annabel', lastName: 'Q', email: '', ...record },
    iso(Date.now()),
  );
  const [cookie = ''] = (await startSession(fleet.services, contact)).split(';');
  const ports = fleet.serves.map(({ port }) => port);
  const isIn = async (port: number) =>
    (await ask(port, '/api/account', { headers: { cookie } })).text.includes('"signed_in":true');
  const [first = 0, ...others] = ports;
  for (const port of ports) if (!(await isIn(port))) throw new Error('A server does not know the session.');
  await ask(first, '/api/sign-out', { headers: { cookie, 'sec-fetch-site': 'same-origin' }, body: '{}' });
  return untilAllSee(others, async (port) => !(await isIn(port)));
};

const limit: Round = async (fleet, at) => {
  const [first = 0, ...others] = fleet.serves.map(({ port }) => port);
  const guess = (port: number) =>
    ask(port, '/-/status', {
      headers: { authorization: `Bearer ${'wrong'.repeat(5)}`, 'x-forwarded-for': `203.0.113.${at + 1}` },
    });
  for (let n = 0; n < GUESSES; n += 1) await guess(first);
  return untilAllSee(others, async (port) => (await guess(port)).status === 429);
};

const ROUNDS: readonly (readonly [name: string, round: Round, most: number])[] = [
  ['a publication', publish, MOST_MS],
  ['a price', price, MOST_MS],
  ['a hidden vehicle', hide, MOST_HIDE_MS],
  ['a sign-out', signOut, MOST_MS],
  ['a limit reached', limit, MOST_MS],
];

/** How soon all servers show what one machine has changed. */
export async function measureSeen(fleet: Fleet, rounds: number) {
  const row = rowsOf('machines');
  const rows = [];
  for (const [name, round, atMost] of ROUNDS) {
    const times: number[] = [];
    for (let at = 0; at < rounds; at += 1) times.push(await round(fleet, at));
    const found = row(`${name}, until all have it, p95 of ${rounds}`, percentile(times, 95), 'ms', {
      atMost,
    });
    console.log(`  ${found.figure}: ${found.value.toFixed(0)} ms`);
    rows.push(found);
  }
  const other = await openServices({ env: fleet.services.env, dealers: [] });
  try {
    const contests = [];
    for (let at = 0; at < rounds; at += 1) contests.push(await contest(fleet, other, 40 + at));
    const times = contests.map(({ ms }) => ms);
    rows.push(
      row(`a hold, until another machine refuses it, p95 of ${rounds}`, percentile(times, 95), 'ms', {
        atMost: MOST_MS,
      }),
      row('vehicles held twice', contests.filter(({ held }) => held !== 1).length, '', { atMost: 0 }),
    );
  } finally {
    await other.close();
  }
  return rows;
}
