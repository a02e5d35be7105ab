import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readEnvironment } from '#src/config/environment.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { openPostgres } from '#src/platform/database/engines/postgres.ts';
import { LEASE_MS } from '#src/platform/database/with-lease.ts';
import { imageFolders, originalFile } from '#src/platform/images/image-store.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { ENDLESS_LIMITS } from '../fixtures/http-site.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { feedOf, openPictureImports, type PictureImports } from '../fixtures/picture-imports.ts';
import { databasePlace } from '../fixtures/test-database.ts';

const run = promisify(execFile);
const LIVE_INDEX = 'restore-rehearsal-live';
const RESTORED_INDEX = 'restore-rehearsal-restored';

let root: string;
let live: PictureImports;
const at = (...names: string[]) => join(root, ...names);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'forecourt-rehearsal-'));
  live = await openPictureImports(LIVE_INDEX);
  for (const name of ['dist', 'dealers']) mkdirSync(at(name));
  writeFileSync(at('dealers/yard-a.json'), '{}');
});
afterEach(async () => {
  await live.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Ends with the reason where this machine's pg_dump cannot read the server of the test. */
async function whyNoDump(url: string): Promise<string | undefined> {
  const db = openPostgres(url);
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`
    .execute(db)
    .finally(() => db.destroy());
  const server = Math.floor(Number(rows[0]?.version) / 10_000);
  try {
    const dump = Number(/(\d+)/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[1]);
    return dump < server ? `pg_dump ${dump} is older than Postgres ${server}` : undefined;
  } catch {
    return 'there is no pg_dump';
  }
}

let sent = 0;
async function send({
  services,
  dealer,
}: Pick<PictureImports['site'], 'services' | 'dealer'>): Promise<string> {
  sent += 1;
  const { dealership_slug: _, ...fields } = LEAD;
  const submission = { dealer, form: 'contact', body: { ...fields, message: `Lead ${sent}` }, userAgent: '' };
  const outcome = await submitLead(services, submission);
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
  return outcome.leadId;
}

const ROUND_SIZE = 40;

/** Stock that differs from round to round: prices, one arrival, one departure, pictures. */
const stockOf = (round: number) =>
  feedOf(
    ...Array.from({ length: ROUND_SIZE }, (_, n) =>
      live
        .car(`S${round + n}`, ['a.jpg', 'b.jpg', 'c.jpg'][n % 3] ?? 'a.jpg')
        .replace('24990', String(20_000 + round * 10 + n)),
    ),
  );

async function importRound(round: number): Promise<void> {
  await live.importAll(stockOf(round));
  await drainIndexChanges(live.site.services);
}

/** Repeats `work` until it is stopped. @returns stops it and says how often it was done */
function repeat(work: () => Promise<unknown>): () => Promise<number> {
  let isOver = false;
  let done = 0;
  const running = (async () => {
    while (!isOver) {
      await work();
      done += 1;
    }
  })();
  return async () => {
    isOver = true;
    await running;
    return done;
  };
}

async function backUp({ DATA_DIR, DATABASE_URL }: Services['env']): Promise<void> {
  if (DATABASE_URL) {
    mkdirSync(at('saved'), { mode: 0o700 });
    await run('pg_dump', ['--format=custom', `--file=${at('saved/database.dump')}`, DATABASE_URL]);
  }
  const env = { ...process.env, DATA_DIR, DATABASE_URL, DIST_DIR: at('dist'), DEALERS_DIR: at('dealers') };
  await run(process.execPath, ['scripts/backup.ts', at('saved')], { env });
}

/** On a machine that has nothing but the backup: data folder, database and search index are new. */
async function restore(): Promise<Services> {
  const place = await databasePlace(at('restored'));
  cpSync(at('saved/data'), at('restored'), { recursive: true });
  if (place.DATABASE_URL) {
    const db = openPostgres(place.DATABASE_URL);
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await db.destroy();
    const options = ['--no-owner', '--exit-on-error', `--dbname=${place.DATABASE_URL}`];
    await run('pg_restore', [...options, at('saved/database.dump')]);
  }
  const { MEILI_HOST, MEILI_KEY } = live.site.services.env;
  const engine = { MEILI_HOST, MEILI_KEY, MEILI_INDEX: RESTORED_INDEX };
  const others = { SITE_SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent', LEAD_LIMITS: ENDLESS_LIMITS };
  return openServices({
    env: readEnvironment({ ...place, ...engine, ...others }),
    dealers: [live.site.dealer],
    clock: live.clock,
  });
}

/** The n of the vehicles `S<n>` in stock, ascending. */
async function presentNumbers({ db }: Services): Promise<number[]> {
  const rows = await db.selectFrom('vehicles').select('record').where('removed_at', 'is', null).execute();
  const numbers = rows.map(({ record }) => Number((JSON.parse(record) as Vehicle).stocknum?.slice(1)));
  return numbers.sort((a, b) => a - b);
}

it('PLAT-02 what a backup under load saved is a whole installation again in empty folders', async ({
  skip,
}) => {
  const { env } = live.site.services;
  const whyNot = env.DATABASE_URL ? await whyNoDump(env.DATABASE_URL) : undefined;
  skip(whyNot !== undefined, `Postgres is not rehearsed: ${whyNot}`);
  env.LEAD_LIMITS = readEnvironment({ SITE_SECRET: 'x'.repeat(32), LEAD_LIMITS: ENDLESS_LIMITS }).LEAD_LIMITS;
  const before: string[] = [];
  for (let n = 0; n < 30; n += 1) before.push(await send(live.site));
  await importRound(0);

  let round = 0;
  const stops = [
    repeat(() => send(live.site)),
    repeat(() => send(live.site)),
    repeat(async () => {
      round += 1;
      await importRound(round);
    }),
  ];
  await backUp(env);
  const done = await Promise.all(stops.map((stop) => stop()));
  expect(Math.min(...done)).toBeGreaterThan(0);
  expect(existsSync(at('saved/backup.json'))).toBe(true);

  // The backup holds the leases of the import that was running; they have expired by then.
  live.later(LEASE_MS);
  const restored = await restore();
  try {
    const leads = (await restored.db.selectFrom('leads').select('id').execute()).map(({ id }) => id);
    expect(leads).toEqual(expect.arrayContaining(before));
    const deliveries = await restored.db.selectFrom('outbox').select('lead_id').execute();
    expect(deliveries.map(({ lead_id }) => lead_id).sort()).toEqual(leads.sort());

    const { originalsFolder } = imageFolders(restored.env.DATA_DIR);
    const pictures = await restored.db.selectFrom('pictures').select(['id', 'state']).execute();
    expect(pictures.length).toBe(3);
    for (const { id, state } of pictures) {
      expect(state).toBe('ready');
      const name = originalFile(id);
      const original = readFileSync(join(imageFolders(env.DATA_DIR).originalsFolder, name));
      expect(readFileSync(join(originalsFolder, name)).equals(original)).toBe(true);
    }

    // An import writes arrivals first and removes departures last: between the two there is one vehicle more.
    const saved = await presentNumbers(restored);
    const first = saved[0] ?? Number.NaN;
    expect(saved).toEqual(Array.from(saved, (_, n) => first + n));
    expect([ROUND_SIZE, ROUND_SIZE + 1]).toContain(saved.length);

    // The next import, of the round that was running or the one before, ends with what its feed says.
    const last = first + saved.length - ROUND_SIZE;
    await live.site.import(stockOf(last), { into: restored });
    const present = await presentNumbers(restored);
    expect(present).toEqual(Array.from({ length: ROUND_SIZE }, (_, n) => last + n));
    expect(await drainIndexChanges(restored, { rebuild: true })).toBe(ROUND_SIZE);
    const ids = await restored.db
      .selectFrom('vehicles')
      .select('id')
      .where('removed_at', 'is', null)
      .execute();
    const documents = await restored.index.documents(ids.map(({ id }) => id));
    expect(documents.filter(Boolean)).toHaveLength(ROUND_SIZE);

    // It stores new leads too.
    expect(await send({ services: restored, dealer: live.site.dealer })).toBeTruthy();
  } finally {
    await restored.close();
  }
});
