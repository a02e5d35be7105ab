import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_ESTIMATE_MESSAGE, NO_POSTCODE_MESSAGE } from '#src/features/vehicle/price/cost-calculators.ts';
import { localDeliveryPrices, localPriceGauge } from '#src/features/vehicle/server/cost-services.ts';
import { phoneRevealResponse } from '#src/features/vehicle/server/reveal-phone.ts';
import { ORIGIN, type RenderedCars, startRenderedCars } from '../fixtures/rendered-cars.ts';
import { STOCK } from '../switches/feed.ts';

/** What a shopper's hand does on the page of a vehicle: calls, shares, calculates, looks inside. */

const [first = {}] = STOCK;
const stock = [
  ...STOCK,
  {
    ...first,
    stocknum: 'I2',
    interior_url: 'https://inside.example/i2',
    dealercomments: 'Well kept. '.repeat(120),
  },
];
const SETTINGS = {
  'vehiclePage.fuelCalculator': true,
  'vehiclePage.deliveryCalculator': true,
  'vehiclePage.detailView': 'spinner',
  'vehiclePage.spinViewer': 'https://spin.example/{code}',
  plugins: ['autogauge'],
};
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let cars: RenderedCars;
beforeAll(async () => {
  cars = await startRenderedCars(SETTINGS, stock);
  cars.pages.services.carServices = { delivery: localDeliveryPrices(), gauge: localPriceGauge() };
});
afterAll(() => cars.stop());

const watchEvents = (page: Page) =>
  page.evaluate(`addEventListener('forecourt:event', ({ detail }) => (window.sent ??= []).push(detail))`);
const sent = (page: Page) => page.evaluate('window.sent');

it('VDP-17 ANL-05 on a phone Call Now reveals the number, dials it and reports the call', async () => {
  const { page, close } = await cars.open('car:U1', PHONE, {
    prepare: (each) =>
      each.route(/\/cars\/[^/]+$/, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { phone: '07 5550 0120', href: 'tel:0755500120' } })
          : route.fallback(),
      ),
  });
  const line = await page.context().newCDPSession(page);
  await line.send('Page.enable');
  const wentTo: string[] = [];
  line.on('Page.frameRequestedNavigation', ({ url }) => wentTo.push(url));
  await watchEvents(page);
  await page.locator('.vehicle-actions').getByRole('button', { name: 'Call Now' }).tap();
  await page.getByRole('link', { name: 'Call 07 5550 0120' }).first().waitFor();
  await expect.poll(() => wentTo).toEqual(['tel:0755500120']);
  expect(await sent(page)).toEqual([{ eventId: 25, label: 'Used Car' }]);
  await close();
});

it('VDP-17 ERR-02 where a dealer has no number the console says so, and the page of the location is shown', async () => {
  const dealer = cars.pages.configured();
  const [location] = dealer.locations;
  if (!location) throw new Error('The dealer has no location');
  const refused = phoneRevealResponse({ kind: 'no_phone' }, dealer, location);
  const body = await refused.text();
  const warnings: string[] = [];
  const { page, close } = await cars.open(
    'car:U1',
    {},
    {
      prepare: (each) =>
        each.route(/\/(?:cars|locations)\/[^/]+$/, (route) => {
          const { method, url } = { method: route.request().method(), url: route.request().url() };
          if (url.includes('/locations/'))
            return route.fulfill({ body: '<h1>Where we are', contentType: 'text/html' });
          return method === 'POST'
            ? route.fulfill({ status: refused.status, body, contentType: 'application/json' })
            : route.fallback();
        }),
    },
  );
  page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
  await page.locator('.vehicle-actions').getByRole('button', { name: 'Call Now' }).click();
  await page.getByRole('heading', { name: 'Where we are' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/locations/${location.slug}`);
  await expect.poll(() => warnings).toContain('No phone number available');
  await close();
});

it('VDP-17 where the server is busy the form is posted, so that its page says so', async () => {
  const accepts: (string | undefined)[] = [];
  const { page, close } = await cars.open(
    'car:U1',
    {},
    {
      prepare: (each) =>
        each.route(/\/cars\/[^/]+$/, (route) => {
          if (route.request().method() !== 'POST') return route.fallback();
          accepts.push(route.request().headers().accept);
          return accepts.length === 1
            ? route.fulfill({ status: 503, json: { error: { code: 'busy', message: 'We are busy.' } } })
            : route.fulfill({ contentType: 'text/html', body: '<h1>We are busy</h1>' });
        }),
    },
  );
  await page.locator('.vehicle-actions').getByRole('button', { name: 'Call Now' }).click();
  await page.getByRole('heading', { name: 'We are busy' }).waitFor();
  expect(accepts.map((accept) => accept?.includes('text/html'))).toEqual([false, true]);
  await close();
});

it('VDP-24 ANL-05 a history report that is followed is event 60, once', async () => {
  const { page, close } = await cars.open(
    'car:U1',
    {},
    {
      prepare: (each) =>
        each.context().route('https://reports.example/**', (route) => route.fulfill({ body: 'report' })),
    },
  );
  await watchEvents(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'History report' }).first().click();
  expect((await opened).url()).toBe('https://reports.example/u1.pdf');
  expect(await sent(page)).toEqual([{ eventId: 60 }]);
  await close();
});

it('VDP-12 fuel costs are calculated while a shopper types, and invalid input has an error', async () => {
  const { page, complaints, close } = await cars.open('car:U1');
  const fuel = page.getByRole('region', { name: 'Fuel cost' });
  const sums = () => fuel.getByRole('definition').allTextContents();
  expect(await sums()).toEqual(['$42.50', '$184.17', '$2,210.00']);
  await fuel.getByLabel('Kilometres a week').fill('500');
  await expect.poll(sums).toEqual(['$85.00', '$368.33', '$4,420.00']);
  await fuel.getByLabel('Fuel price').fill('two dollars');
  await expect.poll(sums).toEqual(['–', '–', '–']);
  await fuel.getByText('Enter a number from 0 to 10.', { exact: true }).waitFor();
  await fuel.getByLabel('Fuel price').press('Enter');
  expect(page.url()).toBe(`${ORIGIN}/cars/this`);
  expect(complaints).toEqual([]);
  await close();
});

it('VDP-13 ERR-02 a delivery shows that it is loading, then price and region; each failure has its message', async () => {
  const asked: string[] = [];
  let hold = Promise.withResolvers<void>();
  let response: { status?: number; json?: object } | null = null;
  const warnings: string[] = [];
  const { page, close } = await cars.open(
    'car:U1',
    {},
    {
      prepare: (each) =>
        each.route('**/api/delivery-price?**', async (route) => {
          asked.push(new URL(route.request().url()).searchParams.get('postcode') ?? '');
          await hold.promise;
          return response ? route.fulfill(response) : route.abort();
        }),
    },
  );
  page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
  const delivery = page.getByRole('region', { name: 'Delivery cost' });
  const said = () => delivery.getByRole('status').textContent();
  const field = delivery.getByLabel('Your postcode');
  expect(await field.getAttribute('placeholder')).toBe('4000');
  await delivery.getByRole('button').click();
  await expect.poll(said).toBe(NO_POSTCODE_MESSAGE);
  expect(asked).toEqual([]);
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);

  response = { json: { price: 610, name: 'New South Wales and ACT' } };
  await field.fill('2000');
  await field.press('Enter');
  await expect.poll(said).toBe('One moment…');
  hold.resolve();
  await expect.poll(said).toBe('$610 to New South Wales and ACT');
  expect(asked).toEqual(['2000']);

  hold = Promise.withResolvers();
  hold.resolve();
  response = null;
  await field.press('Enter');
  await expect.poll(said).toBe(NO_ESTIMATE_MESSAGE);
  await expect.poll(() => warnings.join()).toContain('The delivery could not be estimated');
  await close();
});

/** A browser that can share: once, then the shopper closes its sheet, then it refuses. */
const withShare = (page: Page) =>
  page.addInitScript(() => {
    const shared: unknown[] = [];
    const failures = [undefined, 'AbortError', 'NotAllowedError'];
    Object.assign(window, { shared });
    navigator.share = async (data) => {
      const name = failures[shared.push(data) - 1];
      if (name) throw new DOMException('', name);
    };
  });

it('VDP-19 the phone’s own way to share comes first; where it fails the links open', async () => {
  const { page, close } = await cars.open('car:U1', PHONE, { prepare: withShare });
  const share = page.locator('.vehicle-share');
  const isOpen = () => share.evaluate((details) => (details as HTMLDetailsElement).open);
  const isShared = (times: number) => expect.poll(() => page.evaluate('shared.length')).toBe(times);
  for (const times of [1, 2]) {
    await share.getByText('Share', { exact: true }).click();
    await isShared(times);
    expect(await isOpen()).toBe(false);
  }
  await share.getByText('Share', { exact: true }).click();
  await expect.poll(isOpen).toBe(true);
  expect(await page.evaluate('shared[0]')).toEqual({
    title: '2025 Toyota HiLux',
    url: expect.stringMatching(/^https:\/\/www\.switchboard\.example\/cars\/2025-toyota-hilux/),
  });
  await close();
});

it('VDP-19 on a desktop the links open, whether the browser can share or not', async () => {
  const { page, close } = await cars.open('car:U1', {}, { prepare: withShare });
  await page.locator('.vehicle-share').getByText('Share', { exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  expect(await page.evaluate('shared')).toEqual([]);
  await close();
});

it('VDP-19 a service to share with opens in a window of 550 by 400', async () => {
  const { page, close } = await cars.open('car:U1');
  await page.evaluate(`window.opened = []; window.open = (...given) => void opened.push(given)`);
  await page.locator('.vehicle-share').evaluate((share) => share.toggleAttribute('open', true));
  for (const name of ['Facebook', 'Twitter', 'WhatsApp']) {
    const link = page.getByRole('link', { name, exact: true });
    await link.click();
    const href = await link.getAttribute('href');
    expect(await page.evaluate('opened.splice(0)')).toEqual([
      [href, '_blank', expect.stringContaining('width=550,height=400')],
    ]);
    expect(decodeURIComponent(href ?? '')).toContain(
      'https://www.switchboard.example/cars/2025-toyota-hilux',
    );
  }
  await close();
});

it.each([
  ['VDP-05 the external spin viewer', 'U3', 'Spin it around', 'https://spin.example/T3-360'],
  ['VDP-03 the page that shows the inside', 'I2', 'Look inside', 'https://inside.example/i2'],
])('%s opens in place on a click, and nothing of it is loaded before', async (_what, car, label, url) => {
  const { page, complaints, asked, close } = await cars.open(
    `car:${car}`,
    {},
    {
      prepare: (each) =>
        each.route(url, (route) => route.fulfill({ body: '<p>Around', contentType: 'text/html' })),
    },
  );
  await page
    .getByRole('radio', { name: label === 'Look inside' ? 'Interior' : 'Spin' })
    .check({ force: true });
  const link = page.getByRole('link', { name: label });
  await link.waitFor();
  expect(asked.filter((each) => each.startsWith(url))).toEqual([]);
  await link.click();
  const frame = page.locator(`iframe[src="${url}"]`);
  await frame.contentFrame().getByText('Around').waitFor();
  expect(await frame.getAttribute('title')).toBe(label);
  expect(await frame.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

it.each([1024, 1440])(
  'VDP-273 VDP-297 in a window %i px wide the sidebar scrolls with the page until its end, then stays clear of the bar',
  async (width) => {
    const { page, close } = await cars.open('car:I2', { viewport: { width, height: 700 } });
    const aside = page.locator('.vehicle-aside');
    expect(await aside.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeLessThanOrEqual(0);
    const top = async () => (await aside.boundingBox())?.y ?? Number.NaN;
    const before = await top();
    await page.evaluate('scrollTo(0, 200)');
    await expect.poll(top).toBe(before - 200);
    await aside.evaluate((each) => scrollTo(0, each.clientHeight - 200));
    const bottom = async () => {
      const box = await aside.boundingBox();
      return box ? Math.round(box.y + box.height) : Number.NaN;
    };
    await expect.poll(bottom).toBe(620);
    expect(await page.locator('[data-vehicle-bar]').getByText('Call Now').isVisible()).toBe(true);
    await close();
  },
);

it('VDP-272 the header comes once the price of the page has left the window, and is not beside it', async () => {
  const { page, close } = await cars.open('car:I2', { viewport: { width: 1440, height: 900 } });
  const header = page.locator('[data-vehicle-header]');
  const price = page.locator('.vehicle-price');
  await page.waitForFunction('document.readyState === "complete"');
  // A long notice above the price: it is in view although the page is scrolled.
  await page.evaluate(
    `document.querySelector('.vehicle-aside').prepend(Object.assign(document.createElement('div'), { style: 'height: 600px' }))`,
  );
  const { y = 0, height = 0 } = (await price.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(500);
  await page.evaluate(`scrollTo(0, ${Math.floor(y + height) - 10})`);
  await expect.poll(() => page.evaluate('scrollY')).toBe(Math.floor(y + height) - 10);
  expect(await header.isVisible()).toBe(false);
  await page.evaluate(`scrollTo(0, ${Math.ceil(y + height) + 1})`);
  await expect.poll(() => header.isVisible()).toBe(true);
  await close();
});

it.each([
  [390, true],
  [1440, false],
])('VDP-277 in a window %i px wide the number of photos is in the summary: %s', async (width, isShown) => {
  const { page, close } = await cars.open('car:I2', { viewport: { width, height: 900 } });
  expect(await page.locator('.fresh-line [data-fact="photos_count"]').isVisible()).toBe(isShown);
  await close();
});
