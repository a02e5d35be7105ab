import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests that use the database run once on SQLite, with all others, and once on Postgres. */
const ON_BOTH_ENGINES = [
  'tests/integration/{car-sitemap,database,import-pictures,leads,search-database,stock,trade-in,vehicle-page}*.test.ts',
];

export default defineConfig({
  root,
  cacheDir: '.astro/vitest',
  test: {
    restoreMocks: true,
    // Tests wait for browsers, servers and disks more than they reckon: two share two cores well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // What is waited for comes in milliseconds, or on a busy machine in seconds; only its absence takes this long.
    expect: { poll: { timeout: 10_000 } },
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
          include: ON_BOTH_ENGINES,
          exclude: ['**/*-browser.test.ts'],
          globalSetup: [
            'tests/setup/postgres.ts',
            'tests/setup/meilisearch.ts',
            'tests/setup/shared-build.ts',
          ],
          setupFiles: ['tests/setup/no-console-errors.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
