import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeViolations } from '../../scripts/programs/axe.ts';
import { launchBrowser, quietOutside } from '../fixtures/browser.ts';
import { startBuiltSite } from '../fixtures/built-site.ts';
import { settledPage } from '../fixtures/settled-page.ts';

/** Architecture decision 12: KB means gzip -9. */
const SITE_SCRIPT_MAX_BYTES = 5 * 1024;
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
  context = await browser.newContext();
  await quietOutside(context);
  page = settledPage(await context.newPage());
  faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (said) => said.type() === 'error' && faults.push(said.text()));
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

/** Renders a card like an island after the page has loaded. */
const drawCard = (of: object) =>
  page.evaluate((text) => {
    const button = document.createElement('button');
    button.hidden = true;
    button.setAttribute('aria-pressed', 'false');
    button.setAttribute('data-favourite', text);
    button.textContent = 'Save';
    document.querySelector('main')?.append(button);
  }, JSON.stringify(of));

/** A site without third-party services, whose scripts are asked for by the dealer alone. */
const PLAIN = 'kookaburra-cars';

describe('weight', () => {
  it.each(['saved-cars', 'about-us', 'dealer-locator', 'terms-and-conditions'])(
    'PLAT-02 the scripts of /%s weigh at most 5 KB together, shared chunks included',
    (path) => {
      const html = readFileSync(join(site.sitesFolder, `${PLAIN}/${path}/index.html`), 'utf8');
      const modules = [
        ...html.matchAll(/<template data-module="([^"]+)"><\/template>/g),
        ...html.matchAll(/<script(?: type="module")?(?: src="([^"]+)")?>([\s\S]*?)<\/script>/g),
      ];
      const read = (src: string) => readFileSync(join(site.sitesFolder, PLAIN, src), 'utf8');
      const own = modules.map(([, src, inline]) => (src ? read(src) : (inline ?? '')));
      const shared = own.flatMap((source) =>
        [...source.matchAll(/\b(?:from|import)\s*["`](?:\.\/|\/_astro\/)([^"`]+)["`]/g)].map(
          ([, name]) => `/_astro/${name}`,
        ),
      );
      const sources = [...own, ...[...new Set(shared)].map(read)];
      expect(sources.length).toBeGreaterThanOrEqual(1);
      const bytes = sources.reduce((sum, source) => sum + gzipSync(source, { level: 9 }).length, 0);
      expect(bytes).toBeLessThanOrEqual(SITE_SCRIPT_MAX_BYTES);
    },
  );
});

describe('later scripts', () => {
  const asked = () => page.evaluate(() => document.querySelectorAll('head script[type="module"]').length);
  const waiting = () => page.evaluate(() => document.querySelectorAll('template[data-module]').length);

  it('PLAT-02 scripts are requested once the first screen is painted', async () => {
    await page.goto(site.url('riverbend', '/about-us'), { waitUntil: 'networkidle' });
    const [painted = Number.NaN, first = Number.NaN] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      Math.min(
        ...performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      ),
    ]);
    expect(first).toBeGreaterThanOrEqual(painted);
  });

  it('PLAT-02 an interaction requests them immediately, and each once', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The logo holds the load event back.
    await page.route(/\/logos\/|\/_astro\/.*\.js$/, (route) => held.then(() => route.continue()));
    await page.goto(site.url('riverbend', '/about-us'), { waitUntil: 'domcontentloaded' });
    const count = await waiting();
    expect(count).toBeGreaterThan(1);
    expect(await asked()).toBe(0);
    await page.keyboard.press('Tab');
    await page.mouse.down();
    await expect.poll(asked).toBe(count);
    release();
    await expect.poll(waiting).toBe(0);
    await page.waitForLoadState('load');
    expect(await asked()).toBe(count);
  });
});

describe('scripts on the first interaction', () => {
  const names = async (which: string) =>
    (await page.evaluate((at) => [...document.querySelectorAll(at)].map(({ outerHTML }) => outerHTML), which))
      .map((html) => /_astro\/(\w+)\./.exec(html)?.[1])
      .sort();
  const asked = () => names('head script[type="module"]');
  const waiting = () => names('template[data-module]:not([data-asked])');
  const open = (path: string, dealer = PLAIN) =>
    page.goto(site.url(dealer, path), { waitUntil: 'networkidle' });

  it.each([
    ['a pointer that moves', () => page.mouse.move(200, 200)],
    ['a key', () => page.keyboard.press('Tab')],
    ['a scroll', () => page.mouse.wheel(0, 400)],
    ['a press of an assistive device', () => page.locator('main a').first().dispatchEvent('focusin')],
  ])(
    'PLAT-02 scripts that wait for an interaction are requested on %s, and not before',
    async (_, gesture) => {
      await open('/dealer-locator');
      expect(await waiting()).toContain('Directory');
      expect(await asked()).not.toContain('Directory');
      await gesture();
      await expect.poll(asked).toContain('Directory');
      await expect.poll(() => page.locator('template[data-module]').count()).toBe(0);
    },
  );

  it('LOC-01 an address with a query works without an interaction', async () => {
    await open('/dealer-locator?locationQuery=nowhere', 'riverbend');
    await page.getByText('No location matches.').waitFor();
    expect(await waiting()).not.toContain('Directory');
  });
});

describe('saved cars', () => {
  it('FAV-01 a heart rendered later is shown, named, toggled, stored and announced', async () => {
    await savedPage();
    await drawCard(car('1'));
    const heart = page.getByRole('button', { name: 'Save 2021 Toyota HiLux 1' });
    await heart.waitFor();
    expect(await heart.getAttribute('aria-pressed')).toBe('false');
    await heart.click();
    const pressed = page.locator('main > button[data-favourite]');
    expect(await pressed.getAttribute('aria-label')).toBe('Remove 2021 Toyota HiLux 1 from saved');
    expect(await pressed.getAttribute('aria-pressed')).toBe('true');
    expect(await stored()).toEqual([car('1')]);
    await page.getByRole('status').getByText('2021 Toyota HiLux 1 saved').waitFor({ state: 'attached' });
    await pressed.click();
    expect(await stored()).toEqual([]);
  });

  it('FAV-01 a button reused for another car shows that one', async () => {
    await savedPage();
    await drawCard(car('1'));
    await page.getByRole('button', { name: 'Save 2021 Toyota HiLux 1' }).click();
    await page
      .locator('main > button[data-favourite]')
      .evaluate((button, text) => button.setAttribute('data-favourite', text), JSON.stringify(car('2')));
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

  it('CFG-15 the style of a feature overrides the base, in any order of the bundle', async () => {
    await savedPage();
    await store([car('1')]);
    await page.reload();
    const margin = await page
      .locator('.saved-cars-name')
      .evaluate((heading) => getComputedStyle(heading).marginLeft);
    expect(Number.parseFloat(margin)).toBeGreaterThan(0);
  });

  it('FAV-01 after removal by keyboard the next car has the focus, and after the last the empty list', async () => {
    await savedPage();
    await store([car('2'), car('1')]);
    await page.reload();
    await page.getByRole('button', { name: 'Remove 2021 Toyota HiLux 2 from saved' }).press('Enter');
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

  it('FAV-01 stored data never becomes markup or a script address', async () => {
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
  ])('FAV-01 with storage that %s a car is still saved for this page', async (_name, script) => {
    await page.addInitScript(script);
    await savedPage();
    await drawCard(car('1'));
    await page.getByRole('button', { name: 'Save 2021 Toyota HiLux 1' }).click();
    await page.locator('.saved-cars-entry').waitFor();
  });

  it('FAV-01 without JavaScript the page shows why it is empty, with a link', async () => {
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
        await page.locator('[data-saved-cars-empty]:visible, .saved-cars-entry >> nth=0').waitFor();
        const violations = await axeViolations(page);
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      }
    },
  );
});

describe('visit memory', () => {
  const leadForm = `<form data-lead-form action="/x"><input name="email"><input type="hidden" name="visited_pages">
    <input type="hidden" name="linked_query_params"><button>Send</button></form>`;

  it('FORM-04 a lead form has the pages and the campaign of this visit before any listener reads it', async () => {
    await page.goto(site.url('riverbend', '/saved-cars/?utm_source=news&make=Toyota'));
    await page.goto(site.url('riverbend', '/saved-cars'));
    const sent = await page.evaluate((html) => {
      document.querySelector('main')?.insertAdjacentHTML('beforeend', html);
      const form = document.querySelector<HTMLFormElement>('main form');
      return new Promise((resolve) => {
        form?.addEventListener('submit', (event) => {
          event.preventDefault();
          resolve(Object.fromEntries(new FormData(form)));
        });
        form?.requestSubmit();
      });
    }, leadForm);
    expect(sent).toMatchObject({
      visited_pages: '["/saved-cars"]',
      linked_query_params: '{"utm_source":"news"}',
    });
  });

  it('FORM-04 a form that is not a lead form is unchanged', async () => {
    await savedPage();
    const value = await page.evaluate((html) => {
      document.querySelector('main')?.insertAdjacentHTML('beforeend', html.replace('data-lead-form', ''));
      document.querySelector('input')?.focus();
      return document.querySelector<HTMLInputElement>('[name=visited_pages]')?.value;
    }, leadForm);
    expect(value).toBe('');
  });
});

describe('analytics', () => {
  const events = () =>
    page.evaluate(() => (window as unknown as { dataLayer: { eventId: unknown }[] }).dataLayer);

  it('ANL-04 saving a car is event 39, and web vitals are sent when the page is left', async () => {
    await page.addInitScript('window.dataLayer = []');
    await savedPage();
    await drawCard(car('1'));
    await page.getByRole('button', { name: 'Save 2021 Toyota HiLux 1' }).click();
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const sent = await events();
    expect(sent).toContainEqual({ event: 'forecourt', eventId: 39, label: '2021 Toyota HiLux 1' });
    expect(sent.find(({ eventId }) => eventId === 'web-vitals')).toMatchObject({
      lcp: expect.any(Number),
      ttfb: expect.any(Number),
      cls: expect.any(Number),
    });
  });

  it('ANL-07 with a tag manager that throws cars can still be saved, with a warning', async () => {
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
    expect(warnings.join()).toContain('Analytics "dataLayer" failed');
  });
});
