import type { Page } from '@playwright/test';
import { sweepAddresses, TEMPLATE_DEALERS } from './page-types.ts';
import { expect, test } from './site.ts';

/** WCAG 1.4.10, then a window of 1440 px zoomed to 200 %, a telephone, a tablet upright and lying. */
const SCREENS = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
];
const LONG_NAME = 'Wollongong-Shellharbour Commercial Vehicles and Motorcycles Incorporated';
const LONG_WORD = 'Warrnamboolcommercial';

/** Parts of the page that reach beyond the window; a part that scrolls by itself may be wide inside. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const scrolls = (element: Element) => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      }
      return false;
    };
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5 && !scrolls(element))
      .slice(0, 5)
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')}`)
      .concat(`page ${document.documentElement.scrollWidth} px`);
  });

const lengthen = (page: Page) =>
  page.evaluate(
    ([name = '', word = '']) => {
      for (const element of document.querySelectorAll('h1, .site-logo-words, .site-footer-legal li'))
        element.textContent = name;
      for (const element of document.querySelectorAll('h2, h3 > a, .vehicle-card-place'))
        element.textContent = `${word} ${element.textContent}`;
    },
    [LONG_NAME, LONG_WORD],
  );

for (const dealer of TEMPLATE_DEALERS) {
  test(`PLAT-02 no page type of ${dealer} scrolls sideways, with long names neither`, async ({ page }) => {
    test.setTimeout(120_000);
    page.removeAllListeners('console');
    for (const { name, address } of await sweepAddresses(page, dealer)) {
      await page.setViewportSize(SCREENS[0] ?? { width: 320, height: 640 });
      await page.goto(address);
      for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        expect.soft(await tooWide(page), `${name} ${screen.width} px ${address}`).toEqual([]);
      }
      await page.setViewportSize(SCREENS[0] ?? { width: 320, height: 640 });
      await lengthen(page);
      expect.soft(await tooWide(page), `${name} with long names ${address}`).toEqual([]);
    }
  });
}
