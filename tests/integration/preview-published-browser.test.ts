import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPreview } from '../../scripts/releases/preview/run-preview.ts';
import { launchBrowser, openQuietPage } from '../fixtures/browser.ts';
import { PREVIEW_DEALER, startPreviewSite } from '../fixtures/preview-site.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { BUCKET, startS3 } from '../fixtures/s3-server.ts';

/** The address of the release in the bucket: nothing is in front of it. */
const BASE = `/${BUCKET}/previews/${PREVIEW_DEALER}/releases/spring`;

let s3: Awaited<ReturnType<typeof startS3>>;
let site: Awaited<ReturnType<typeof startPreviewSite>>;
let browser: Browser;
beforeAll(async () => {
  s3 = await startS3();
  site = await startPreviewSite();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await s3.stop();
});

const preview = (...args: string[]) =>
  runCommand(
    runPreview,
    [
      PREVIEW_DEALER,
      ...['--dealers-dir', site.dealersDir, '--out', join(site.environment.DATA_DIR, 'published')],
      ...args,
    ],
    { ...site.environment, ...s3.env },
  );

it('PLAT-04 a preview is made and published by one command, and works from the bare bucket', async () => {
  const done = await preview(
    ...['--base', BASE, '--publish', '--release', 'spring'],
    '--to',
    `s3://${BUCKET}/previews`,
  );
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toContain(`Release spring of ${PREVIEW_DEALER} is live at s3://${BUCKET}/previews/.`);
  const { context, page, faults } = await openQuietPage(browser);
  const missed: string[] = [];
  page.on('response', (response) => response.status() >= 400 && missed.push(response.url()));
  const at = `${s3.env.AWS_ENDPOINT_URL_S3}${BASE}`;
  await page.goto(`${at}/search/new-used-and-demo-cars/index.html`);
  const cards = page.getByRole('article');
  expect(await cards.count()).toBeGreaterThan(5);
  await cards.first().getByRole('link', { name: 'View Details' }).click();
  await page.waitForURL(/\/cars\/[^/]+\/index\.html$/);
  expect(page.url().startsWith(at)).toBe(true);
  await page.goto(`${at}/about-us/index.html`);
  expect(await page.locator('h1').count()).toBe(1);
  expect({ missed, faults }).toEqual({ missed: [], faults: [] });
  await context.close();
});

it('PLAT-04 a wrong bucket is named before the preview is made', async () => {
  expect(await preview('--publish', '--to', 's3://no-such-bucket')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^There is no bucket "no-such-bucket" at .* There is: sites\./),
  });
  expect(await preview('--to', 's3://sites')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--to and --release belong to --publish.'),
  });
});
