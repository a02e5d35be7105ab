import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, get, siteUrl, test } from './site.ts';

/** What a shopper sees of one car and does with it. */

/** Of all scripts before the first gesture, files and those in the page, compressed each. */
const MOST_SCRIPT_BYTES = 7000;

/** Address of a car of the demo stock, by its stock number. */
async function carOf(dealer: string, stocknum: string): Promise<string> {
  const { text } = await get(siteUrl(dealer, `/search/new-used-and-demo-cars?query=${stocknum}`));
  const [, path] = new RegExp(`href="(/cars/[^"]*-${stocknum.toLowerCase()})"`).exec(text) ?? [];
  if (!path) throw new Error(`${dealer} has no ${stocknum}`);
  return siteUrl(dealer, path);
}

/** An Everest with spin, panorama and hotspots. */
const spun = () => carOf('riverbend', 'U20027');

async function drag(page: Page, by: number): Promise<void> {
  const box = await page.getByRole('slider', { name: /^Turn the/ }).boundingBox();
  if (!box) throw new Error('There is no spin to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step += 1) await page.mouse.move(x + (by * step) / 10, y);
}

test('VDP-03 VDP-04 a spin turns by pointer, by keys and automatically', async ({ page }) => {
  await page.goto(await spun());
  const stage = page.getByRole('slider', { name: /^Turn the 2024 Ford Everest/ });
  await expect(page.getByText('Swipe to spin')).toBeVisible();
  await drag(page, 100);
  await expect(stage).toHaveAttribute('aria-valuenow', '6');
  await page.mouse.up();
  await expect(page.getByText('Swipe to spin')).toBeHidden();
  await stage.press('Home');
  await expect(stage).toHaveAttribute('aria-valuenow', '1');
  await stage.press('ArrowLeft');
  await expect(stage).toHaveAttribute('aria-valuenow', '36');
  await expect(stage).toHaveAttribute('aria-valuetext', 'Front');
  const play = page.getByRole('button', { name: 'Turn around' });
  await play.click();
  await expect(play).toHaveAttribute('aria-pressed', 'true');
  await expect(play).toHaveAttribute('aria-pressed', 'false');
  await expect(stage).toHaveAttribute('aria-valuenow', '36');
});

test('VDP-04 drags while scripts are three seconds late are replayed once they load', async ({ page }) => {
  const address = await spun();
  const open = new Promise((resolve) => setTimeout(resolve, 3000));
  await page.route(/\/_astro\/.*\.js/, async (route) => {
    await open;
    await route.continue();
  });
  await page.goto(address);
  await drag(page, 200);
  await page.mouse.up();
  await expect(page.getByRole('slider')).not.toHaveAttribute('aria-valuenow', '1');
  expect(Number(await page.getByRole('slider').getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(11);
});

test('VDP-05 hotspots work by keyboard: each turns the car to itself and shows its text', async ({
  page,
}) => {
  await page.goto(await spun());
  const tour = page.getByRole('list', { name: 'Look at' });
  await tour.getByRole('button', { name: 'Boot with a flat floor' }).press('Enter');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', 'Rear');
  await expect(page.getByRole('status').filter({ hasText: 'Boot with a flat floor' })).toBeVisible();
});

test('VDP-04 ERR-02 a spin whose pictures fail is logged, and the photos are shown', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
  await page.route('**/images/spin/**', (route) => route.fulfill({ status: 404 }));
  await page.goto(await spun());
  await page.getByRole('slider').press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Images' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Spin' })).toBeDisabled();
  await expect(page.getByRole('list', { name: /^Photos of/ })).toBeVisible();
  expect(warnings.join()).toContain('The spin could not be loaded');
});

test('VDP-04 ERR-02 a frame that fails is logged, and its coarse one is shown', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
  await page.route(/\/images\/(?!spin\/).*-3x2\.(?:webp|jpg)$/, (route) => route.fulfill({ status: 404 }));
  await page.goto(await spun());
  await page.getByRole('slider').press('ArrowRight');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '2');
  await expect.poll(() => warnings.join()).toContain('A frame of the spin could not be loaded');
  await expect(page.getByRole('radio', { name: 'Spin' })).toBeChecked();
  await expect(page.locator('[data-spin-canvas]')).toBeVisible();
});

test('VDP-04 the first press on a spin counts, though its script comes with it', async ({ page }) => {
  await page.goto(await spun(), { waitUntil: 'networkidle' });
  const play = page.getByRole('button', { name: 'Turn around' });
  expect(await page.locator('template[data-at-gesture][data-module]').count()).toBeGreaterThan(0);
  await play.evaluate((button: HTMLElement) => button.click());
  await expect(play).toHaveAttribute('aria-pressed', 'true');
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByRole('slider').focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '4');
});

test('VDP-03 VDP-05 the inside view can be turned, and its hotspots turn it too', async ({ page }) => {
  await page.goto(await spun());
  const interior = page.getByRole('radio', { name: 'Interior' });
  await interior.focus();
  await interior.press('Space');
  const inside = page.getByRole('region', { name: /^Inside the/ });
  const mark = inside.getByRole('button', { name: 'Touchscreen with Apple CarPlay and Android Auto' });
  await expect(mark).toBeAttached();
  await mark.focus();
  await expect(mark).toHaveCSS('opacity', '1');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('VDP-03 the photos of a car that spins can be seen, and its inside', async ({ page }) => {
    await page.goto(await spun());
    await page.getByRole('radio', { name: 'Images' }).check();
    await expect(page.getByRole('list', { name: /^Photos of/ })).toBeVisible();
    await page.getByRole('radio', { name: 'Interior' }).check();
    await expect(page.getByRole('img', { name: /^Inside the .*, all around$/ })).toBeVisible();
  });

  test('VDP-17 the number comes with the page', async ({ page }) => {
    await page.goto(await spun());
    await page.getByRole('button', { name: 'Call Now' }).first().click();
    await expect(page.getByRole('link', { name: /^Call 07 / }).first()).toHaveAttribute(
      'href',
      /^tel:07\d{8}$/,
    );
  });
});

test('VDP-17 VDP-33 ANL-05 Call Now shows the number and reports the call', async ({ page }) => {
  await page.goto(await spun());
  await page.evaluate(
    'globalThis.calls = []; addEventListener("forecourt:event", (e) => calls.push(e.detail))',
  );
  await page.getByRole('button', { name: 'Call Now' }).first().click();
  const number = page.getByRole('link', { name: /^Call 07 / }).first();
  await expect(number).toBeFocused();
  await expect(number).toHaveAttribute('href', /^tel:07\d{8}$/);
  expect(await page.evaluate('calls')).toContainEqual({ eventId: 25, label: 'Used Car' });
});

test('@phone VDP-17 if the request fails, the page reloads with the number', async ({ page }) => {
  await page.goto(await spun());
  const address = page.url();
  await page.route(address, (route) =>
    route.request().headers().accept === 'application/json'
      ? route.fulfill({ status: 404 })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Call Now' }).first().click();
  await expect(page.getByRole('link', { name: /^Call 07 / }).first()).toBeVisible();
});

const filmed = () => carOf('riverbend', 'U20166');

test('VDP-01 a photo opens full screen, is navigated by keys, and returns the focus', async ({ page }) => {
  await page.goto(await filmed());
  const photos = page.getByRole('list', { name: /^Photos of/ });
  const first = photos.getByRole('link').first();
  await first.focus();
  await first.press('Enter');
  const viewer = page.getByRole('dialog', { name: /^Photos of/ });
  await expect(viewer.getByRole('status')).toHaveText(/^1 of \d+$/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('status')).toHaveText(/^3 of \d+$/);
  for (let tab = 0; tab < 8; tab += 1) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        'document.activeElement === document.body || !!document.activeElement.closest("dialog")',
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(first).toBeFocused();
  await expect(photos.getByRole('listitem').nth(2)).toBeInViewport({ ratio: 0.6 });
});

test('VDP-02 the video is the second slide, and nothing of it is loaded before a click', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(await filmed());
  await page.waitForLoadState('networkidle');
  const second = page
    .getByRole('list', { name: /^Photos of/ })
    .getByRole('listitem')
    .nth(1);
  await second.scrollIntoViewIfNeeded();
  expect(asked.filter((url) => url.endsWith('.webm'))).toEqual([]);
  await second.getByRole('link', { name: /^Watch the video/ }).click();
  await expect(second.locator('video')).toHaveJSProperty('paused', false);
  expect(asked.filter((url) => url.endsWith('.webm'))).not.toEqual([]);
});

test('VDP-01 thumbnails follow the photo, and a gallery that is left is reset', async ({ page }) => {
  await page.goto(await spun());
  await page.getByRole('radio', { name: 'Images' }).check();
  const next = page.getByRole('button', { name: 'Next photo' });
  await next.click();
  await expect(page.getByRole('link', { name: 'Photo 2', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page.getByRole('radio', { name: 'Spin' }).check();
  await page.getByRole('radio', { name: 'Images' }).check();
  await expect(page.getByRole('link', { name: 'Photo 1', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('NAV-01 the page of a car is prefetched, and its picture grows out of the card', async ({ page }) => {
  const response = await page.goto(siteUrl('riverbend', '/search/used-cars'));
  expect(response?.headers()['speculation-rules']).toBe('"/speculation-rules.json"');
  const type = await page.evaluate<string>(
    "fetch('/speculation-rules.json').then(({ headers }) => headers.get('content-type'))",
  );
  expect(type).toBe('application/speculationrules+json');
  const card = page.getByRole('article').first();
  await card.getByRole('link', { name: 'View Details' }).click();
  await expect(page).toHaveURL(/\/cars\//);
  const named = page.locator('.gallery-strip > li').first().locator('img');
  await expect(named).toHaveCSS('view-transition-name', 'vehicle-picture');
});

test('NAV-01 a second card pressed while the page still fades to the first is no error', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(siteUrl('riverbend', '/search/used-cars'));
  await page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLElement>('.vehicle-card a[href^="/cars/"]')];
    for (const [at, link] of [links.at(0), links.at(-1)].entries()) setTimeout(() => link?.click(), at * 20);
  });
  await expect(page).toHaveURL(/\/cars\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(errors).toEqual([]);
});

test('SRCH-01 back from a car the results have their scroll position', async ({ page }) => {
  await page.goto(siteUrl('riverbend', '/search/used-cars'));
  const card = page.getByRole('article').nth(9);
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate<number>('scrollY');
  await card.getByRole('link', { name: 'View Details' }).click();
  await expect(page).toHaveURL(/\/cars\//);
  await page.goBack();
  await expect(card).toBeInViewport();
  // To the pixel, give or take a fraction of one.
  await expect
    .poll(async () => Math.abs((await page.evaluate<number>('scrollY')) - before))
    .toBeLessThanOrEqual(2);
});

test('@phone VDP-30 a car’s page is light before the first interaction', async ({ page }) => {
  const files: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') files.push(response.body());
  });
  await page.goto(await carOf('riverbend', 'U20027'), { waitUntil: 'networkidle' });
  const inline = await page.locator('script:not([src]):not([type*="json"])').allTextContents();
  const scripts = [...(await Promise.all(files)), ...inline];
  const bytes = scripts.map((script) => gzipSync(script, { level: 9 }).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MOST_SCRIPT_BYTES);
});

test('@phone VDP-01 PLAT-02 the first photo loads alone: the others are requested once it is painted', async ({
  page,
}) => {
  await page.goto(await carOf('riverbend', 'N20963'), { waitUntil: 'networkidle' });
  const [painted = Number.NaN, ...asked] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ...performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/images/'))
      .map(({ startTime }) => startTime),
  ]);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((at) => at < painted)).toHaveLength(1);
});

test('@phone VDP-30 nothing on a car’s page shifts while its scripts load', async ({ page }) => {
  // A typeface that comes late swaps, and is another matter: here it never comes.
  await page.route('**/*.woff2', () => undefined);
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources?: { node?: Node }[] })[])
        for (const { node } of entry.sources ?? [])
          moved.push(node instanceof Element ? node.outerHTML.slice(0, 80) : (node?.textContent ?? 'gone'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const fresh = page.waitForResponse(/view\.json/);
  await page.goto(await carOf('riverbend', 'U20027'), { waitUntil: 'domcontentloaded' });
  await fresh;
  await expect(page.locator('.vehicle-heart')).toBeVisible();
  await expect(page.locator('[data-favourites-link]')).toBeVisible();
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
});
