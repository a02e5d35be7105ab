import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, openQuietPage } from '../fixtures/browser.ts';
import { startBuiltSite } from '../fixtures/built-site.ts';

/** Architecture decision 12: KB means gzip -9. */
const SITE_SCRIPT_MAX_BYTES = 8 * 1024;

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

describe('scripts on the first interaction', () => {
  const open = async (path: string, dealer = PLAIN) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/directory-script/.test(request.url())) asked.push(request.url());
    });
    await page.goto(site.url(dealer, path), { waitUntil: 'networkidle' });
    return asked;
  };

  it.each([
    ['a pointer that moves', () => page.mouse.move(200, 200)],
    ['a key', () => page.keyboard.press('Tab')],
    ['a scroll', () => page.mouse.wheel(0, 400)],
    ['a press of an assistive device', () => page.locator('main a').first().dispatchEvent('focusin')],
  ])(
    'PLAT-02 scripts that wait for an interaction are requested on %s, once, and not before',
    async (_, gesture) => {
      const asked = await open('/dealer-locator');
      expect(asked).toEqual([]);
      await gesture();
      await expect.poll(() => asked).toHaveLength(1);
      await page.keyboard.press('Tab');
      await page.waitForTimeout(200);
      expect(asked).toHaveLength(1);
    },
  );

  it('LOC-01 an address with a query works without an interaction', async () => {
    // As a host of files alone answers.
    const file = site.file('riverbend', 'dealer-locator/index.html');
    await page.route('**/dealer-locator?*', (route) =>
      route.fulfill({ path: file, contentType: 'text/html' }),
    );
    expect(await open('/dealer-locator?locationQuery=nowhere', 'riverbend')).toHaveLength(1);
    await page.getByText('No location matches.').waitFor();
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
    await page.getByText('Nearest to you: Riverbend Springwood, less than 1 km').waitFor();
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

describe('web vitals', () => {
  const leave = `Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));`;

  async function visit({ isProgram, random }: { isProgram: boolean; random: number }) {
    const reports: string[] = [];
    await page.addInitScript(`Object.defineProperty(navigator, 'webdriver', { value: ${isProgram} });
      Math.random = () => ${random};`);
    await page.route('**/api/vitals', (route) => {
      reports.push(route.request().postData() ?? '');
      return route.fulfill({ status: 204 });
    });
    await page.goto(site.url(PLAIN, '/about-us'), { waitUntil: 'networkidle' });
    const loaded = page.waitForResponse(/web-vitals/, { timeout: 3000 }).catch(() => undefined);
    await page.mouse.move(200, 200);
    await page.keyboard.press('Tab');
    await loaded;
    await page.waitForTimeout(200);
    await page.evaluate(leave);
    await page.evaluate(leave).catch(() => undefined);
    await page.waitForTimeout(200);
    return reports;
  }

  it('PLAT-75 a shopper who is in the sample reports once, when the page is left', async () => {
    const reports = await visit({ isProgram: false, random: 0.1 });
    expect(reports).toHaveLength(1);
    const figures = JSON.parse(reports[0] ?? '') as Record<string, number>;
    expect(figures.lcp).toBeGreaterThan(0);
    expect(Object.keys(figures).every((name) => ['lcp', 'inp', 'cls'].includes(name))).toBe(true);
  });

  it.each([
    ['a shopper outside of the sample', { isProgram: false, random: 0.5 }],
    ['a program', { isProgram: true, random: 0 }],
  ])('PLAT-75 %s reports nothing', async (_, visitor) => {
    expect(await visit(visitor)).toEqual([]);
  });
});
