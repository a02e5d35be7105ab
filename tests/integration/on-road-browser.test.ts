import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../fixtures/axe.ts';
import { launchBrowser, quietOutside } from '../fixtures/browser.ts';
import { settledPage } from '../fixtures/settled-page.ts';
import { startStockedSite } from '../fixtures/stocked-site.ts';

let browser: Browser;
let site: Awaited<ReturnType<typeof startStockedSite>>;
let address: string;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startStockedSite({})]);
  address = `/cars/${(await site.car('U2')).slug}`;
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

async function visit(at: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  await quietOutside(context);
  const page =
    options.javaScriptEnabled === false ? await context.newPage() : settledPage(await context.newPage());
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (said) => said.type() === 'error' && faults.push(said.text()));
  await context.route(/\/(?:images|pictures|logos)\/|\/speculation-rules/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await page.goto(site.url(at));
  return {
    page,
    async leave() {
      await context.close();
      expect(faults).toEqual([]);
    },
  };
}

const panel = (page: Page) => page.getByRole('region', { name: 'Estimated drive away price' });
const openLines = (page: Page) =>
  panel(page)
    .getByText(/^Est\. drive away in /)
    .click();

describe('VDP-210 the estimate on the page of a vehicle', () => {
  it('is complete without JavaScript, and its form sends the postcode', async () => {
    const { page, leave } = await visit(address, { javaScriptEnabled: false });
    await openLines(page);
    await expect.poll(() => panel(page).innerText()).toContain('Stamp duty in QLD');
    await panel(page).getByLabel('Your postcode').fill('3000');
    await panel(page).getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => panel(page).innerText()).toContain('Stamp duty in VIC');
    expect(await panel(page).getByLabel('Your postcode').inputValue()).toBe('3000');
    await leave();
  });

  it('changes in place and is remembered on the device, on cards and in the filters too', async () => {
    const { page, leave } = await visit(address);
    await openLines(page);
    await panel(page).getByLabel('Your postcode').fill('0000');
    await panel(page).getByRole('button', { name: 'Update' }).click();
    await panel(page).getByText('Invalid postcode').waitFor();
    await panel(page).getByLabel('Your postcode').fill('3000');
    await panel(page).getByLabel('Your postcode').press('Enter');
    await panel(page).getByText('Stamp duty in VIC').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await axeViolations(page)).toEqual([]);

    await page.reload();
    await panel(page).getByText('Est. drive away in VIC').waitFor();
    await openLines(page);
    await panel(page).getByText('Stamp duty in VIC').waitFor();
    expect(await panel(page).getByLabel('Your postcode').inputValue()).toBe('3000');

    await page.goto(site.url('/search/used-cars'));
    const card = page.locator('article', { hasText: '2025 Mazda CX-5' }).first();
    await card.getByText(/^Est\. drive away \$[\d,]+ in VIC$/).waitFor();
    await page.locator('#facet-drive_away_qld > summary').hover();
    await page.locator('#facet-drive_away_vic > summary').waitFor();
    await leave();
  });
});

it('SRCH-210 the budget narrows the search by a form without JavaScript', async () => {
  const { page, leave } = await visit('/search/used-cars', { javaScriptEnabled: false });
  const all = await page.locator('article').count();
  await page.getByText('Drive away in QLD', { exact: true }).first().click();
  await page.getByLabel('Drive away in QLD to').last().fill('33,000');
  await page.getByRole('button', { name: /^Show Me/ }).click();
  expect(new URL(page.url()).search).toBe('?car_type=used&drive_away_qld=%3A33000');
  const cards = page.locator('article');
  expect(await cards.count()).toBeLessThan(all);
  expect(await cards.first().innerText()).toContain('Mazda CX-5');
  await leave();
});
