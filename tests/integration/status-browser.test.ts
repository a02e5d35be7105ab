import { expect, it } from 'vitest';
import { STATUS_PATH } from '#src/server/status/operator-access.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { startSite } from '../fixtures/http-site.ts';

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
    const table = await page.getByRole('table').boundingBox();
    expect((table?.x ?? 0) + (table?.width ?? 9999), `${width} px`).toBeLessThanOrEqual(width);
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
