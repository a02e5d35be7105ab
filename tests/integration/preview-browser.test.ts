import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'htmlparser2';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Preview } from '#src/publishing/preview/build-preview.ts';
import { launchBrowser, openQuietPage } from '../fixtures/browser.ts';
import { fillForm } from '../fixtures/lead-form-page.ts';
import { BASE, startPreviewSite } from '../fixtures/preview-site.ts';

const ALL_STOCK = '/search/new-used-and-demo-cars/index.html';

let site: Awaited<ReturnType<typeof startPreviewSite>>;
let browser: Browser;
let opened: Awaited<ReturnType<typeof openQuietPage>>;
let page: Page;
let outside: string[];

beforeAll(async () => {
  site = await startPreviewSite();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});
beforeEach(async () => {
  opened = await openQuietPage(browser);
  page = opened.page;
  outside = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === site.host.origin && !pathname.startsWith(`${BASE}/`)) outside.push(request.url());
  });
});
afterEach(async () => {
  await opened.context.close();
  expect(outside).toEqual([]);
  expect(site.host.missed()).toEqual([]);
});

const found = () => page.locator('.search-results').getByText(/^\d+ (?:cars?|vehicles?)$/);
const countOf = async () => Number.parseInt((await found().first().textContent()) ?? '', 10);
const documents = () =>
  (JSON.parse(readFileSync(join(site.outDir, 'preview/stock.json'), 'utf8')) as { documents: Vehicle[] })
    .documents;
type Vehicle = {
  id: string;
  make: string;
  model: string;
  body: string;
  subscription_price: number | null;
  slug: string;
};

describe('without endpoints', () => {
  let preview: Preview;
  beforeAll(async () => {
    preview = await site.build(false);
  });

  it('PLAT-04 every address in the folder is a file of the folder', () => {
    const pages = readdirSync(preview.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.html'),
    );
    expect(pages.length).toBeGreaterThan(preview.vehicles);
    const wrong = new Set<string>();
    const check = (address: string) => {
      if (!address.startsWith('/') || address.startsWith('//')) return;
      const [path = ''] = address.split(/[?#]/, 1);
      const file = join(preview.folder, decodeURIComponent(path.slice(BASE.length)));
      const isFile = path.startsWith(`${BASE}/`) && existsSync(file) && statSync(file).isFile();
      if (!isFile) wrong.add(address);
    };
    type Node = { attribs?: Record<string, string>; children?: Node[] };
    const walk = ({ attribs = {}, children = [] }: Node) => {
      for (const [name, value] of Object.entries(attribs)) {
        if (['href', 'src', 'action', 'poster', 'data-module', 'component-url'].includes(name)) check(value);
        if (/srcset$/.test(name)) for (const one of value.split(', ')) check(one.split(' ')[0] ?? '');
      }
      for (const child of children) walk(child);
    };
    for (const name of pages)
      walk(parseDocument(readFileSync(join(preview.folder, name), 'utf8')) as unknown as Node);
    expect([...wrong]).toEqual([]);
    expect(preview.pictures.missing).toEqual([]);
  });

  it('PLAT-04 no search engine lists any of it, and every page says what it is', () => {
    const pages = readdirSync(preview.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.html'),
    );
    for (const name of pages) {
      const html = readFileSync(join(preview.folder, name), 'utf8');
      expect(html.match(/<meta name="robots" content="noindex, nofollow"/g), name).toHaveLength(1);
      if (html.includes('http-equiv="refresh"')) continue;
      expect(html, name).toContain(`data-release="${preview.release}"`);
    }
    expect(readFileSync(join(preview.folder, 'robots.txt'), 'utf8')).toBe('User-agent: *\nDisallow: /\n');
  });

  it('PLAT-04 home, search and vehicle follow one another by their links', async () => {
    await page.goto(site.url('/index.html'));
    const banner = page.getByRole('complementary', { name: 'Preview' });
    await banner.getByText('Preview of').waitFor();
    await banner.getByText(preview.release).waitFor();
    await banner.locator('summary').click();
    await banner.getByText('sending forms').waitFor();
    await page.goto(site.url(ALL_STOCK));
    const card = page.locator('.vehicle-card-title a').first();
    const name = (await card.textContent())?.trim() ?? '';
    await card.click();
    await page.waitForURL('**/cars/**');
    expect(await page.locator('h1').first().textContent()).toContain(name.split(' ')[1]);
    await page.goto(site.url('/preview/off.html'));
    await page.getByRole('heading', { name: 'This is off in the preview' }).waitFor();
    expect(opened.faults).toEqual([]);
  });

  it('PLAT-04 the address of a search finds, in the preview’s own stock, what it says', async () => {
    const [{ make } = { make: '' }] = documents();
    await page.goto(site.url(`${ALL_STOCK}?make=${encodeURIComponent(make)}`));
    const expected = documents().filter((one) => one.make === make).length;
    await expect.poll(countOf).toBe(expected);
    expect(expected).toBeLessThan(documents().length);
    expect(new URL(page.url()).search).toContain('make=');
    expect(opened.faults).toEqual([]);
  });

  it('PLAT-04 filters, words and orders search the preview’s own stock', async () => {
    await page.goto(site.url(ALL_STOCK));
    const box = page.getByRole('searchbox').or(page.getByRole('combobox')).first();
    const [{ model } = { model: '' }] = documents();
    await box.fill(model);
    await box.press('Enter');
    const named = documents().filter((one) => one.model === model).length;
    await expect.poll(countOf).toBe(named);
    expect(new URL(page.url()).pathname).toBe(BASE + ALL_STOCK);
    await page.goBack();
    await page.goto(site.url(`${ALL_STOCK}?sortBy=price_asc`));
    const weekly = documents().filter(({ subscription_price }) => subscription_price !== null);
    const lowest = Math.min(...weekly.map(({ subscription_price }) => Number(subscription_price)));
    const cheapest = weekly
      .filter(({ subscription_price }) => subscription_price === lowest)
      .map(({ slug }) => slug);
    const first = page.locator('.vehicle-card-title a').first();
    await expect
      .poll(async () =>
        (await first.getAttribute('href'))?.split('/').find((part) => cheapest.includes(part)),
      )
      .toBeDefined();
    expect(opened.faults).toEqual([]);
  });

  it('PLAT-04 a form says that it is off, and nothing leaves the folder', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.goto(site.url('/enquire/enquiry/index.html'));
    await page.getByLabel('What is it about?').selectOption({ index: 1 });
    await page.getByLabel('Postcode').fill('3000');
    await fillForm(page, 'From a preview without endpoints');
    await page.getByRole('button', { name: 'Send enquiry' }).click();
    await page.getByText('This is off in the preview: nothing was sent.').waitFor();
    expect(asked.filter((origin) => origin.startsWith('http://brightkey'))).toEqual([]);
  });
});

describe('with endpoints', () => {
  beforeAll(async () => {
    await site.build(true);
  });

  it('PLAT-04 a search asks the dealer’s own endpoint, from another origin', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const [{ make } = { make: '' }] = documents();
    await page.goto(site.url(`${ALL_STOCK}?make=${encodeURIComponent(make)}`));
    await expect.poll(countOf).toBe(documents().filter((one) => one.make === make).length);
    expect(asked).toContain(`${site.apiOrigin}/api/search`);
    expect(asked.filter((url) => url.endsWith('/preview/stock.json'))).toEqual([]);
    expect(opened.faults).toEqual([]);
  });

  it('PLAT-04 a lead about a vehicle arrives as a test without deliveries', async () => {
    const [car] = documents();
    await page.goto(site.url(`/enquire/enquiry/index.html?car_id=${car?.id}`));
    await page.getByLabel('What is it about?').selectOption({ index: 1 });
    await page.getByLabel('Postcode').fill('3000');
    await fillForm(page, 'From a preview');
    await page.getByRole('button', { name: 'Send enquiry' }).click();
    await page.waitForURL((url) => url.href.startsWith(site.url('/success/index.html')));
    const leads = await site.services.db.selectFrom('leads').select(['kind', 'vehicle_id']).execute();
    expect(leads).toEqual([{ kind: 'test', vehicle_id: car?.id }]);
    expect(await site.services.db.selectFrom('outbox').select('id').execute()).toEqual([]);
    expect(opened.faults).toEqual([]);
  });
});
