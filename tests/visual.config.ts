import { defineConfig } from 'playwright/test';
import { CHROMIUM_FLAGS } from '../scripts/programs/chromium.ts';
import { pinnedChromium } from './fixtures/pinned-chromium.ts';

const pinned = await pinnedChromium();

/** Baselines hold for the pinned Chromium and fonts on any machine: `npx playwright test --config tests/visual.config.ts -u all` records them. */
export default defineConfig({
  testDir: 'visual',
  outputDir: '../test-results/visual',
  snapshotPathTemplate: '{testDir}/baselines/{arg}{ext}',
  globalSetup: './setup/visual-stack.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 300_000,
  reporter: [['list'], ['json', { outputFile: '../.data/reports/visual.json' }]],
  expect: {
    timeout: 60_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.002, animations: 'disabled', caret: 'hide' },
  },
  use: {
    launchOptions: { ...pinned, args: [...CHROMIUM_FLAGS.slice(1), '--font-render-hinting=none'] },
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Australia/Brisbane',
    locale: 'en-AU',
    // What floats over a part of the design is hidden by a style of the test's own.
    bypassCSP: true,
  },
});
