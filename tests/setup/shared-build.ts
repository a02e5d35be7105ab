import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the one build of a run, made by the first test that needs it. */
    sharedBuild: string;
  }
}

export default function setup(project: TestProject) {
  // Pages are rendered by modules in the output folder, which find their packages from there.
  mkdirSync('.astro', { recursive: true });
  const folder = mkdtempSync(join('.astro', 'test-build-'));
  project.provide('sharedBuild', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
