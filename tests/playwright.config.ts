import { defineConfig } from 'playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/programs/chromium.ts';
import { siteUrl } from './e2e/ports.ts';
import { IS_CORE, IS_FULL } from './extent.ts';
import { PATIENCE_MS } from './fixtures/patience.ts';

const executablePath = await findChromium();

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results',
  globalSetup: './setup/e2e-stack.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Two pages at a time on two cores, perhaps with other work: short steps may take many seconds, and a walk through all
  // forms of a dealer many minutes.
  timeout: IS_FULL ? 1_800_000 : 300_000,
  expect: { timeout: PATIENCE_MS },
  reporter: [['list'], ['json', { outputFile: '../.data/reports/e2e.json' }]],
  use: {
    baseURL: siteUrl('riverbend'),
    // As in vitest.config.ts: threads of collectors only wait for one another on two busy cores.
    launchOptions: { executablePath, args: [...CHROMIUM_FLAGS.slice(1), '--js-flags=--single-threaded-gc'] },
    // Recording every step takes a third of the time.
    trace: IS_FULL ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      use: { viewport: { width: 1440, height: 900 } },
      // Each test of the core runs once.
      ...(IS_CORE && { grep: /@core/, grepInvert: /@phone/ }),
    },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      grep: IS_CORE ? /(?=.*@core)(?=.*@phone)/ : /@phone/,
    },
  ],
});
