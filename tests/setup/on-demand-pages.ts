import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Entry of the bundle that renders every page on request. */
    pagesEntry: string;
  }
}

const run = promisify(execFile);
const COMPILE = `
  import { pageBundle } from './src/publishing/page-bundle.ts';
  const { server } = await pageBundle();
  console.log(JSON.stringify(server));
`;

/** The compiled pages, as a build publishes them; dealers come with each request. */
export default async function setup(project: TestProject) {
  // Astro takes the environment of a test run for its own development mode.
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', COMPILE], { env });
  project.provide('pagesEntry', join(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''), 'entry.mjs'));
}
