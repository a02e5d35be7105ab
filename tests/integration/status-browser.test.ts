import { expect, it } from 'vitest';
import { STATUS_PATH } from '#src/server/status/operator-access.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { startSite } from '../fixtures/http-site.ts';
import { addThirtyDays } from '../fixtures/thirty-days.ts';

const HEALTH_TOKEN = 'a-token-of-sixteen-or-more';
const WIDTHS = [390, 768, 1440];

it('PLAT-02 in a browser without JavaScript the token opens the screen, which fits every width', async () => {
  const site = await startSite(async () => undefined, { env: { HEALTH_TOKEN } });
  const browser = await launchBrowser();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));

  const asked = await page.goto(`http://riverbend.localhost:${site.port}${STATUS_PATH}`);
  expect(asked?.status()).toBe(401);
  // The browser reports the 401 itself.
  faults.length = 0;
  await page.getByLabel('HEALTH_TOKEN').fill(HEALTH_TOKEN);
  await page.getByRole('button', { name: 'Show the status' }).click();
  await page.getByRole('heading', { level: 1, name: /something is broken/ }).waitFor();
  expect(page.url()).toMatch(/\/-\/status$/);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const table of await page.getByRole('table').all()) {
      const box = await table.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 9999), `${width} px`).toBeLessThanOrEqual(width);
    }
  }
  // The style is allowed by its hash: its green, red and amber are there.
  const ground = await page
    .locator('li')
    .first()
    .evaluate((item) => getComputedStyle(item).borderLeftColor);
  expect(ground).toBe('rgb(179, 38, 30)');
  await page.getByRole('link', { name: 'Look again' }).click();
  await page.getByRole('heading', { level: 1, name: /something is broken/ }).waitFor();
  expect(faults).toEqual([]);
  await browser.close();
  await site.stop();
});

it('PLAT-73 the charts of the last days fit every width, in light and in dark, without a script', async () => {
  const site = await startSite(async () => undefined, { env: { HEALTH_TOKEN } });
  await addThirtyDays(site.services);
  const browser = await launchBrowser();
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      ...{ javaScriptEnabled: false, colorScheme },
      extraHTTPHeaders: { authorization: `Bearer ${HEALTH_TOKEN}` },
    });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (line) => faults.push(line.text()));
    await page.goto(`http://riverbend.localhost:${site.port}${STATUS_PATH}`);
    await page.getByRole('link', { name: 'kookaburra-cars' }).click();
    await page.getByRole('heading', { level: 1, name: 'kookaburra-cars' }).waitFor();
    const bars = page.locator('path.bars').first();
    const fill = await bars.evaluate((path) => getComputedStyle(path).fill);
    expect(fill).toBe(colorScheme === 'light' ? 'rgb(43, 102, 168)' : 'rgb(125, 180, 238)');
    await page.getByText('The same as a table').click();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} px`).toBe(width);
      const chart = await page.getByRole('img', { name: /^Leads of 30 days: 85$/ }).boundingBox();
      expect(chart?.width).toBeGreaterThan(width / 8);
    }
    expect(faults).toEqual([]);
    await context.close();
  }
  await browser.close();
  await site.stop();
});
