import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { localPriceGauge } from '#src/features/vehicle/server/cost-services.ts';
import type { PriceGaugeResponse, VehicleView } from '#src/features/vehicle/vehicle-endpoints.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { settledPage } from '../fixtures/settled-page.ts';
import { STOCK } from '../switches/feed.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const ORIGIN = 'https://www.switchboard.example';
const KB = 1024;
const NO_CHANGES: VehicleView = { views: 1, car_fields: {} };
const PRICED: VehicleView = {
  views: 27,
  car_fields: { price_text: '$3,990', price_type_text: 'Estimated drive away', was_text: '$45,990' },
};
const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css' };
const client = () => join(inject('pagesEntry'), '../../client');

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let browser: Browser;
let view: VehicleView;
let html: string;
let policy: string;
let asked: URL[];

const SETTINGS = { 'vehiclePage.views': true, autograb: true };
const SELLING = {
  'dealerships.0.switches': { reserve: true, checkout: true, tradeIn: true, printing: true },
  'pages.trade-in.enabled': true,
};
const WAYS_TO_BUY = ['Reserve', 'Enquire', 'Call', 'Trade', 'Print'];
/** HTTP status of a call about a vehicle that is sold. */
const SOLD = 409;
const REFUSED = {
  error: { code: 'car_sold', message: 'This vehicle has been sold.' },
  location: '/cars/this',
};
/** A price well inside its market. */
const READING: PriceGaugeResponse = {
  ...{ fill: 0.7, listing_price: 45_990, market_range_min: 44_000, market_range_max: 52_000 },
  ...{ confidence: 0.9, description: '' },
};
const [first = {}] = STOCK;

beforeAll(async () => {
  const [host, key, pagesEntry] = [inject('meiliHost'), inject('meiliKey'), inject('pagesEntry')];
  const stock = [...STOCK, { ...first, stocknum: 'R1', reserved: 'yes' }];
  pages = await openRenderedPages({ host, key, pagesEntry }, stock);
  pages.services.carServices = { gauge: localPriceGauge() };
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await pages.close();
});
beforeEach(async () => {
  asked = [];
  view = NO_CHANGES;
  await show('U1');
});

async function show(stocknum: string, more: object = {}): Promise<void> {
  const rendered = await pages.render(`car:${stocknum}`, { ...SETTINGS, ...more });
  html = rendered.html;
  policy = String(rendered.headers['content-security-policy'] ?? '');
}

/**
 * A page whose view.json responds with `view` once the page is at rest, and that notes what moves from then on.
 * @param look sees the page as it was made
 */
async function openCar(
  viewport = { width: 1280, height: 1000 },
  look: (page: Page) => Promise<unknown> = moved,
): Promise<Page> {
  const context = await browser.newContext({ viewport });
  const page = settledPage(await context.newPage());
  const isExpected = (text: string) => text.includes(String(SOLD));
  page.on(
    'console',
    (line) => line.type() === 'error' && !isExpected(line.text()) && expect.fail(line.text()),
  );
  const atRest = Promise.withResolvers<void>();
  await page.addInitScript(`
    window.moved = [];
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries())
        for (const { node } of sources) window.moved.push((node?.parentElement?.className ?? '') + ': ' + node?.textContent.trim().slice(0, 40));
    }).observe({ type: 'layout-shift', buffered: true });`);
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    const file = join(client(), url.pathname);
    if (url.origin !== ORIGIN) return route.abort();
    if (url.pathname.endsWith('/view.json')) {
      asked.push(url);
      await atRest.promise;
      return route.fulfill({ json: view });
    }
    if (url.pathname.endsWith('/autogauge')) return route.fulfill({ json: READING });
    if (url.pathname.startsWith('/_astro/') && existsSync(file)) {
      const contentType = TYPES[url.pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      return route.fulfill({ body: readFileSync(file), contentType });
    }
    if (!url.pathname.startsWith('/cars/')) return route.fulfill({ status: 204 });
    if (route.request().method() === 'POST') return route.fulfill({ status: SOLD, json: REFUSED });
    const headers = { 'content-security-policy': policy };
    return route.fulfill({ body: html, contentType: 'text/html; charset=utf-8', headers });
  });
  await page.goto(`${ORIGIN}/cars/this`);
  await look(page);
  await page.evaluate('window.moved = []');
  atRest.resolve();
  return page;
}

/** Links and buttons of the car that can be seen and begin with `words`. */
const wayTo = (page: Page, words: string) => {
  const [name, car] = [new RegExp(`^${words}`), page.locator('.vehicle')];
  return car.getByRole('link', { name }).or(car.getByRole('button', { name }));
};
const texts = (page: Page, fact: string) => page.locator(`[data-fact="${fact}"]`).allTextContents();
/** Once the changes have been painted. */
const moved = (page: Page) =>
  page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(window.moved), 100)))',
  );

it.each([
  [1280, 1000],
  [1000, 1000],
  [360, 1600],
])(
  'VDP-21 price, type and earlier price are updated at %i px, without a layout shift',
  async (width, height) => {
    view = PRICED;
    const page = await openCar({ width, height });
    await expect.poll(() => texts(page, 'price_text')).toEqual(['$3,990', '$3,990', '$3,990']);
    expect(new Set(await texts(page, 'price_type_text'))).toEqual(new Set(['Estimated drive away']));
    expect(await texts(page, 'was_text')).toEqual(['$45,990']);
    expect(await texts(page, 'views')).toEqual(['Viewed 27 times']);
    expect(await page.locator('.vehicle-market').isVisible()).toBe(false);
    expect(await moved(page)).toEqual([]);
    await page.context().close();
  },
);

it('VDP-21 a removed price is replaced by text, and its space stays', async () => {
  view = { views: 1, car_fields: { price_text: 'Price on request', price_type_text: '', was_text: '' } };
  const page = await openCar();
  await expect.poll(() => texts(page, 'price_text')).toContain('Price on request');
  expect(new Set(await texts(page, 'price_type_text'))).toEqual(new Set(['']));
  expect(await moved(page)).toEqual([]);
  await page.context().close();
});

it('VDP-21 a car that became reserved shows it, with its current photos', async () => {
  view = { views: 1, car_fields: { reserved: true, photos_count: '8 photos' } };
  const page = await openCar();
  await page.getByText('Reserved', { exact: true }).waitFor();
  expect(await texts(page, 'photos_count')).toEqual(['8 photos']);
  expect(await texts(page, 'views')).toEqual(['']);
  expect(await moved(page)).toEqual([]);
  await page.context().close();
});

it.each([
  ['reserved car that is free again', 'R1', 'Reserved', { reserved: false }],
  ['car that was coming soon and has come', 'C1', 'COMING SOON', { status: 'in_stock' }],
] as const)(
  'VDP-21 a %s loses its chip, without a layout shift',
  async (_what, stocknum, text, car_fields) => {
    await show(stocknum);
    view = { views: 1, car_fields };
    const chip = (page: Page) => page.locator('.vehicle-chips').getByText(text, { exact: true });
    const page = await openCar(undefined, (each) => chip(each).waitFor());
    await chip(page).waitFor({ state: 'hidden' });
    expect(await moved(page)).toEqual([]);
    await page.context().close();
  },
);

it('VDP-21 VDP-10 a gauge of the former price is hidden once the price changes', async () => {
  await show('U1', { plugins: ['autogauge'] });
  view = PRICED;
  const gauge = (page: Page) => page.getByRole('region', { name: 'Price compared with the market' });
  const page = await openCar(undefined, async (each) => {
    await gauge(each).scrollIntoViewIfNeeded();
    await gauge(each).getByText('Great Deal').waitFor();
  });
  await gauge(page).waitFor({ state: 'hidden' });
  expect(await moved(page)).toEqual([]);
  await page.context().close();
});

it.each([
  ['as it opens', 'h1'],
  ['scrolled to its finance', '.finance-change'],
])(
  'VDP-21 FIN-06 once the price changes, a page %s has no figure of the former one, without a layout shift',
  async (_how, seen) => {
    let former: string[] = [];
    const page = await openCar(undefined, async (each) => {
      for (const place of ['.finance-summary', '.finance-change', '#financeDisclaimer > p[data-of-price]'])
        await each.locator(place).waitFor();
      await each.locator(seen).scrollIntoViewIfNeeded();
      const [price_type_text = ''] = await texts(each, 'price_type_text');
      view = { views: 1, car_fields: { price_text: '$3,990', price_type_text, was_text: '' } };
      former = [
        '45,990',
        ...(await each
          .locator('.repayment-figures li:first-child, .vehicle-sticky-repayment li:first-child')
          .allInnerTexts()),
      ].filter(Boolean);
      await moved(each);
    });
    await expect.poll(() => texts(page, 'price_text')).toContain('$3,990');
    const shown = await page.locator('.vehicle').innerText();
    expect(former.length).toBeGreaterThan(1);
    for (const figure of former) expect(shown).not.toContain(figure);
    for (const place of ['.finance-summary', '.finance-change', '#financeDisclaimer > p[data-of-price]'])
      expect(await page.locator(place).isVisible()).toBe(false);
    // The warning holds for any repayment of the site.
    await page.getByRole('region', { name: 'About the repayment' }).waitFor();
    expect(await moved(page)).toEqual([]);
    await page.context().close();
  },
);

it.each([
  ['sold', 'This car has just been sold.'],
  ['gone', 'This car is no longer available.'],
] as const)(
  'VDP-21 a car that is %s in the meantime shows it above its buttons, politely, without a layout shift',
  async (status, note) => {
    await show('U1', SELLING);
    view = { car_fields: { status } };
    const page = await openCar({ width: 320, height: 1600 }, async (each) => {
      for (const way of WAYS_TO_BUY) await wayTo(each, way).first().waitFor();
    });
    for (const way of WAYS_TO_BUY) await expect.poll(() => wayTo(page, way).count()).toBe(0);
    const said = page.locator('[data-view-address] [aria-live="polite"]');
    await expect.poll(() => said.textContent()).toBe(note);
    expect(await said.isVisible()).toBe(true);
    expect(await texts(page, 'note_for_price')).toEqual([note, note]);
    expect(await moved(page)).toEqual([]);
    await page.context().close();
  },
);

it.each([
  ['reserved', { reserved: true }, 'Reserved'],
  ['coming soon', { status: 'coming_soon' }, 'This car is coming soon.'],
] as const)(
  'VDP-21 VDP-26 a car that is %s in the meantime can be asked about and not reserved, without a layout shift',
  async (_what, car_fields, note) => {
    await show('U1', SELLING);
    view = { views: 1, car_fields };
    const page = await openCar({ width: 390, height: 1600 }, (each) =>
      wayTo(each, 'Reserve').first().waitFor(),
    );
    await expect.poll(() => wayTo(page, 'Reserve').count()).toBe(0);
    expect(await texts(page, 'note')).toEqual([note]);
    expect(new Set(await texts(page, 'price_text'))).toEqual(new Set(['$45,990']));
    for (const way of ['Enquire', 'Call']) await wayTo(page, way).first().waitFor();
    expect(await moved(page)).toEqual([]);
    await page.context().close();
  },
);

it('VDP-17 ERR-02 a call that is refused because the car is sold loads the page, which says so', async () => {
  await show('U1', SELLING);
  const page = await openCar();
  view = { car_fields: { status: 'sold' } };
  await wayTo(page, 'Call').first().click();
  const said = page.locator('[data-view-address] [aria-live="polite"]');
  await expect.poll(() => said.textContent().catch(() => '')).toBe('This car has just been sold.');
  for (const way of WAYS_TO_BUY) await expect.poll(() => wayTo(page, way).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/cars/this');
  await page.context().close();
});

it('VDP-35 a browser sends photos, timestamp and dealer, and once a day that it was counted', async () => {
  const page = await openCar();
  await expect.poll(() => asked.length).toBe(1);
  const counted = () => page.evaluate(`localStorage.getItem('forecourt:counted')`);
  await expect.poll(counted).toContain('/cars/this');
  const [first] = asked;
  expect([...(first?.searchParams.keys() ?? [])]).toEqual(
    expect.arrayContaining(['photos_count', 'updated_at', 'website_id']),
  );
  expect(first?.searchParams.has('counted')).toBe(false);
  await page.reload();
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]?.searchParams.get('counted')).toBe('1');
  await page.goto(`${ORIGIN}/cars/another`);
  await expect.poll(() => asked.length).toBe(3);
  expect(asked[2]?.searchParams.has('counted')).toBe(false);
  await expect.poll(counted).toContain('/cars/another');
  await page.evaluate(
    `localStorage.setItem('forecourt:counted', JSON.stringify({ day: 'yesterday', cars: ['/cars/another'] }))`,
  );
  await page.reload();
  await expect.poll(() => asked.length).toBe(4);
  expect(asked[3]?.searchParams.has('counted')).toBe(false);
  await page.context().close();
});

it('VDP-21 a page is updated whatever another version stored of the vehicles it has counted', async () => {
  view = PRICED;
  const page = await openCar();
  for (const cars of ['5', '{}', 'null']) {
    await page.evaluate(
      `localStorage.setItem('forecourt:counted', JSON.stringify({ day: new Date().toDateString(), cars: ${cars} }))`,
    );
    await page.reload();
    await expect.poll(() => page.locator('[data-fact="price_text"]').first().textContent()).toBe('$3,990');
  }
  await page.context().close();
});

it('VDP-21 the script weighs less than 1 KB', () => {
  const folder = join(client(), '_astro');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  // Every page has the script that loads it, which names the element too.
  const own = scripts
    .map((name) => readFileSync(join(folder, name)))
    .filter((each) => each.includes('forecourt:counted'));
  expect(own).toHaveLength(1);
  for (const script of own) expect(gzipSync(script).length).toBeLessThan(KB);
});
