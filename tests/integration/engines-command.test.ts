import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { LEAVING_MS } from '#src/features/stock/server/indexing/move-dealers.ts';
import type { Database } from '#src/platform/database/database.ts';
import { runImport } from '../../scripts/import/run-import.ts';
import { type RunningMeilisearch, startMeilisearch } from '../../scripts/programs/meilisearch-program.ts';
import { runStock } from '../../scripts/stock/run-stock.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { FIXTURE_DEALERS } from '../fixtures/stock-site.ts';
import { databasePlace, openTestDatabase } from '../fixtures/test-database.ts';

let folder: string;
let east: RunningMeilisearch;
let db: Database;
let env: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-engines-command-'));
  mkdirSync(join(folder, 'dealers'));
  cpSync(join(FIXTURE_DEALERS, 'listings.json'), join(folder, 'dealers', 'listings.json'));
  cpSync(join(FIXTURE_DEALERS, '../feeds'), join(folder, 'feeds'), { recursive: true });
  east = await startMeilisearch(join(folder, 'east'));
  const data = join(folder, 'data');
  db = await openTestDatabase(data);
  env = {
    ...(await databasePlace(data)),
    DEALERS_DIR: join(folder, 'dealers'),
    DIST_DIR: join(folder, 'dist'),
    FEED_FOLDERS: join(folder, 'feeds'),
    MEILI_HOST: inject('meiliHost'),
    MEILI_KEY: inject('meiliKey'),
    MEILI_INDEX: 'engines-command',
    MEILI_ENGINES: `east=${east.host}`,
    MEILI_KEY_EAST: east.key,
    SITE_SECRET: 'x'.repeat(32),
  };
  await runCommand(runImport, ['listings'], env);
});
afterAll(async () => {
  await db.destroy();
  await east.stop();
  rmSync(folder, { recursive: true, force: true });
});

const engines = (...args: string[]) => runCommand(runStock, ['engines', ...args], env);

/** As if half a minute had passed since each dealer was searched on its new engine. */
async function ageMoves(): Promise<void> {
  const changed_at = new Date(Date.now() - LEAVING_MS).toISOString();
  await db.updateTable('search_placements').set({ changed_at }).where('state', '=', 'leaving').execute();
}

it('PLAT-51 the command moves a dealer, says what it does, and lists where each is', async () => {
  const moving = engines('move', 'listings', '--to', 'east');
  await expect
    .poll(async () => (await db.selectFrom('search_placements').select('state').execute())[0]?.state, {
      timeout: 20_000,
    })
    .toBe('leaving');
  await ageMoves();
  const moved = await moving;
  expect(moved).toMatchObject({ code: 0, err: '' });
  expect(moved.out).toContain('listings is searched on "east".');
  expect(moved.out).toContain('listings is on "east" alone.');
  const listed = await engines();
  expect(listed.out).toMatch(
    /^engine +dealers +vehicles +waiting +moving +searches by\neast +1 +54 +0 +0 +engine\n$/,
  );
  expect((await engines('move', 'listings', '--to', 'east')).out).toBe(
    'listings is searched on "east" already.\n',
  );
});

it.each([
  [['move', '--to', 'east'], 'Name the dealers to move.'],
  [['move', 'listings'], '--to names the engine: shared, east.'],
  [['move', 'listings', '--to', 'eats'], 'There is no engine "eats" in MEILI_ENGINES. Did you mean "east"?'],
  [
    ['move', 'listing', '--to', 'east'],
    'There is no dealer "listing" with a valid file. Did you mean "listings"?',
  ],
  [['shift'], 'There is no command "shift".'],
])('PLAT-51 %j is refused with what is wrong and the usage', async (args, reason) => {
  const ended = await engines(...args);
  expect(ended.code).toBe(2);
  expect(ended.err).toContain(reason);
  expect(ended.err).toContain('npm run stock -- engines move <dealer>… --to <engine>');
});

it('PLAT-53 without the key that writes to an engine the command names its variable', async () => {
  const ended = await runCommand(runStock, ['engines', 'move', 'listings', '--to', 'shared'], {
    ...env,
    ...{ MEILI_KEY: '', MEILI_SEARCH_KEY: 'one that searches' },
  });
  expect(ended).toMatchObject({ code: 1, err: expect.stringContaining('MEILI_KEY is not set') });
});

it('PLAT-51 on a machine of several the dealers are those in the bucket, which must be there', async () => {
  const ended = await runCommand(runStock, ['engines'], {
    ...env,
    ...{ STORAGE_URL: 's3://sites/fleet', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' },
    ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' },
    DATABASE_URL: 'postgres://127.0.0.1:9/forecourt',
  });
  const reason = 'http://127.0.0.1:9 cannot be reached';
  expect(ended).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
});
