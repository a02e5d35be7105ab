import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startMeilisearch } from '../../scripts/programs/meilisearch-program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    meiliHost: string;
    meiliKey: string;
  }
}

/** One real Meilisearch for the whole run; each test file uses an index of its own name. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-meili-'));
  const server = await startMeilisearch(folder);
  project.provide('meiliHost', server.host);
  project.provide('meiliKey', server.key);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
