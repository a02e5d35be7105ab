import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests of what touches no database; all others run once on SQLite and once on Postgres. */
const WITHOUT_DATABASE = [
  // SQLite is copied by the command; of Postgres it saves the rest, which the tests of SQLite show.
  'tests/integration/backup.test.ts',
  'tests/integration/{build-sites,content-pages,dealers-command,frame,frame-browser,http-files,publish}.test.ts',
  'tests/integration/{images,picture-source,place-map,site-script,stock-rules,upload-places}.test.ts',
];

/** Loaded by Node itself: the rendered pages load these modules too, and a process has one copy of each. */
const SHARED_WITH_PAGES = {
  deps: { external: [/\/src\/(?:config|dealer-files|domain|providers|routing|server|wire)\//] },
};

export default defineConfig({
  root,
  cacheDir: '.astro/vitest',
  test: {
    // Tests must not see what is published on this machine.
    env: { DIST_DIR: '.astro/nothing-published' },
    restoreMocks: true,
    // Tests wait for browsers, servers and disks more than they reckon: two share two cores well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // What is waited for comes in milliseconds, or on a busy machine in seconds; only its absence takes this long.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Properties over whole spaces of addresses take seconds.
          testTimeout: 30_000,
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          setupFiles: ['tests/setup/no-console-errors.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          server: SHARED_WITH_PAGES,
          include: ['tests/integration/**/*.test.ts', 'tests/switches/**/*.test.ts'],
          exclude: WITHOUT_DATABASE,
          globalSetup: [
            'tests/setup/postgres.ts',
            'tests/setup/meilisearch.ts',
            'tests/setup/on-demand-pages.ts',
            'tests/setup/shared-build.ts',
          ],
          setupFiles: ['tests/setup/no-console-errors.ts'],
          // Some start a dozen processes, on a machine that has other work.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          server: SHARED_WITH_PAGES,
          include: [
            'tests/integration/**/*.test.ts',
            'tests/contracts/**/*.test.ts',
            'tests/switches/**/*.test.ts',
          ],
          globalSetup: [
            'tests/setup/meilisearch.ts',
            'tests/setup/on-demand-pages.ts',
            'tests/setup/shared-build.ts',
          ],
          setupFiles: ['tests/setup/no-console-errors.ts'],
          // Some start a dozen processes, on a machine that has other work.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
