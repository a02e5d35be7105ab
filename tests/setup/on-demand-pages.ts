import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Entry of a bundle that renders every page when asked for. */
    pagesEntry: string;
  }
}

const run = promisify(execFile);

/** One build for the whole run, of the pages alone: the configuration comes with each request. */
export default async function setup(project: TestProject) {
  // The bundle finds its packages from where it lies.
  mkdirSync('.astro', { recursive: true });
  const outDir = mkdtempSync(join('.astro', 'test-pages-'));
  const build = `
    import { build } from 'astro';
    await build({ root: process.cwd(), outDir: ${JSON.stringify(outDir)}, logLevel: 'error' });
  `;
  // Astro takes the environment of a test run for its own development mode.
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  await run(process.execPath, ['--input-type=module', '--eval', build], {
    env: { ...env, RENDER: 'on-demand', DEALERS_DIR: 'tests/fixtures/dealers' },
  });
  project.provide('pagesEntry', resolve(outDir, 'server', 'entry.mjs'));
  return () => rmSync(outDir, { recursive: true, force: true });
}
