import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#src/platform/time/clock.ts';
import { stackFolder, startSeparateStack } from '../../scripts/demo/separate-stack.ts';
import { E2E_CRM_PORT, E2E_PORT } from '../e2e/ports.ts';
import { PATIENT_SERVER } from '../fixtures/patience.ts';

const STATE = [
  'forecourt.db',
  'forecourt.db-wal',
  'forecourt.db-shm',
  'meilisearch/data',
  'stamps',
  'demo-crm.json',
];

/** Everything but photos and tools starts again. */
export function emptyStack(): void {
  for (const stale of STATE) rmSync(join(stackFolder('e2e'), stale), { recursive: true, force: true });
}

export function startStack(clock?: Clock) {
  Object.assign(process.env, PATIENT_SERVER);
  return startSeparateStack('e2e', { port: E2E_PORT, crmPort: E2E_CRM_PORT }, clock);
}

/** The whole product, once for the run, from an empty database: real Meilisearch, SQLite, build, sites and CRM. */
export default async function setup() {
  emptyStack();
  const stack = await startStack();
  return () => stack.stop();
}
