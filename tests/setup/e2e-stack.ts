import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startDemoStack } from '../../scripts/processes/demo-stack.ts';
import { E2E_CRM_PORT, E2E_PORT } from '../playwright.config.ts';

/** The demo's dealers with their CRM on the test's port; stock and pictures are the demo's own. */
function testDealers(dataDir: string): string {
  const folder = join(dataDir, 'dealers');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync('dealers').filter((file) => file.endsWith('.json'))) {
    const text = readFileSync(join('dealers', name), 'utf8')
      .replaceAll('127.0.0.1:4322', `127.0.0.1:${E2E_CRM_PORT}`)
      .replaceAll('../.data/demo-stock/', `${dataDir}/demo-stock/`);
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The whole product, once for the run: real Meilisearch, SQLite, build, sites and CRM. */
export default async function setup() {
  const dataDir = resolve('.data/e2e');
  for (const stale of [
    'forecourt.db',
    'forecourt.db-wal',
    'forecourt.db-shm',
    'meilisearch/data',
    'stamps',
    'demo-crm.json',
  ]) {
    rmSync(join(dataDir, stale), { recursive: true, force: true });
  }
  mkdirSync(dataDir, { recursive: true });
  const stack = await startDemoStack({
    dataDir,
    dealersDir: testDealers(dataDir),
    outDir: resolve('.data/e2e/dist'),
    port: E2E_PORT,
    crmPort: E2E_CRM_PORT,
    today: new Date(),
    report: (line) => console.log(`  ${line}`),
    logLevel: 'error',
  });
  return () => stack.stop();
}
