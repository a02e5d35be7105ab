import { gzipSync } from 'node:zlib';
import { carOf, spun } from './car-addresses.ts';
import { openHeld } from './held-scripts.ts';
import { expect, siteUrl, test } from './site.ts';

/** What a shopper sees of one car and does with it. */

/** Of all scripts before the first gesture, files and those in the page, compressed each. */
const MOST_SCRIPT_BYTES = 12 * 1024;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('VDP-03 the photos of a car that spins can be seen, and its inside', async ({ page }) => {
    await page.goto(await spun());
    await page.getByRole('radio', { name: 'Images' }).check();
    await expect(page.getByRole('region', { name: /^Photos of/ })).toBeVisible();
    await page.getByRole('radio', { name: 'Interior' }).check();
    await expect(page.getByRole('img', { name: /^Inside the .*, all around$/ })).toBeVisible();
  });

  test('VDP-17 the number comes with the page @core', async ({ page }) => {
    await page.goto(await spun());
    await page.getByRole('button', { name: 'Call Now' }).first().click();
    await expect(page.getByRole('link', { name: /^Call 07 / }).first()).toHaveAttribute(
      'href',
      /^tel:07\d{8}$/,
    );
  });
});

test('VDP-17 VDP-33 ANL-05 Call Now shows the number and reports the call @core', async ({ page }) => {
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

test('VDP-17 a call that came to nothing can be tried again on the page that Back leads to', async ({
  page,
}) => {
  await page.goto(await spun());
  let asked = 0;
  await page.route(page.url(), (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    asked += 1;
    return asked === 1 ? undefined : route.continue();
  });
  const call = page.getByRole('button', { name: 'Call Now' }).first();
  await call.click();
  await expect.poll(() => asked).toBe(1);
  await call.click();
  expect(asked).toBe(1);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await call.click();
  await expect(page.getByRole('link', { name: /^Call 07 / }).first()).toBeVisible();
});

const filmed = () => carOf('riverbend', 'N20104');
/** An i30 with five photos. */
const photographed = () => carOf('riverbend', 'U21030');

test('VDP-01 a photo pressed before any script has come opens full screen once they are there', async ({
  page,
}) => {
  const release = await openHeld(page, await filmed());
  await page
    .getByRole('region', { name: /^Photos of/ })
    .getByRole('link')
    .first()
    .click();
  release();
  await expect(page.getByRole('dialog', { name: /^Photos of/ })).toBeVisible();
  await expect(page).toHaveURL(/\/cars\//);
});

test('VDP-01 a photo pressed while no script comes is followed to its file', async ({ page }) => {
  await openHeld(page, await filmed());
  await page
    .getByRole('region', { name: /^Photos of/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveURL(/\.jpg$/);
});

test('VDP-01 a photo opens full screen, is navigated by keys, and returns the focus @core', async ({
  page,
}) => {
  await page.goto(await filmed());
  const photos = page.getByRole('region', { name: /^Photos of/ });
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
  const last = photos.getByRole('listitem').nth(2);
  await expect(last.getByRole('link')).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 0.6 });
});

test('VDP-01 a photo pressed twice before any script has come opens the viewer once', async ({ page }) => {
  const release = await openHeld(page, await filmed());
  const first = page
    .getByRole('region', { name: /^Photos of/ })
    .getByRole('link')
    .first();
  await first.click();
  await first.click();
  release();
  const viewers = page.getByRole('dialog', { name: /^Photos of/, includeHidden: true });
  await expect(viewers).toHaveCount(1);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(viewers).toHaveCount(0);
});

test('VDP-01 photos swiped before the gallery is hydrated stay where they are', async ({ page }) => {
  const release = await openHeld(page, await photographed());
  const photos = page.getByRole('region', { name: /^Photos of/ });
  const third = photos.getByRole('listitem').nth(2);
  await third.scrollIntoViewIfNeeded();
  await expect(third).toBeInViewport({ ratio: 0.9 });
  await photos.hover();
  release();
  await expect(page.getByRole('link', { name: 'Photo 3', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(third).toBeInViewport({ ratio: 0.9 });
});

test('VDP-01 ERR-02 a photo that cannot be loaded full screen says so, and the others are shown', async ({
  page,
}) => {
  await page.route(/\/images\/.*\/w(?:960|1280|2560)-q75\.webp$/, (route) => route.fulfill({ status: 404 }));
  await page.goto(await filmed());
  await page
    .getByRole('region', { name: /^Photos of/ })
    .getByRole('link')
    .first()
    .click();
  const viewer = page.getByRole('dialog', { name: /^Photos of/ });
  await expect(viewer.getByText('This photo could not be loaded.').first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('status')).toHaveText(/^2 of \d+$/);
});

test('VDP-01 every photo that the keyboard reaches is in view, at widths that round up and down', async ({
  page,
}) => {
  await page.goto(await photographed());
  const photos = page.getByRole('region', { name: /^Photos of/ });
  const links = photos.getByRole('link');
  const count = await links.count();
  expect(count).toBeGreaterThan(4);
  for (const width of [1440, 1441, 1279, 390]) {
    await page.setViewportSize({ width, height: 900 });
    // A frame after a resize the slider goes back to its slide.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    await links.first().focus();
    for (let at = 0; at < count; at += 1) {
      if (at > 0) await page.keyboard.press('Tab');
      await expect(links.nth(at)).toBeFocused();
      await expect(links.nth(at)).toBeInViewport({ ratio: 0.9 });
    }
  }
});

test('VDP-02 the video is the second slide, and nothing of it is loaded before a click', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(await filmed());
  await page.waitForLoadState('networkidle');
  const second = page
    .getByRole('region', { name: /^Photos of/ })
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
  const link = page.getByRole('article').first().getByRole('link', { name: 'View Details' });
  const ahead = await page.context().newCDPSession(page);
  await ahead.send('Preload.enable');
  const prefetched = new Promise<string>((resolve) =>
    ahead.on('Preload.prefetchStatusUpdated', ({ status, prefetchUrl }) => {
      if (status === 'Ready') resolve(prefetchUrl);
    }),
  );
  await link.hover();
  const address = await link.evaluate((each: HTMLAnchorElement) => each.href);
  expect(await prefetched).toBe(address);
  await page.evaluate(() => {
    addEventListener('pageswap', ({ viewTransition }) => {
      const pictures = [...document.querySelectorAll<HTMLElement>('.vehicle-card img')];
      const named = pictures.filter(({ style }) => style.viewTransitionName === 'vehicle-picture');
      const cards = named.map((picture) => picture.closest('.vehicle-card')?.querySelector('a')?.href);
      sessionStorage.setItem('left', JSON.stringify({ moves: viewTransition !== null, cards }));
    });
  });
  await link.click();
  await expect(page).toHaveURL(address);
  expect(JSON.parse(await page.evaluate<string>("sessionStorage.getItem('left')"))).toEqual({
    moves: true,
    cards: [address],
  });
  const named = page.locator('.gallery-strip li').first().locator('img');
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

test('@phone VDP-30 a car’s page is light before the first interaction @core', async ({ page }) => {
  const files: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') files.push(response.body());
  });
  await page.goto(await carOf('riverbend', 'U20027'), { waitUntil: 'networkidle' });
  const inline = await page.locator('script:not([src]):not([type*="json"])').allTextContents();
  // What is inline is compressed with its page.
  const scripts = [...(await Promise.all(files)), inline.join('\n')];
  const bytes = scripts.map((script) => gzipSync(script, { level: 9 }).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MOST_SCRIPT_BYTES);
});

test('@phone VDP-01 PLAT-02 the first photo is requested before the others @core', async ({ page }) => {
  await page.goto(await carOf('riverbend', 'N20963'), { waitUntil: 'networkidle' });
  const lead = await page
    .getByRole('main')
    .getByRole('img')
    .first()
    .evaluate((photo: HTMLImageElement) => photo.currentSrc);
  const photos = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/images/'))
      .map(({ name }) => name),
  );
  expect(photos.indexOf(lead)).toBe(0);
});

test('@phone VDP-30 nothing on a car’s page shifts while its scripts load @core', async ({ page }) => {
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
  await expect(page.locator('.vehicle-heart').getByRole('button')).toBeVisible();
  await expect(page.locator('[data-saved-link]')).toBeVisible();
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
});

for (const width of [390, 1440])
  test(`VDP-30 CFG-15 hardly anything moves when the typefaces come at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value?: number })[])
          shifts.push(entry.value ?? 0);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // Both have words that need a line more in a narrower face: a title, and three buttons in the bar.
    for (const car of ['D21010', 'D20689']) {
      await page.goto(await carOf('riverbend', car), { waitUntil: 'networkidle' });
      await page.waitForFunction(() =>
        [...document.fonts].some(({ family, status }) => status === 'loaded' && !family.includes('Fallback')),
      );
      await page.evaluate(
        () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
      );
      const moved = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
      expect
        .soft(
          moved.reduce((sum, each) => sum + each, 0),
          car,
        )
        .toBeLessThan(0.002);
      await page.evaluate(() => localStorage.clear());
    }
  });
