import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  cacheDir: '.astro/vitest',
  test: {
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          setupFiles: ['tests/setup/no-console-errors.ts'],
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
          globalSetup: ['tests/setup/meilisearch.ts', 'tests/setup/on-demand-pages.ts'],
          setupFiles: ['tests/setup/no-console-errors.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
