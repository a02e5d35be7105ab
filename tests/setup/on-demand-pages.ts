import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { BUILD_INPUTS } from '../../scripts/demo/demo-stack.ts';
import { fingerprint } from '../../scripts/demo/fingerprint.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Entry of a bundle that renders every page on request. */
    pagesEntry: string;
  }
}

const FOLDER = '.astro/test-pages';
const DEALERS_DIR = 'tests/fixtures/dealers';
const run = promisify(execFile);

/** Builds into a folder of its own, and renames that: two runs at once never see half a bundle. */
async function build(folder: string): Promise<void> {
  // The bundle resolves its packages from its own folder.
  mkdirSync(FOLDER, { recursive: true });
  const outDir = mkdtempSync(join(FOLDER, 'new-'));
  const script = `
    import { build } from 'astro';
    await build({ root: process.cwd(), outDir: ${JSON.stringify(outDir)}, logLevel: 'error' });
  `;
  // Astro takes the environment of a test run for its own development mode.
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...env, RENDER: 'on-demand', DEALERS_DIR },
  });
  if (existsSync(folder)) rmSync(outDir, { recursive: true, force: true });
  else renameSync(outDir, folder);
}

/** One build of the pages alone for all suites, while nothing it is made of changes; dealers come with each request. */
export default async function setup(project: TestProject) {
  const folder = join(FOLDER, fingerprint([...BUILD_INPUTS, DEALERS_DIR]).slice(0, 16));
  if (!existsSync(folder)) {
    for (const stale of globSync(`${FOLDER}/*`)) rmSync(stale, { recursive: true, force: true });
    await build(folder);
  }
  project.provide('pagesEntry', resolve(folder, 'server', 'entry.mjs'));
}
