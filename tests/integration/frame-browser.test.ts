import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { axeViolations } from '../fixtures/axe.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { stopClock } from '../fixtures/page-clock.ts';
import { startRenderedSites } from '../fixtures/rendered-site.ts';
import { settledPage } from '../fixtures/settled-page.ts';

const WIDTHS = [390, 768, 1024, 1440];
const LONG_MENU = Array.from({ length: 9 }, (_, n) => ({
  label: `Vehicles and services no ${n + 1}`,
  items: [
    { label: 'A link whose words go on for longer than any menu is wide', href: '/about-us' },
    { label: 'Contact', href: '/contact' },
  ],
}));
const BRANDS = ['Toyota', 'Mazda', 'Isuzu UTE', 'Mercedes-Benz', 'LDV', 'Kia', 'Suzuki'].map((title) => ({
  title,
  slug: title.toLowerCase().replaceAll(' ', '-'),
  description: [`${title} at Harbour City.`],
}));
const OUTSIDE = {
  'analytics.googleTag': 'G-ABC1234567',
  'analytics.metaPixel': '12345678901',
  chat: { label: 'Live chat', script: 'https://chat.example/widget.js' },
  'dealerships.0.switches': { liveChat: true },
  slots: [{ place: 'contact', title: 'Value my car', frame: 'https://tool.example/value' }],
};

let browser: Browser;
let sites: Awaited<ReturnType<typeof startRenderedSites>>;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [browser, sites] = await Promise.all([
    launchBrowser(),
    startRenderedSites(inject('pagesEntry'), {
      long: { 'navigation.header': LONG_MENU },
      mega: {
        brands: BRANDS,
        'navigation.megaMenu': true,
        'navigation.header': [
          { label: 'Home', href: '/' },
          { label: 'Brands', list: 'brands', items: [{ label: 'All brands', href: '/brands' }] },
          { label: 'Our Stock', list: 'stock' },
        ],
      },
      outside: OUTSIDE,
      barless: { ...OUTSIDE, 'navigation.mobileBar': false },
      popup: { popup: { title: 'Open day', description: 'From nine.' } },
      later: { popup: { title: 'Open day', description: 'From ten.' } },
      paused: { 'status.state': 'paused' },
    }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await sites?.stop();
});
beforeEach(async () => {
  await open({});
});
afterEach(async () => {
  await context.close();
  expect(faults).toEqual([]);
});

async function open(options: Parameters<Browser['newContext']>[0]) {
  await context?.close();
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  page = await context.newPage();
  if (options?.javaScriptEnabled !== false) settledPage(page);
  faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
}

const go = (slug: string, path: string) => page.goto(sites.url(slug, path));
const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());

describe('header', () => {
  it.each(WIDTHS)(
    'CFG-09 nine long entries and their dropdowns stay inside a page %i px wide',
    async (width) => {
      await page.setViewportSize({ width, height: 800 });
      await go('long', '/about-us');
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await overflow()).toBeLessThanOrEqual(0);
      if (width < 992) await page.getByRole('button', { name: 'Menu', exact: true }).click();
      for (const summary of await page.locator('.site-menu-group > summary').all()) {
        await summary.click();
        // A browser reports an opened group a moment later; its direction is decided then.
        const box = await page.locator('.site-menu-group[open] .site-menu-panel[data-unfolds]').boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        expect(await overflow()).toBeLessThanOrEqual(0);
      }
    },
  );

  it('CFG-09 the mega menu opens by keyboard, and Escape returns the focus', async () => {
    await go('mega', '/about-us');
    await page.locator('.site-menu-mega > summary').focus();
    await page.keyboard.press('Enter');
    const panel = page.locator('.site-menu-mega .site-menu-panel');
    await panel.waitFor({ state: 'visible' });
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Overview: Toyota',
    );
    await page.keyboard.press('Escape');
    expect(await panel.isVisible()).toBe(false);
    expect(await focused()).toBe('Brands');
  });

  it('CFG-09 the mega menu needs no script, on small screens and large ones', async () => {
    for (const viewport of [
      { width: 390, height: 800 },
      { width: 1280, height: 800 },
    ]) {
      await open({ javaScriptEnabled: false, viewport });
      await go('mega', '/about-us');
      if (viewport.width < 992) await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.locator('.site-menu-mega > summary').click();
      await page.getByRole('link', { name: 'View stock: LDV' }).waitFor();
    }
  });

  it.each([390, 1280])(
    'CFG-09 header, open mega menu, bar and footer are accessible at %i px',
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await go('mega', '/about-us');
      if (width < 992) await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.locator('.site-menu-mega > summary').click();
      // Behind the sheet of small screens the page is inert once its script runs: there is no main part to find.
      const ofPage = { enabled: width >= 992 };
      const violations = await axeViolations(page, {
        rules: { 'landmark-one-main': ofPage, 'page-has-heading-one': ofPage },
      });
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    },
  );

  it('NAV-11 the first key press reaches the skip link, and it shows', async () => {
    await go('mega', '/about-us');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    const box = await page.locator('.skip-link').boundingBox();
    expect(box?.height).toBeGreaterThan(20);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });
});

describe('bar of small screens', () => {
  it('CFG-09 it comes with the first scroll, stays at the bottom of the screen, below the footer’s text at the end, and is hidden on large ones', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await go('mega', '/about-us');
    const bar = page.locator('.mobile-bar');
    const foot = async () => {
      const box = await bar.boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0));
    };
    expect(await bar.isVisible()).toBe(false);
    await page.mouse.wheel(0, 200);
    await expect.poll(foot).toBe(800);
    await expect.poll(() => bar.isVisible()).toBe(true);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(foot).toBe(800);
    const footer = await page.locator('.site-footer > :last-child').boundingBox();
    const top = (await bar.boundingBox())?.y ?? 0;
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(top + 1);
    await page.setViewportSize({ width: 1024, height: 800 });
    expect(await bar.getByRole('link').first().isVisible()).toBe(false);
  });
});

describe('chat on small screens', () => {
  const chat = () => page.getByRole('link', { name: 'Live chat' });

  it('CFG-08 it is in the bar', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await go('outside', '/about-us');
    await page.mouse.wheel(0, 200);
    await page.locator('.mobile-bar').getByRole('link', { name: 'Live chat' }).waitFor();
    expect(await page.locator('.site-header').getByRole('link', { name: 'Live chat' }).isVisible()).toBe(
      false,
    );
  });

  it.each([320, 390, 767, 768])(
    'CFG-08 without the bar it is in the header at %i px and covers nothing of the page',
    async (width) => {
      await page.setViewportSize({ width, height: 800 });
      await go('barless', '/about-us');
      expect(await page.locator('.mobile-bar').count()).toBe(0);
      expect(await chat().count()).toBe(1);
      const [header, button] = [await page.locator('.site-header').boundingBox(), await chat().boundingBox()];
      const bottom = (box: typeof button) => (box?.y ?? 0) + (box?.height ?? 0);
      expect(button?.y).toBeGreaterThanOrEqual(0);
      expect(bottom(button)).toBeLessThanOrEqual(bottom(header));
      expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(width);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    },
  );
});

describe('popup', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Open day' });
  /** After a pause; a scroll may reach the page late. */
  const comes = () =>
    expect
      .poll(async () => {
        await page.clock.runFor(13_000);
        return dialog().isVisible();
      })
      .toBe(true);

  async function goWithClock() {
    await page.clock.install();
    await go('popup', '/');
    await stopClock(page);
  }

  it('CONT-11 it opens after a pause, not before, and not again once closed', async () => {
    await goWithClock();
    for (const distance of [200, -200, 200]) {
      await page.mouse.wheel(0, distance);
      await page.clock.runFor(5000);
      expect(await dialog().isVisible()).toBe(false);
    }
    await comes();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await goWithClock();
    await page.clock.runFor(60_000);
    expect(await dialog().isVisible()).toBe(false);
  });

  it('CONT-11 the next one of the same title has another version, by which a closed one is remembered', async () => {
    const version = async (slug: string) => {
      await go(slug, '/');
      return page.locator('[data-popup]').getAttribute('data-popup');
    };
    const first = await version('popup');
    expect(first).toMatch(/^sha256:\w+$/);
    expect(await version('popup')).toBe(first);
    expect(await version('later')).not.toBe(first);
  });

  it('CONT-11 it never opens over a search', async () => {
    await goWithClock();
    const box = page.locator('main input[type="search"]').first();
    await box.fill('hilux');
    await page.clock.runFor(60_000);
    expect(await dialog().isVisible()).toBe(false);
    await box.fill('');
    await box.blur();
    await comes();
  });

  it('CONT-11 it opens when the pointer leaves for the tabs', async () => {
    await goWithClock();
    await page.evaluate(() =>
      document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY: -1 })),
    );
    await dialog().waitFor();
  });
});

describe('third-party services', () => {
  const asked: string[] = [];
  /** What every other host answers; null where none can be reached. */
  const answer = (html: string | null) =>
    context.route(/^https:/, (route) => {
      asked.push(new URL(route.request().url()).host);
      if (html === null) return route.abort();
      const isScript = route.request().resourceType() === 'script';
      return route.fulfill({
        body: isScript ? '' : html,
        contentType: isScript ? 'text/javascript' : 'text/html',
      });
    });
  beforeEach(() => {
    asked.length = 0;
  });

  it('ANL-07 no third party is requested before an interaction, and each service once after it', async () => {
    await answer('');
    await go('outside', '/contact');
    await page.waitForTimeout(1500);
    expect(asked).toEqual([]);
    await page.mouse.click(5, 300);
    await page.mouse.click(5, 300);
    await expect.poll(() => asked.toSorted()).toEqual(['connect.facebook.net', 'www.googletagmanager.com']);
    await page.waitForTimeout(300);
    expect(asked).toHaveLength(2);
  });

  it('ANL-07 a blocked service is a warning, and the page still works', async () => {
    await answer(null);
    const warnings: string[] = [];
    page.on('console', (said) => said.type() === 'warning' && warnings.push(said.text()));
    await go('outside', '/contact');
    await page.mouse.click(5, 300);
    await expect.poll(() => warnings.filter((text) => text.startsWith('Analytics')).length).toBe(2);
    await page.getByRole('link', { name: 'About', exact: true }).click();
    await page.waitForURL('**/about-us');
  });

  it('CFG-02 a frame is requested when it is opened, not before', async () => {
    await answer('<!doctype html><title>Tool</title>The tool');
    await go('outside', '/contact');
    const slot = page.locator('.third-party');
    await slot.scrollIntoViewIfNeeded();
    expect(asked).toEqual([]);
    await slot.locator('summary').click();
    await page.frameLocator('iframe[title="Value my car"]').getByText('The tool').waitFor();
  });

  it('CFG-02 without scripts a frame’s page is a link, and no third party is requested', async () => {
    await open({ javaScriptEnabled: false });
    await answer('');
    await go('outside', '/contact');
    await page.locator('.third-party summary').click();
    const wayOut = page.getByRole('link', { name: 'Open in its own page' });
    expect(await wayOut.getAttribute('href')).toBe('https://tool.example/value');
    await page.waitForTimeout(300);
    expect(asked).toEqual([]);
  });

  it('CFG-08 chat loads on click, or leads to the contact form if it cannot', async () => {
    await context.route('https://chat.example/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "document.title = 'Chat is here'" }),
    );
    await go('outside', '/about-us');
    await page.getByRole('link', { name: 'Live chat' }).click();
    await expect.poll(() => page.title()).toBe('Chat is here');
    await context.unrouteAll();
    await context.route(/^https:/, (route) => route.abort());
    await go('outside', '/about-us');
    await page.getByRole('link', { name: 'Live chat' }).click();
    await page.waitForURL('**/contact#contact');
  });
});

it('CFG-02 the notice of a paused site is accessible and fits a small screen', async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  await go('paused', '/about-us');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const violations = await axeViolations(page);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
