import type { Page } from 'playwright/test';

/** WCAG 1.4.10, then a window of 1440 px zoomed to 200 %, a telephone, a tablet upright and lying. */
export const SCREENS = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
] as const;
const LONG_NAME = 'Wollongong-Shellharbour Commercial Vehicles and Motorcycles Incorporated';
const LONG_WORD = 'Warrnamboolcommercial';

/** Parts of the page that reach beyond the window; a part that scrolls may be wide inside. */
export const tooWide = (page: Page) =>
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

/** Parts that reach beyond the narrowest window once names are long; changes the page. */
export async function withLongNames(page: Page): Promise<string[]> {
  await page.setViewportSize(SCREENS[0]);
  await lengthen(page);
  return tooWide(page);
}
