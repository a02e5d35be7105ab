import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInContact } from '#src/features/account/server/queries/contact-queries.ts';
import { startSession } from '#src/features/account/server/session.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { axeViolations } from '../fixtures/axe.ts';
import { launchBrowser, openQuietPage } from '../fixtures/browser.ts';
import { startStockedSite } from '../fixtures/stocked-site.ts';

const HILUX = '2025 Toyota HiLux';
const MAZDA = '2025 Mazda CX-5';
const USED = '/search/used-cars';
const PHONE = '0412345678';

let browser: Browser;
let site: Awaited<ReturnType<typeof startStockedSite>>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const settings = { 'account.signIn': true, 'account.watchlist': true, 'account.myGarage': true };
  [browser, site] = await Promise.all([launchBrowser(), startStockedSite(settings)]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});
beforeEach(async () => {
  ({ context, page } = await openQuietPage(browser));
  await context.route(/\/(?:images|pictures|logos)\/|\/speculation-rules/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
});
afterEach(async () => {
  await context.close();
  for (const table of ['watchlists', 'sessions', 'contacts'] as const)
    await site.services.db.deleteFrom(table).execute();
});

async function signIn(phone = PHONE): Promise<void> {
  const { db, clock } = site.services;
  const details = { firstName: 'Ann', lastName: '', email: '', website: site.origin, dealershipSlug: '' };
  const contact = await signInContact(
    db,
    { dealer: site.dealer.slug, phone },
    { ...details, optInConsent: null, termsConsent: null },
    clock.now().toISOString(),
  );
  const [pair = ''] = (await startSession(site.services, contact)).split(';');
  const [name = '', value = ''] = pair.split('=');
  await context.addCookies([{ name, value, url: site.origin }]);
}
const rows = () => site.services.db.selectFrom('watchlists').select('vehicle_id').execute();
const heart = (name: string) => page.locator('article', { hasText: name }).first().locator('save-car button');
const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('forecourt:favourites') ?? '[]'));
/** Notes toasts in the page itself: a busy machine looks later than they last. */
const WATCH_TOASTS = `window.toasts = [];
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      const atOnce = document.querySelectorAll('.toast').length;
      for (const node of addedNodes)
        if (node.className === 'toast') toasts.push({ node, atOnce, shownAt: performance.now() });
      for (const node of removedNodes)
        for (const each of toasts) if (each.node === node) each.goneAt = performance.now();
    }
  }).observe(document, { childList: true, subtree: true });`;
const goneToasts = (on: Page) =>
  on.evaluate(`toasts.filter(({ goneAt }) => goneAt).map(({ node }) =>
    [node.querySelector('p').textContent, node.querySelector('a').getAttribute('href')])`);
const toast = (text: string) => page.locator('.toast').getByText(text, { exact: true });

describe('signed in', () => {
  it('FAV-02 FAV-03 a save is shown at once, then stored; toasts come one at a time, with a link, for three seconds', async () => {
    await signIn();
    await page.addInitScript(WATCH_TOASTS);
    await page.goto(site.url(USED));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/watchlist/save-car', (route) => held.then(() => route.continue()));
    await heart(HILUX).click();
    expect(await heart(HILUX).getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => heart(HILUX).isDisabled()).toBe(true);
    expect(await page.locator('.toast').count()).toBe(0);
    release();
    await expect.poll(() => heart(HILUX).isDisabled()).toBe(false);
    expect(await rows()).toEqual([{ vehicle_id: (await site.car('U1')).id }]);
    await expect.poll(() => goneToasts(page)).toEqual([['Car Saved In Watchlist', '/saved-cars']]);
    expect(await page.evaluate('toasts[0].goneAt - toasts[0].shownAt')).toBeGreaterThan(2000);
    await heart(MAZDA).click();
    await toast('Car Saved In Watchlist').waitFor();
    await heart(HILUX).click();
    await toast('Car Removed').waitFor();
    expect(await page.evaluate('toasts.map(({ atOnce }) => atOnce)')).toEqual([1, 1, 1]);
    expect(await rows()).toEqual([{ vehicle_id: (await site.car('U2')).id }]);
  });

  it.each([
    [
      'refuses',
      (url: string) =>
        page.route(url, (route) =>
          route.fulfill({
            status: 409,
            json: { error: { code: 'not_for_car', message: 'This vehicle can’t be saved.' } },
          }),
        ),
      'This vehicle can’t be saved.',
    ],
    [
      'fails',
      (url: string) => page.route(url, (route) => route.fulfill({ status: 500, body: 'x' })),
      'We couldn’t reach our server. Please check your connection and try again.',
    ],
    [
      'is not there',
      (url: string) => page.route(url, (route) => route.abort()),
      'We couldn’t reach our server. Please check your connection and try again.',
    ],
  ])(
    'FAV-02 ERR-05 where the server %s, the press is taken back and an alert says why, without a toast of success',
    async (_what, break_, message) => {
      await signIn();
      await page.goto(site.url(USED));
      await break_('**/api/watchlist/save-car');
      await heart(HILUX).click();
      await page.getByRole('alert').getByText(message).waitFor();
      expect(await heart(HILUX).getAttribute('aria-pressed')).toBe('false');
      await expect.poll(() => heart(HILUX).isDisabled()).toBe(false);
      expect(await page.getByText('Car Saved In Watchlist').count()).toBe(0);
      expect(await stored()).toEqual([]);
      expect(await rows()).toEqual([]);
      await page.getByRole('button', { name: 'Close' }).click();
      expect(await page.locator('.toast').count()).toBe(0);
    },
  );

  it('FAV-02 a heart that is pressed by keyboard has the focus while it is sent, and after', async () => {
    await signIn();
    await page.goto(site.url(USED));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/watchlist/save-car', (route) => held.then(() => route.continue()));
    await heart(HILUX).press('Enter');
    await expect.poll(() => heart(HILUX).getAttribute('aria-busy')).toBe('true');
    // A second press waits for the first.
    await page.keyboard.press('Enter');
    expect(await heart(HILUX).getAttribute('aria-pressed')).toBe('true');
    release();
    await toast('Car Saved In Watchlist').waitFor();
    expect(await heart(HILUX).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await rows()).toEqual([{ vehicle_id: (await site.car('U1')).id }]);
  });

  it('FAV-06 a car removed by keyboard moves the focus to the next one, and the last to the empty list', async () => {
    await signIn();
    await page.goto(site.url(USED));
    for (const name of [HILUX, MAZDA]) {
      await heart(name).click();
      await expect.poll(() => heart(name).isDisabled()).toBe(false);
    }
    await page.goto(site.url('/saved-cars'));
    const remove = (name: string) =>
      page.locator('.saved-cars-foot').getByRole('button', { name: `Remove ${name}` });
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    await remove(MAZDA).press('Enter');
    await expect.poll(focused).toBe(HILUX);
    await remove(HILUX).press('Enter');
    await expect.poll(focused).toBe('Browse cars');
  });

  it('FAV-03 the button of a car’s page reads Save, then Saved, and is as wide', async () => {
    await signIn();
    const { slug } = await site.car('U1');
    await page.goto(site.url(`/cars/${slug}`));
    const button = page.locator('.vehicle-heart').getByRole('button');
    const word = () => button.textContent();
    const widthOf = async () => (await button.boundingBox())?.width;
    const unsaved = await widthOf();
    expect(await word()).toBe('Save');
    await button.click();
    await expect.poll(word).toBe('Saved');
    expect(await widthOf()).toBe(unsaved);
    await toast('Car Saved In Watchlist').waitFor();
    expect(await button.getAttribute('aria-label')).toBe(`Remove ${HILUX} from saved`);
  });

  it('ANL-04 saving is event 39, removing is none', async () => {
    await signIn();
    await page.addInitScript(
      `window.said = []; addEventListener('forecourt:event', ({ detail }) => window.said.push(detail));`,
    );
    await page.goto(site.url(USED));
    await heart(HILUX).click();
    await toast('Car Saved In Watchlist').waitFor();
    await expect.poll(() => heart(HILUX).isDisabled()).toBe(false);
    await heart(HILUX).click();
    await expect.poll(() => heart(HILUX).getAttribute('aria-label')).toBe(`Save ${HILUX}`);
    await expect.poll(rows).toEqual([]);
    const events = await page.evaluate(
      () => (window as unknown as { said: { eventId: number; label: string }[] }).said,
    );
    expect(events.filter(({ eventId }) => eventId === 39)).toMatchObject([{ label: HILUX }]);
  });

  it('FAV-06 FAV-260 the garage shows what was saved, as cards', async () => {
    await signIn();
    await page.goto(site.url(USED));
    await heart(HILUX).click();
    await expect.poll(rows).toHaveLength(1);
    await page.goto(site.url('/my-garage'));
    const saved = page.getByRole('region', { name: 'Saved', exact: true });
    expect(await saved.locator('article').count()).toBe(1);
    expect(await saved.getByRole('link', { name: HILUX }).count()).toBeGreaterThan(0);
    await saved.getByRole('link', { name: 'See the car you saved' }).click();
    await page.getByRole('heading', { level: 1, name: 'Saved cars' }).waitFor();
  });

  it('FAV-06 VDP-16 the page marks what changed; a sold car stays on it and has a page, for its watcher alone', async () => {
    await signIn();
    await page.goto(site.url(USED));
    for (const name of [HILUX, MAZDA]) {
      await heart(name).click();
      await expect.poll(() => heart(name).isDisabled()).toBe(false);
    }
    const { db, clock } = site.services;
    const { slug } = await site.car('U2');
    const { record } = await db
      .selectFrom('vehicles')
      .select('record')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    const longAgo = new Date(clock.now().getTime() - 100 * DAY_MS).toISOString();
    const change = (set: object) => db.updateTable('vehicles').set(set).where('slug', '=', slug).execute();
    await db
      .updateTable('watchlists')
      .set({ price_cents: 4_799_000 })
      .where('vehicle_id', '=', (await site.car('U1')).id)
      .execute();
    await change({
      status: 'sold',
      sold_at: longAgo,
      record: JSON.stringify({ ...JSON.parse(record), status: 'sold' }),
    });
    try {
      await page.goto(site.url('/saved-cars'));
      await page.getByText('This car has been sold.').waitFor();
      await page.getByText('$2,000 less than when you saved it.').waitFor();
      expect((await axeViolations(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      await page.getByRole('heading', { name: MAZDA }).getByRole('link').click();
      await page.getByRole('heading', { name: MAZDA, level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/saved-cars/${slug}`);
      expect(await page.locator('.vehicle-sold').isVisible()).toBe(true);
      await context.clearCookies();
      await page.goto(site.url(`/saved-cars/${slug}`), { waitUntil: 'load' });
      expect(new URL(page.url()).pathname).not.toContain('/saved-cars');
    } finally {
      await change({ status: 'in_stock', sold_at: null, record });
    }
  });

  it('FAV-06 a car is removed whichever script of the page runs first', async () => {
    await signIn();
    await page.goto(site.url(USED));
    await heart(HILUX).click();
    await expect.poll(rows).toHaveLength(1);
    // Without the mark in the header only the page's own script starts the list.
    await page.addInitScript(() => {
      const unmark = () => document.querySelector('[data-watchlist]')?.removeAttribute('data-watchlist');
      new MutationObserver(unmark).observe(document, { childList: true, subtree: true });
    });
    await page.goto(site.url('/saved-cars'));
    await page.locator('[data-saved-count]', { hasText: '1' }).waitFor();
    await page
      .locator('.saved-cars-foot')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect.poll(rows).toEqual([]);
    await page.getByRole('heading', { name: 'Nothing saved yet' }).waitFor();
    expect(await stored()).toEqual([]);
  });

  it('FAV-06 a car is removed on the page, and by its form without JavaScript', async () => {
    await signIn();
    await page.goto(site.url(USED));
    for (const name of [HILUX, MAZDA]) {
      await heart(name).click();
      await expect.poll(() => heart(name).isDisabled()).toBe(false);
    }
    await page.goto(site.url('/saved-cars'));
    await page
      .locator('.saved-cars-foot')
      .getByRole('button', { name: `Remove ${MAZDA}` })
      .click();
    await toast('Car Removed').waitFor();
    await expect.poll(() => page.locator('.saved-cars-entry:visible').count()).toBe(1);
    expect(await rows()).toEqual([{ vehicle_id: (await site.car('U1')).id }]);
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await context.storageState(),
    });
    const still = await plain.newPage();
    await still.goto(site.url('/saved-cars'));
    await still.getByRole('button', { name: `Remove ${HILUX}` }).click();
    await still.getByRole('heading', { name: 'Nothing saved yet' }).waitFor();
    expect(await rows()).toEqual([]);
    await plain.close();
  });
});

describe('a slow processor', () => {
  beforeEach(async () => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.route('**/_astro/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await route.continue();
    });
  });

  it('FAV-02 with scripts that are three seconds late, the first press of a heart counts', async () => {
    await signIn();
    await page.goto(site.url(USED), { waitUntil: 'commit' });
    await heart(HILUX).click();
    await expect.poll(rows).toEqual([{ vehicle_id: (await site.car('U1')).id }]);
    await toast('Car Saved In Watchlist').waitFor();
  });

  it('FAV-06 with scripts that are three seconds late, a car is removed at once', async () => {
    await signIn();
    await page.goto(site.url(USED), { waitUntil: 'commit' });
    await heart(HILUX).click();
    await expect.poll(rows).toHaveLength(1);
    await page.goto(site.url('/saved-cars'), { waitUntil: 'commit' });
    await page
      .locator('.saved-cars-foot')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect.poll(rows).toEqual([]);
  });
});

describe('signed out', () => {
  it('FAV-04 a press leads to sign-in and back; after it the car is on the list', async () => {
    await page.goto(site.url(`${USED}?make=Toyota`));
    await heart(HILUX).click();
    await page.waitForURL('**/sign-in?*');
    const asked = new URL(page.url()).searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      type: 'watchlist',
      redirect: `${USED}?make=Toyota`,
      back: `${USED}?make=Toyota`,
    });
    expect(await rows()).toEqual([]);
    await signIn();
    await page.goto(site.url(USED));
    await toast('Car Saved In Watchlist').waitFor();
    expect(await rows()).toEqual([{ vehicle_id: (await site.car('U1')).id }]);
    expect(await heart(HILUX).getAttribute('aria-pressed')).toBe('true');
  });

  it('FAV-02 a press that was not sent before the page was left is sent later', async () => {
    await signIn();
    await page.goto(site.url(USED));
    await page.waitForFunction(() => localStorage.getItem('forecourt:watchlist') !== null);
    await page.route(/watchlist-(?:script|sync)\.[\w-]+\.js/, (route) => route.abort());
    await page.goto(site.url(USED), { waitUntil: 'load' });
    await page.mouse.move(5, 5);
    await page.mouse.move(50, 50);
    await heart(HILUX).click();
    expect(await rows()).toEqual([]);
    await page.unroute(/watchlist-(?:script|sync)\.[\w-]+\.js/);
    await page.goto(site.url('/about-us'));
    await expect.poll(rows).toHaveLength(1);
  });

  it('FAV-02 after sign-out the list leaves the browser, and another person’s never joins it', async () => {
    await signIn();
    await page.goto(site.url(USED));
    await heart(HILUX).click();
    await toast('Car Saved In Watchlist').waitFor();
    await context.clearCookies();
    await signIn('0498765432');
    await page.goto(site.url(USED));
    await expect.poll(stored).toEqual([]);
    expect(await rows()).toHaveLength(1);
    await context.clearCookies();
    await page.goto(site.url(USED));
    await expect.poll(() => page.evaluate(() => localStorage.getItem('forecourt:watchlist'))).toBe('null');
  });
});
