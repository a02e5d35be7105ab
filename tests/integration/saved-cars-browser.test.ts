import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Favourite, writeFavourite } from '#src/features/account/saved-cars/car-lists.ts';
import { axeViolations } from '../fixtures/axe.ts';
import { launchBrowser, openQuietPage } from '../fixtures/browser.ts';
import { startBuiltSite } from '../fixtures/built-site.ts';
import { settledPage } from '../fixtures/settled-page.ts';

const KEY = 'forecourt:favourites';

let browser: Browser;
let site: Awaited<ReturnType<typeof startBuiltSite>>;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startBuiltSite()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});
beforeEach(async () => {
  ({ context, page, faults } = await openQuietPage(browser));
  // These pages have no server that renders cards: what the browser stored stays.
  await context.route('**/saved-cars/list?*', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"entries":[]}' }),
  );
});
afterEach(async () => {
  await context.close();
  expect(faults).toEqual([]);
});

const car = (id: string) => ({
  id,
  name: `2021 Toyota HiLux ${id}`,
  slug: `2021-toyota-hilux-${id}`,
  make: 'Toyota',
  model: 'HiLux',
  primary_image_url: '',
});
const savedPage = (dealer = 'riverbend') => page.goto(site.url(dealer, '/saved-cars'));
const store = (value: unknown) =>
  page.evaluate(([key, text]) => localStorage.setItem(key, text), [KEY, JSON.stringify(value)] as const);
const stored = () => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]'), KEY);

/** Draws a card the way an island does after the page has loaded. */
const drawCard = (of: Favourite) =>
  page.evaluate((text) => {
    const heart = document.createElement('save-car');
    heart.setAttribute('data-car', text);
    document.querySelector('main')?.append(heart);
  }, writeFavourite(of));

describe('saved cars', () => {
  it('FAV-01 a heart drawn later is shown, named, toggled, kept and announced', async () => {
    await savedPage();
    await drawCard(car('1'));
    const heart = page.getByRole('button', { name: 'Save 2021 Toyota HiLux 1' });
    await heart.waitFor();
    expect(await heart.getAttribute('aria-pressed')).toBe('false');
    await heart.click();
    const pressed = page.locator('main > save-car button');
    expect(await pressed.getAttribute('aria-label')).toBe('Remove 2021 Toyota HiLux 1 from saved');
    expect(await pressed.getAttribute('aria-pressed')).toBe('true');
    expect(await stored()).toEqual([car('1')]);
    await page.getByRole('status').getByText('Car Saved In Watchlist').waitFor({ state: 'attached' });
    await pressed.click();
    expect(await stored()).toEqual([]);
  });

  it('FAV-250 Undo takes back what the toast reports, with the price of the car', async () => {
    await savedPage();
    await drawCard(car('1'));
    const heart = page.locator('main > save-car');
    await heart.evaluate((element) => element.setAttribute('data-price', '3499000.drive_away'));
    const prices = () => page.evaluate(() => localStorage.getItem('forecourt:saved-prices'));
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await heart.getByRole('button').click();
    expect(await stored()).toEqual([car('1')]);
    await undo.click();
    expect(await stored()).toEqual([]);
    await page.getByRole('status').getByText('Car Removed').waitFor();
    await undo.click();
    expect(await stored()).toEqual([car('1')]);
    expect(await prices()).toContain('3499000.drive_away');
  });

  it('FAV-01 a button that comes to stand for another car shows that one', async () => {
    await savedPage();
    await drawCard(car('1'));
    await page.getByRole('button', { name: 'Save 2021 Toyota HiLux 1' }).click();
    await page
      .locator('main > save-car')
      .evaluate((heart, text) => heart.setAttribute('data-car', text), writeFavourite(car('2')));
    const other = page.getByRole('button', { name: 'Save 2021 Toyota HiLux 2' });
    await other.waitFor();
    expect(await other.getAttribute('aria-pressed')).toBe('false');
  });

  it('FAV-01 the saved-cars page lists the cars, newest first, with their links and pictures', async () => {
    // The logo holds the load event back.
    await page.route('**/images/**', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
      }),
    );
    await savedPage();
    await store([{ ...car('2'), primary_image_url: '/images/x/640.webp' }, car('1')]);
    await page.reload();
    const links = page.locator('.saved-cars-entry a');
    expect(await links.allTextContents()).toEqual(['2021 Toyota HiLux 2', '2021 Toyota HiLux 1']);
    expect(await links.first().getAttribute('href')).toBe('/cars/2021-toyota-hilux-2');
    expect(await page.locator('.saved-cars-entry img').count()).toBe(1);
  });

  it('FAV-01 an id of another version costs no other car what the server says of it', async () => {
    const asked: string[] = [];
    await context.route('**/saved-cars/list?*', (route) => {
      asked.push(...new URL(route.request().url()).searchParams.getAll('car'));
      const change = { kind: 'sold', text: 'This car has been sold.' };
      return route.fulfill({
        json: { entries: asked.map(() => ({ kind: 'gone', id: 'present-id', change })) },
      });
    });
    await savedPage();
    await store([{ ...car('2'), id: 'dealer.2' }, { ...car('3'), id: 'x'.repeat(80) }, car('1')]);
    await page.reload();
    const sold = page.getByRole('listitem').filter({ hasText: 'This car has been sold.' });
    await sold.waitFor();
    expect(await sold.getByRole('heading').textContent()).toBe('2021 Toyota HiLux 1');
    expect(asked).toEqual(['1']);
    expect(await page.locator('.saved-cars-entry a').count()).toBe(2);
  });

  it('CFG-15 the style of a feature wins over the base, in whatever order the bundle holds them', async () => {
    await savedPage();
    await store([car('1')]);
    await page.reload();
    const margin = await page
      .locator('.saved-cars-name')
      .evaluate((heading) => getComputedStyle(heading).marginLeft);
    expect(Number.parseFloat(margin)).toBeGreaterThan(0);
  });

  it('FAV-01 removing by keyboard goes on with the next car, and the last leads to the empty list', async () => {
    await savedPage();
    await store([car('2'), car('1')]);
    await page.reload();
    await page.getByRole('button', { name: 'Remove 2021 Toyota HiLux 2 from saved' }).press('Enter');
    await page.getByRole('status').getByText('Car Removed').waitFor({ state: 'attached' });
    expect(await page.locator('.saved-cars-entry').count()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('2021 Toyota HiLux 1');
    await page.getByRole('button', { name: 'Remove 2021 Toyota HiLux 1 from saved' }).press('Enter');
    await page.getByRole('heading', { name: 'Nothing saved yet' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Browse cars');
  });

  it('FAV-01 another tab follows, another dealer does not', async () => {
    await savedPage();
    const tab = settledPage(await context.newPage());
    await tab.goto(site.url('riverbend', '/saved-cars'));
    await drawCard(car('1'));
    await page.getByRole('button', { name: 'Save 2021 Toyota HiLux 1' }).click();
    await tab.locator('.saved-cars-entry').waitFor();
    await tab.goto(site.url('kookaburra-cars', '/saved-cars'));
    await tab.getByRole('heading', { name: 'Nothing saved yet' }).waitFor();
    expect(await tab.locator('.saved-cars-entry').count()).toBe(0);
  });

  it.each(['not json', '{}', 'null', '[null,1,{"id":"x"}]', '[{"id":1,"name":{},"slug":[]}]'])(
    'FAV-01 %s in storage is an empty list',
    async (junk) => {
      await savedPage();
      await page.evaluate(([key, text]) => localStorage.setItem(key, text), [KEY, junk] as const);
      await page.reload();
      await page.getByRole('heading', { name: 'Nothing saved yet' }).waitFor();
    },
  );

  it('FAV-01 what is stored never becomes markup or a script address', async () => {
    await savedPage();
    await store([
      {
        ...car('1'),
        name: '<img src=x onerror="document.title=1">',
        slug: '../../tenants',
        primary_image_url: 'javascript:alert(1)',
      },
    ]);
    await page.reload();
    const link = page.locator('.saved-cars-entry a');
    expect(await link.textContent()).toBe('<img src=x onerror="document.title=1">');
    expect(await link.getAttribute('href')).toBe('/cars/..%2F..%2Ftenants');
    expect(await page.locator('.saved-cars-entry img').count()).toBe(0);
  });

  it.each([
    [
      'refuses access',
      `for (const name of ['localStorage', 'sessionStorage'])
         Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });`,
    ],
    [
      'is full',
      `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };`,
    ],
  ])(
    'FAV-01 with storage that %s a car is still saved for this page, which says so',
    async (_name, script) => {
      await page.addInitScript(script);
      await savedPage();
      await drawCard(car('1'));
      await page.getByRole('button', { name: 'Save 2021 Toyota HiLux 1' }).click();
      await page.locator('.saved-cars-entry').waitFor();
      await page.getByRole('alert').getByText('Your browser can’t store your choice').waitFor();
    },
  );

  it('FAV-01 without JavaScript the page says why it is empty and leads on', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.goto(site.url('riverbend', '/saved-cars'));
    expect(await still.locator('noscript a').isVisible()).toBe(true);
    expect(await still.locator('[data-saved-cars-empty]').isHidden()).toBe(true);
    expect(await still.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
    await plain.close();
  });

  it.each([['riverbend'], ['kookaburra-cars']])(
    'FAV-01 the saved-cars page of %s passes axe, full and empty',
    async (dealer) => {
      await savedPage(dealer);
      for (const cars of [[], [car('1'), car('2')]]) {
        await store(cars);
        await page.reload();
        await page.locator('.saved-cars-empty:visible, .saved-cars-entry >> nth=0').waitFor();
        const violations = await axeViolations(page);
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      }
    },
  );
});

describe('analytics', () => {
  const events = () =>
    page.evaluate(() => (window as unknown as { dataLayer: { eventId: unknown }[] }).dataLayer);

  it('ANL-04 saving a car is event 39, and web vitals leave with the page', async () => {
    await page.addInitScript('window.dataLayer = []');
    await savedPage();
    await drawCard(car('1'));
    await page.getByRole('button', { name: 'Save 2021 Toyota HiLux 1' }).click();
    await page.getByRole('status').getByText('Car Saved In Watchlist').waitFor({ state: 'attached' });
    const saved = { event: 'forecourt', eventId: 39, label: '2021 Toyota HiLux 1' };
    await expect.poll(events).toContainEqual(saved);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const sent = await events();
    expect(sent.find(({ eventId }) => eventId === 'web-vitals')).toMatchObject({
      lcp: expect.any(Number),
      ttfb: expect.any(Number),
      cls: expect.any(Number),
    });
  });

  it('ANL-07 a tag manager that throws leaves the shopper saving cars, with a warning', async () => {
    const warnings: string[] = [];
    page.on('console', (said) => said.type() === 'warning' && warnings.push(said.text()));
    await page.addInitScript(
      `window.dataLayer = []; window.dataLayer.push = () => { throw new Error('broken'); };`,
    );
    await savedPage();
    await drawCard(car('1'));
    await page.getByRole('button', { name: 'Save 2021 Toyota HiLux 1' }).click();
    await page.waitForEvent('console', (said) => said.text().startsWith('Analytics'));
    expect(await stored()).toHaveLength(1);
    await expect.poll(() => warnings.join()).toContain('Analytics "dataLayer" failed');
  });
});
