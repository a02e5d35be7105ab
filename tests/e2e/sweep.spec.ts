import type { Page } from 'playwright/test';
import { IS_CORE, IS_FULL } from '../extent.ts';
import { focusFaults } from './focus-indicator.ts';
import { allShown, contrastViolations, cutTargets, violations } from './page-axe.ts';
import { pageTypeNames, sweepAddresses, TEMPLATE_DEALERS } from './page-types.ts';
import { SCREENS, tooWide, withLongNames } from './reflow.ts';
import { expect, test } from './site.ts';
import { structuredDataFaults } from './structured-data.ts';
import { weightFaults } from './weight.ts';

/**
 * One visit to each page type of one dealer of each template: what the console says, what the page weighs, what it
 * says to search engines, and how far it reaches on every screen; and one look at each page type by axe and for the
 * focus, in each template where the template makes the page.
 */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Each test walks one page type in so many, so that none runs long. */
const PARTS = 3;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Lighthouse scores a page at its top in this window. */
const LIGHTHOUSE_PHONE = { width: 412, height: 823 };
/** Pages whose parts all others share: they are looked at in every template, and walked by keyboard. */
const IN_EVERY_TEMPLATE = ['home', 'search', 'vehicle', 'contact', 'dealer-locator', 'style-guide'];
/** Parts that only some widths show are on every page: of three it is known for all. */
const DARK_ON_DESKTOP = ['home', 'search', 'vehicle'];

/** Whether a dealer is the one on whose site a page type is looked at, of those that have it. */
function isLookedAt(name: string, dealer: string): boolean {
  if (IS_FULL || (IN_EVERY_TEMPLATE.includes(name) && !IS_CORE)) return true;
  const having = TEMPLATE_DEALERS.filter((each) => pageTypeNames(each).includes(name));
  return having[name.length % having.length] === dealer;
}

/** In the core each page type is visited once. */
const isVisited = (name: string, dealer: string): boolean => !IS_CORE || isLookedAt(name, dealer);

/**
 * In the dark a page is looked at on one screen: those that all templates share on the phone, others in the wide
 * window, where they are not looked at in the light.
 */
function isDarkLookedAt(name: string, screen: typeof PHONE): boolean {
  if (IS_CORE) return screen === DESKTOP;
  if (IS_FULL || DARK_ON_DESKTOP.includes(name)) return true;
  return IN_EVERY_TEMPLATE.includes(name) === (screen === PHONE);
}

/** In the light, pages whose parts all others share are looked at on two screens, the others on the phone. */
const isLightLookedAt = (name: string, screen: typeof PHONE): boolean =>
  screen === PHONE || IS_FULL || (IN_EVERY_TEMPLATE.includes(name) && !IS_CORE);

/** In the core each page type is looked at once: every other one in the light on the phone, the rest in the dark. */
const screensLookedAt = (name: string, dealer: string, at: number): (typeof PHONE)[] => {
  if (!isLookedAt(name, dealer)) return [];
  return IS_CORE ? [at % 2 === 0 ? PHONE : DESKTOP] : [PHONE, DESKTOP];
};

/** What the console says, less what a browser says of a page that answers 404. */
function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (!/404/.test(message.text())) said.push(message.text());
  });
  return said;
}

/** Reads what a scheme changes, and goes back to the light one. */
async function inTheDark<T>(page: Page, read: () => Promise<T>): Promise<T> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await read();
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** The picture asked for in the head is the one the page marks as the first to see, and nothing else is. */
const preloadFaults = (page: Page) =>
  page.evaluate(() => {
    const first = document.querySelector('picture:has(> source):has(> img[fetchpriority="high"]) > source');
    const wanted = first ? [`${first.getAttribute('srcset')} at ${first.getAttribute('sizes')}`] : [];
    const asked = [...document.querySelectorAll('link[rel="preload"][as="image"]')].map(
      (link) => `${link.getAttribute('imagesrcset')} at ${link.getAttribute('imagesizes')}`,
    );
    return asked.join() === wanted.join() ? [] : [`asked for ${asked.join()}, shows ${wanted.join()}`];
  });

/** Everything that is wrong with a page, by what was looked at. */
async function faultsOf(page: Page, visit: { name: string; dealer: string; at: number }, html: string) {
  const { name, dealer, at } = visit;
  const found: Record<string, readonly string[]> = {};
  if (html) {
    found.weight = weightFaults(html);
    found['structured data'] = structuredDataFaults(html);
  }
  found.preload = await preloadFaults(page);
  if (IN_EVERY_TEMPLATE.includes(name)) {
    // Each page in one scheme and on one screen: all of them together show every kind of part in each.
    await page.setViewportSize(at % 2 === 0 ? DESKTOP : PHONE);
    const walk = () => focusFaults(page);
    found.focus = at % 4 < 2 ? await walk() : await inTheDark(page, walk);
    if (IS_FULL) found['focus in the dark'] = await inTheDark(page, walk);
  }
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    found[`reach at ${screen.width} px`] = await tooWide(page);
  }
  // The bar of a vehicle's page is there from the start (VDP-15).
  if (name !== 'vehicle') {
    await page.setViewportSize(LIGHTHOUSE_PHONE);
    found['targets where a phone lands'] = await cutTargets(page);
  }
  await allShown(page, async () => {
    for (const screen of screensLookedAt(name, dealer, at)) {
      await page.setViewportSize(screen);
      const isLight = isLightLookedAt(name, screen);
      if (isLight) found[`axe at ${screen.width} px`] = await violations(page);
      if (!isDarkLookedAt(name, screen)) continue;
      // Where the light is looked at, the dark differs by its colours alone.
      const look = () => (isLight ? contrastViolations(page) : violations(page));
      found[`axe in the dark at ${screen.width} px`] = await inTheDark(page, look);
    }
  });
  found['reach with long names'] = await withLongNames(page);
  return Object.entries(found).flatMap(([what, faults]) => faults.map((fault) => `${what}: ${fault}`));
}

for (const [place, dealer] of TEMPLATE_DEALERS.entries()) {
  for (let part = 0; part < PARTS; part += 1) {
    test(`PLAT-02 ANL-07 no page type of ${dealer} has a problem, part ${part + 1} @core`, async ({
      page,
    }) => {
      page.removeAllListeners('console');
      const addresses = await sweepAddresses(dealer);
      const said = listen(page);
      for (const [at, { name, address }] of addresses.entries()) {
        if (at % PARTS !== part || !isVisited(name, dealer)) continue;
        const response = await page.goto(address);
        const html = response?.status() === 200 ? await response.text() : '';
        const faults = await faultsOf(page, { name, dealer, at: at + place }, html);
        expect.soft(faults, `${name} ${address}`).toEqual([]);
        expect.soft(said.splice(0), `console of ${name} ${address}`).toEqual([]);
        await expect.soft(page.locator('h1'), `h1 of ${name} ${address}`).toHaveCount(1);
      }
    });
  }
}
