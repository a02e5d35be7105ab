import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, openQuietPage } from '../fixtures/browser.ts';
import { startBuiltSite } from '../fixtures/built-site.ts';

/** Architecture decision 12: KB means gzip -9. */
const SITE_SCRIPT_MAX_BYTES = 8 * 1024;

/** A paint is timed when its frame is shown, by when the next two may have begun. */
const PAINT_DELAY_MS = 34;

/** A site without third-party services: all its scripts are its own. */
const PLAIN = 'kookaburra-cars';

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
});
afterEach(async () => {
  await context.close();
  expect(faults).toEqual([]);
});

describe('weight', () => {
  it.each(['saved-cars', 'about-us', 'dealer-locator', 'terms-and-conditions'])(
    'PLAT-02 the scripts of /%s weigh at most 8 KB together, shared chunks included',
    (path) => {
      const html = readFileSync(site.file(PLAIN, `${path}/index.html`), 'utf8');
      const modules = [
        ...html.matchAll(/<template data-module="([^"]+)"><\/template>/g),
        ...html.matchAll(/<script(?: type="module")?(?: src="([^"]+)")?>([\s\S]*?)<\/script>/g),
      ];
      const read = (src: string) => readFileSync(site.file(PLAIN, src), 'utf8');
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
    expect(first).toBeGreaterThanOrEqual(painted - PAINT_DELAY_MS);
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
  /** Whether the script of the directory's filter is among these; names of files say nothing. */
  const hasFilter = (which: string) =>
    page.evaluate(async (at) => {
      const html = [...document.querySelectorAll(at)].map(({ outerHTML }) => outerHTML).join();
      const paths = html.match(/\/_astro\/[\w.-]+\.js/g) ?? [];
      const texts = await Promise.all(paths.map(async (path) => (await fetch(path)).text()));
      return texts.some((text) => text.includes('data-directory-search'));
    }, which);
  const isAsked = () => hasFilter('head script[type="module"]');
  const isWaiting = () => hasFilter('template[data-module]:not([data-asked])');
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
      expect(await isWaiting()).toBe(true);
      expect(await isAsked()).toBe(false);
      await gesture();
      await expect.poll(isAsked).toBe(true);
      await expect.poll(() => page.locator('template[data-module]').count()).toBe(0);
    },
  );

  it('LOC-01 an address with a query works without an interaction', async () => {
    // As a host of files alone answers.
    const file = site.file('riverbend', 'dealer-locator/index.html');
    await page.route('**/dealer-locator?*', (route) =>
      route.fulfill({ path: file, contentType: 'text/html' }),
    );
    await open('/dealer-locator?locationQuery=nowhere', 'riverbend');
    await page.getByText('No location matches.').waitFor();
    expect(await isWaiting()).toBe(false);
  });
});

describe('the directory near me', () => {
  const names = () => page.locator('.directory-place:visible h3').allTextContents();
  const press = async () => {
    await page.goto(site.url('riverbend', '/dealer-locator'), { waitUntil: 'networkidle' });
    await page.mouse.move(200, 200);
    await page.getByRole('button', { name: 'Near me' }).click();
  };

  it('LOC-11 the nearest are first, with distances, and no server learns where the shopper is', async () => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: -27.61, longitude: 153.12 });
    const asked: string[] = [];
    await press();
    page.on('request', (request) => asked.push(request.url()));
    await page.getByText('The nearest first.').waitFor();
    expect((await names())[0]).toBe('Riverbend Springwood');
    await page.getByText('less than 1 km away').first().waitFor();
    expect(asked.filter((url) => url.includes('27.6'))).toEqual([]);
  });

  it('LOC-11 a shopper who says no is asked for a postcode', async () => {
    await press();
    await page.getByText('Enter a postcode instead.').waitFor();
  });
});

describe('visit memory', () => {
  it('FORM-04 a lead form sends the pages and the campaign of this visit', async () => {
    await page.goto(site.url('riverbend', '/saved-cars/?utm_source=news&make=Toyota'));
    await page.goto(site.url('riverbend', '/contact'));
    await page.getByLabel('First Name').focus();
    const form = page.locator('form[data-awake]');
    await form.waitFor();
    const sent = await form.evaluate((element: HTMLFormElement) => Object.fromEntries(new FormData(element)));
    expect(JSON.parse(String(sent.visited_pages))).toContain('/saved-cars');
    expect(sent.linked_query_params).toBe('{"utm_source":"news"}');
  });
});
