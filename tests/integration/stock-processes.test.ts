import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { DatabaseLocation } from '#src/config/environment.ts';
import { createVehicleIndex } from '#src/features/search/server/engine/vehicle-index.ts';
import { FIXTURE_DEALERS } from '../fixtures/stock-site.ts';
import { databasePlace, openTestDatabase } from '../fixtures/test-database.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: '' };
const DEALERS = ['north', 'south', 'west'];
const ROUNDS = 3;
let folder: string;
let place: DatabaseLocation;
let tests = 0;

beforeEach(async () => {
  tests += 1;
  engine.index = `stock-processes-${tests}`;
  folder = mkdtempSync(join(tmpdir(), 'forecourt-processes-'));
  place = await databasePlace(join(folder, 'data'));
  mkdirSync(join(folder, 'dealers'));
  const model = JSON.parse(readFileSync(join(FIXTURE_DEALERS, 'listings.json'), 'utf8'));
  for (const slug of DEALERS) {
    model.stock.feed = {
      file: `../${slug}.csv`,
      format: 'csv',
      columns: {},
      constants: { status: 'in_stock', car_type: 'used' },
    };
    writeFileSync(join(folder, 'dealers', `${slug}.json`), JSON.stringify({ ...model, slug }));
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Stock that differs from round to round in every way: prices, arrivals, departures. */
function stockOf(dealer: string, round: number): Map<string, number> {
  const start = round * 30;
  const size = 300 + DEALERS.indexOf(dealer) * 50;
  return new Map(
    Array.from({ length: size }, (_, at) => [`${dealer}-${start + at}`, 10_000 + round * 1000 + at]),
  );
}

/** Replaced in one step, as a supplier's upload is: no reader sees half a feed. */
function writeFeed(dealer: string, round: number): void {
  const rows = [...stockOf(dealer, round)].map(([stocknum, price]) => `${stocknum},Kia,Rio,2019,${price}`);
  const file = join(folder, `${dealer}.csv`);
  writeFileSync(`${file}.new`, ['stocknum,make,model,year,price', ...rows].join('\n'));
  renameSync(`${file}.new`, file);
}

type Finished = { code: number | null; output: string };

function startImport(...args: string[]): { child: ChildProcess; finished: Promise<Finished> } {
  const child = spawn(process.execPath, ['scripts/import.ts', ...args], {
    env: {
      ...process.env,
      DEALERS_DIR: join(folder, 'dealers'),
      FEED_FOLDERS: folder,
      ...place,
      MEILI_HOST: engine.host,
      MEILI_KEY: engine.key,
      MEILI_INDEX: engine.index,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const finished = new Promise<Finished>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
  return { child, finished };
}

async function expectEverythingToAgree(round: number): Promise<void> {
  const db = await openTestDatabase(join(folder, 'data'));
  const index = createVehicleIndex(engine);
  for (const dealer of DEALERS) {
    const feed = stockOf(dealer, round);
    const rows = await db
      .selectFrom('vehicles')
      .select(['id', 'identity', 'price_cents'])
      .where('dealer', '=', dealer)
      .where('removed_at', 'is', null)
      .execute();
    const stored = rows.map(({ identity, price_cents }) => [identity, price_cents]).sort();
    const fed = [...feed].map(([stocknum, price]) => [`stock:${stocknum.toUpperCase()}`, price * 100]).sort();
    expect(stored).toEqual(fed);
    const documents = await index.documents(rows.map(({ id }) => id));
    const indexed = documents.map(({ stocknum, price }) => [stocknum, price]).sort();
    expect(indexed).toEqual([...feed].sort());
    expect(await index.count(dealer)).toBe(feed.size);
  }
  expect(await db.selectFrom('index_changes').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('leases').selectAll().execute()).toEqual([]);
  await db.destroy();
}

it('PLAT-03 many processes importing the same and other dealers while feeds change lose nothing', {
  timeout: 600_000,
}, async () => {
  const running: Promise<Finished>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, dealer] of DEALERS.entries()) {
      writeFeed(dealer, round);
      running.push(startImport(dealer, DEALERS[(at + 1) % DEALERS.length] ?? '', '--force').finished);
    }
    running.push(startImport('--all', '--force').finished);
    if (round % 2 === 1) running.push(startImport('--rebuild').finished);
    // The next feeds arrive while these are still being read, written and sent.
    await running.at(-3);
  }
  for (const { code, output } of await Promise.all(running)) {
    expect(output).not.toContain('locked');
    expect([code, code === 0 ? '' : output]).toEqual([0, '']);
  }
  await expectEverythingToAgree(ROUNDS - 1);
});

it('PLAT-03 an import killed at any moment is completed by the next', { timeout: 600_000 }, async () => {
  for (let round = 0; round < 6; round += 1) {
    for (const dealer of DEALERS) writeFeed(dealer, round);
    const { child, finished } = startImport('--all', '--force');
    await new Promise((resolve) => setTimeout(resolve, 300 + round * 200));
    child.kill('SIGKILL');
    await finished;
  }
  const db = await openTestDatabase(join(folder, 'data'));
  // Half a minute goes by.
  await db.updateTable('leases').set({ until: '2020-01-01T00:00:00.000Z' }).execute();
  await db.destroy();
  expect(await startImport('--all', '--force').finished).toMatchObject({ code: 0 });
  await expectEverythingToAgree(5);
});
