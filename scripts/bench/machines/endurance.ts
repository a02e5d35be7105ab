import { setTimeout as wait } from 'node:timers/promises';
import { openServices } from '#src/server/services.ts';
import { type Measurement, rowsOf } from '../measurement.ts';
import type { Fleet, Machine } from './fleet.ts';
import { slugOf } from './fleet-dealers.ts';
import { startLoad, type Visit } from './load.ts';
import { contest } from './seen.ts';

const KILL_EVERY_MS = 5000;
const RATE = { pages: 50, leads: 5 };
const DELIVERED_WITHIN_MS = 180_000;
const HOLD_EVERY_MS = 2000;
const NONE = { atMost: 0 };
const FEED_EVERY_MS = 5 * 60_000;

export const pathsOf = async ({ services }: Pick<Fleet, 'services'>): Promise<string[]> => {
  const cars = await services.db
    .selectFrom('vehicles')
    .select('slug')
    .where('dealer', '=', slugOf(0))
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(20)
    .execute();
  const search = services.tenants.bySlug(slugOf(0))?.search.defaultPath ?? '/';
  const pages = ['/', '/about-us', search, '/contact-us', '/privacy-policy'];
  return [...pages, ...cars.map(({ slug }) => `/cars/${slug}`)];
};

const isFailure = ({ status }: { status: number }) => status === 0 || status >= 500;

/** Says which requests failed, and when. */
function reportFailures(visits: readonly Visit[], since: number): void {
  for (const { path, status, began, ended } of visits.slice(0, 10))
    console.log(`  ${status} ${path}, ${Math.round(began - since)} to ${Math.round(ended - since)} ms`);
}

/** Ids of leads, and what the CRM has of them. */
async function compareLeads({ services, crm }: Fleet, thanked: ReadonlyMap<number, string>) {
  const open = async () =>
    services.db.selectFrom('outbox').select('id').where('state', '<>', 'delivered').limit(1).execute();
  const until = performance.now() + DELIVERED_WITHIN_MS;
  while ((await open()).length > 0 && performance.now() < until) await wait(200);
  const rows = await services.db.selectFrom('leads').select(['id', 'payload']).execute();
  const stored = new Set(rows.map(({ id }) => id));
  const mails = rows.flatMap(({ payload }) => /annabel\.\d+@example\.com/.exec(payload)?.[0] ?? []);
  const ids = [...thanked.values()];
  return {
    lost: ids.filter((id) => !stored.has(id)).length,
    doubled: mails.length - new Set(mails).size,
    undelivered: ids.filter((id) => ![...crm.kept.keys()].some((key) => key.startsWith(`${id}.`))).length,
    changed: crm.figures.changed,
  };
}

/** Imports of one dealer that overlap, or that began again before they were due. */
async function repeatedImports({ services }: Fleet): Promise<number> {
  const runs = await services.db
    .selectFrom('feed_runs')
    .select(['dealer', 'started_at', 'ended_at', 'outcome'])
    .where('outcome', 'is not', null)
    .orderBy('started_at')
    .execute();
  const byDealer = Map.groupBy(runs, ({ dealer }) => dealer);
  let repeated = 0;
  for (const list of byDealer.values())
    for (const [at, run] of list.entries()) {
      const before = list[at - 1];
      const apart = before ? Date.parse(run.started_at) - Date.parse(before.started_at) : FEED_EVERY_MS;
      if (apart < FEED_EVERY_MS * 0.9) repeated += 1;
    }
  return repeated;
}

/** Every five seconds the next process is killed, and started again as its orchestrator would. */
export async function measureKills(fleet: Fleet, seconds: number): Promise<Measurement[]> {
  const row = rowsOf('machines');
  const load = startLoad(fleet, await pathsOf(fleet), RATE);
  const kills: { at: number; kind: Machine['kind'] }[] = [];
  const all = [...fleet.serves, ...fleet.workers];
  const busy = new Set<Machine>();
  const restarts = new Set<Promise<unknown>>();
  const other = await openServices({ env: fleet.services.env, dealers: [] });
  let doubleHolds = 0;
  let held = 0;
  const ends = performance.now() + seconds * 1000;
  const holding = (async () => {
    for (let n = 0; performance.now() < ends; n += 1) {
      const { held: holders } = await contest(fleet, other, 100 + n);
      held += 1;
      if (holders > 1) doubleHolds += 1;
      await wait(HOLD_EVERY_MS);
    }
  })();
  for (let n = 0; performance.now() < ends; n += 1) {
    await wait(Math.min(KILL_EVERY_MS, Math.max(0, ends - performance.now())));
    const victim = all[n % all.length];
    // One of a kind that is left is killed when the others are back.
    const others = all.filter((machine) => machine.kind === victim?.kind && !busy.has(machine));
    if (!victim || busy.has(victim) || others.length < 2) continue;
    busy.add(victim);
    kills.push({ at: performance.now(), kind: victim.kind });
    await victim.kill();
    const restart = victim.start().then(() => busy.delete(victim));
    restarts.add(restart);
  }
  await Promise.all([holding, ...restarts]);
  await load.stop();
  await other.close();
  const failures = load.visits.filter(isFailure);
  const started = load.visits[0]?.began ?? 0;
  const isExcused = ({ began, ended }: { began: number; ended: number }) =>
    kills.some(({ at, kind }) => kind === 'serve' && at >= began - 50 && at <= ended + 50);
  reportFailures(
    failures.filter((visit) => !isExcused(visit)),
    started,
  );
  const leads = await compareLeads(fleet, load.thanked);
  const of = `${kills.length} kills in ${seconds} s`;
  return [
    row(`pages asked for, ${of}`, load.visits.length),
    row(`failed while their server was killed, ${of}`, failures.filter(isExcused).length),
    row(`failed otherwise, ${of}`, failures.filter((visit) => !isExcused(visit)).length, '', NONE),
    row(`leads thanked for, ${of}`, load.thanked.size, '', {
      atLeast: Math.floor(seconds * RATE.leads * 0.8),
    }),
    row(`leads lost, ${of}`, leads.lost, '', NONE),
    row(`leads stored twice, ${of}`, leads.doubled, '', NONE),
    row(`leads the CRM never got, ${of}`, leads.undelivered, '', NONE),
    row(`leads changed under their key, ${of}`, leads.changed, '', NONE),
    row(`vehicles held twice, of ${held} contests`, doubleHolds, '', NONE),
    row(`imports run twice, ${of}`, await repeatedImports(fleet), '', NONE),
  ];
}

/** Each server is stopped and started again in turn, as a rolling update does. */
export async function measureRolling(fleet: Fleet): Promise<Measurement[]> {
  const row = rowsOf('machines');
  const load = startLoad(fleet, await pathsOf(fleet), RATE);
  await wait(2000);
  const started = load.visits[0]?.began ?? 0;
  for (const server of fleet.serves) {
    console.log(`  stopping a server at ${Math.round(performance.now() - started)} ms`);
    await server.stop();
    await server.start();
    // As `minReadySeconds` of a deployment.
    await wait(1000);
  }
  await load.stop();
  reportFailures(load.visits.filter(isFailure), started);
  const leads = await compareLeads(fleet, load.thanked);
  const of = 'all servers replaced in turn';
  return [
    row(`requests, ${of}`, load.visits.length + load.thanked.size),
    row(`failed requests, ${of}`, load.visits.filter(isFailure).length, '', NONE),
    row(`leads lost or doubled, ${of}`, leads.lost + leads.doubled, '', NONE),
  ];
}
