import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeViolations } from '../fixtures/axe.ts';
import { launchBrowser, openQuietPage } from '../fixtures/browser.ts';
import { settledPage } from '../fixtures/settled-page.ts';
import { startStockedSite } from '../fixtures/stocked-site.ts';

let browser: Browser;
let site: Awaited<ReturnType<typeof startStockedSite>>;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startStockedSite({ 'card.compare': true })]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});
beforeEach(async () => {
  ({ context, page, faults } = await openQuietPage(browser));
  // The feed of this stock has no picture files.
  await context.route(/\/(?:images|pictures|logos)\/|\/speculation-rules/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(response.url());
  });
});
afterEach(async () => {
  await context.close();
  expect(faults).toEqual([]);
});

const HILUX = '2025 Toyota HiLux';
const MAZDA = '2025 Mazda CX-5';
const USED = '/search/used-cars';
const stored = (key: string) =>
  page.evaluate((at) => JSON.parse(localStorage.getItem(at) ?? '[]'), `forecourt:${key}`);
const cardOf = (name: string, on: Page = page) => on.locator('article', { hasText: name }).first();
const save = async (name: string) => {
  await cardOf(name)
    .getByRole('button', { name: `Save ${name}` })
    .click();
  await page.getByRole('status').getByText('Saved In Watchlist').waitFor();
};
const choose = (name: string, on: Page = page) =>
  cardOf(name, on)
    .getByRole('button', { name: `Compare ${name}` })
    .click();

async function withPrice(stocknum: string, price: number, run: () => Promise<void>): Promise<void> {
  const { db } = site.services;
  const row = () => db.selectFrom('vehicles').select('record').where('identity', '=', `stock:${stocknum}`);
  const { record } = await row().executeTakeFirstOrThrow();
  const write = (text: string) =>
    db.updateTable('vehicles').set({ record: text }).where('identity', '=', `stock:${stocknum}`).execute();
  await write(JSON.stringify({ ...JSON.parse(record), price }));
  await run().finally(() => write(record));
}

describe('saved cars', () => {
  it('FAV-01 the page shows full cards with what has changed since, and one enquiry names those chosen', async () => {
    await page.goto(site.url(USED));
    await save(HILUX);
    await save(MAZDA);
    expect(await stored('saved-prices')).toContainEqual({
      id: (await site.car('U1')).id,
      price: '4599000.excluding_government_charges',
    });
    await withPrice('U1', 4_399_000, async () => {
      await page.goto(site.url('/saved-cars'));
      await page.getByText('$2,000 less than when you saved it.').waitFor();
    });
    expect(await page.locator('.saved-cars-entry').count()).toBe(2);
    await page.getByText('$43,990').waitFor();
    expect((await axeViolations(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: /^Ask about the chosen/ }).click();
    const about = page.locator('.enquire-about');
    await about.getByRole('link', { name: HILUX }).waitFor();
    await about.getByRole('link', { name: MAZDA }).waitFor();
    const ids = await page.locator('[name=car_ids]').inputValue();
    expect(ids.split(',').sort()).toEqual([(await site.car('U1')).id, (await site.car('U2')).id].sort());
  });

  it('FAV-01 a card removed by keyboard goes, and the focus moves to the next', async () => {
    await page.goto(site.url(USED));
    await save(HILUX);
    await save(MAZDA);
    await page.goto(site.url('/saved-cars'));
    const remove = page
      .locator('.saved-cars-foot')
      .getByRole('button', { name: `Remove ${MAZDA} from saved` });
    await page.getByText('$31,500').waitFor();
    await remove.press('Enter');
    await expect.poll(() => page.locator('.saved-cars-entry').count()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(HILUX);
    await expect.poll(() => stored('favourites')).toHaveLength(1);
    await expect.poll(() => stored('saved-prices')).toHaveLength(1);
  });
});

describe('comparison', () => {
  it('FAV-01 cars are chosen on their cards, the choice follows in other tabs, and its address is shared', async () => {
    await page.goto(site.url(USED));
    await choose(HILUX);
    await page.getByText('1 of 4 to compare').waitFor();
    const tab = settledPage(await context.newPage());
    await tab.goto(site.url(USED));
    await tab.getByText('1 of 4 to compare').waitFor();
    await choose(MAZDA, tab);
    await page.getByText('2 of 4 to compare').waitFor();
    expect(
      await cardOf(MAZDA)
        .getByRole('button', { name: `Compare ${MAZDA}` })
        .getAttribute('aria-pressed'),
    ).toBe('true');
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await page.getByRole('columnheader', { name: MAZDA }).waitFor();
    expect(new URL(page.url()).search).toContain('cars=');
    expect((await axeViolations(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await page.getByRole('button', { name: 'Print' }).waitFor();
    await page.getByRole('link', { name: `Remove ${HILUX}` }).click();
    const columns = page.getByRole('columnheader').filter({ has: page.getByRole('link') });
    await expect.poll(() => columns.count()).toBe(1);
    await page.waitForURL(`**/compare?cars=${(await site.car('U2')).slug}`);
    await tab.getByText('1 of 4 to compare').waitFor();
    // What is chosen in another tab comes into the comparison, or leaves it.
    await choose(HILUX, tab);
    await page.getByRole('columnheader', { name: HILUX }).waitFor();
    await choose(MAZDA, tab);
    await expect.poll(() => columns.count()).toBe(1);
    await tab.close();
  });

  it('FAV-01 cars are compared from a search that found none at first', async () => {
    await page.goto(site.url(`${USED}?query=zeppelin`));
    await page.getByRole('heading', { name: 'No Results Available' }).waitFor();
    await page.locator('#search-query').fill('');
    await choose(HILUX);
    await page.getByText('1 of 4 to compare').waitFor();
  });

  it('CARD-254 rows of cards beside a page’s own matter bring no bar of the comparison', async () => {
    await page.goto(site.url('/search'));
    await page.locator('compare-car button').first().click();
    await page.locator('.compare-tray').waitFor();
    const car = await page.locator('compare-car').first().getAttribute('data-car');
    await page.goto(site.url('/saved-cars'));
    const add = (className: string) =>
      page.evaluate(
        ([name = '', data = '']) => {
          const row = document.createElement('div');
          row.className = name;
          const button = document.createElement('compare-car');
          button.setAttribute('data-car', data);
          row.append(button);
          document.body.append(row);
        },
        [className, car ?? ''],
      );
    await add('card-row');
    await page.locator('.card-row compare-car [aria-pressed=true]').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.compare-tray').count()).toBe(0);
    await add('vehicle-grid');
    await page.locator('.compare-tray').waitFor();
  });

  it('FAV-01 a fifth is refused and said so, and Clear empties the choice', async () => {
    await page.goto(site.url('/search'));
    const buttons = page.locator('compare-car [aria-pressed=false]');
    for (let n = 0; n < 4; n++) await buttons.first().click();
    await page.getByText('4 of 4 to compare').waitFor();
    await buttons.first().click();
    await page.locator('.compare-tray').getByText('You can compare 4. Remove one first.').waitFor();
    expect(await stored('compared')).toHaveLength(4);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('.compare-tray').waitFor({ state: 'hidden' });
    expect(await stored('compared')).toEqual([]);
  });

  it('FAV-01 a shared address changes no list; the address without cars is that of the own list', async () => {
    const [hilux, mazda] = [await site.car('U1'), await site.car('U2')];
    await page.goto(site.url(USED));
    await choose(HILUX);
    await page.goto(site.url(`/compare?cars=${mazda.slug}`));
    expect(await stored('compared')).toHaveLength(1);
    await page.goto(site.url('/compare'), { waitUntil: 'load' });
    await page.waitForURL(`**/compare?cars=${hilux.slug}`);
  });

  it('FAV-01 a car removed from a shared comparison stays in the own list', async () => {
    const [hilux, mazda] = [await site.car('U1'), await site.car('U2')];
    await page.goto(site.url(USED));
    await choose(HILUX);
    await page.goto(site.url(`/compare?cars=${hilux.slug},${mazda.slug}`));
    await page.getByRole('button', { name: 'Print' }).waitFor();
    await page.getByRole('link', { name: `Remove ${HILUX}` }).click();
    await page.waitForURL(`**/compare?cars=${mazda.slug}`);
    expect(await stored('compared')).toMatchObject([{ slug: hilux.slug }]);
  });

  it('FAV-251 FAV-01 without JavaScript, at 390 px, three cars fit side by side, below the name of each row', async () => {
    const slugs = await Promise.all(
      ['U1', 'U2', 'U3'].map(async (stocknum) => (await site.car(stocknum)).slug),
    );
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    const still = await plain.newPage();
    await still.goto(site.url(`/compare?cars=${slugs.join()}`));
    const row = still.getByRole('row', { name: /^Price/ });
    const label = await row.getByRole('rowheader').boundingBox();
    const prices = await Promise.all((await row.getByRole('cell').all()).map((cell) => cell.boundingBox()));
    expect(prices).toHaveLength(3);
    for (const price of prices) {
      expect(price?.y).toBeGreaterThanOrEqual((label?.y ?? 0) + (label?.height ?? 0));
      expect((price?.x ?? 0) + (price?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    expect(await still.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await still
      .getByRole('link', { name: /^Remove / })
      .first()
      .click();
    expect(await still.getByRole('columnheader').count()).toBe(2);
    // The styles alone leave out what is the same.
    await still.getByRole('checkbox', { name: 'Show only what differs' }).check();
    expect(await still.getByRole('rowheader', { name: 'Transmission' }).isVisible()).toBe(false);
    expect(await still.getByRole('rowheader', { name: 'Price' }).isVisible()).toBe(true);
    await plain.close();
  });

  it('FAV-01 four cars are printed on a sheet of A4 side by side, without what paper cannot do', async () => {
    const { db } = site.services;
    const listed = await db
      .selectFrom('vehicles')
      .select(['slug', 'record'])
      .where('removed_at', 'is', null)
      .where('status', '=', 'in_stock')
      .orderBy('slug')
      .execute();
    const rows = listed.filter(({ record }) => JSON.parse(record).item_type === 'car').slice(0, 4);
    await page.goto(site.url(`/compare?cars=${rows.map(({ slug }) => slug).join()}`));
    await page.getByRole('button', { name: 'Print' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    // A4 upright, at 96 px an inch, less the margins.
    await page.setViewportSize({ width: 718, height: 1047 });
    const table = page.locator('.compare-table');
    const heads = await table
      .getByRole('columnheader')
      .filter({ has: page.getByRole('link') })
      .all();
    expect(heads).toHaveLength(rows.length);
    const right = Math.max(
      ...(await Promise.all(heads.map((head) => head.boundingBox()))).map((box) =>
        box ? box.x + box.width : 0,
      ),
    );
    expect(right).toBeLessThanOrEqual(718);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718);
    for (const name of ['Print', 'Show only what differs', 'Remove'])
      expect(await page.getByText(name, { exact: true }).filter({ visible: true }).count()).toBe(0);
    const prices = table.locator('.compare-price');
    expect(await prices.filter({ visible: true }).count()).toBe(rows.length);
  });
});
