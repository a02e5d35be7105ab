import { expect, type Locator, type Page, test } from 'playwright/test';
import { sweepAddresses, TEMPLATE_DEALERS } from '../e2e/page-types.ts';
import { settledPage } from '../fixtures/settled-page.ts';
import { VISUAL_NOW } from '../setup/visual-stack.ts';

const PAGES = ['home', 'search', 'vehicle', 'locations-page', 'contact', 'brands'];
/** Parts of the style guide that hold what a shopper touches; of the cards the one that has the most to say. */
const GUIDE_PARTS = {
  buttons: '#guide-buttons',
  fields: '#guide-fields',
  notices: '#guide-notices',
  card: '#guide-cards [data-sample="Reduced, with a repayment"] > article',
};
/** Low, so that all pictures together stay small. */
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1440, height: 720 },
];

/** Photographs and maps: theirs is no matter of the design, and they would weigh most. */
const stockPhotos = (page: Page): Locator[] => [
  page.locator('.vehicle-card-media'),
  page.locator('.gallery-strip'),
  page.locator('.gallery-thumbs'),
  page.locator('iframe'),
];

async function show(page: Page, address: string): Promise<void> {
  await settledPage(page).goto(address);
  await page.evaluate(() => document.fonts.ready);
  // Chromium does not always draw the text of lists again once their typeface has come.
  await page.locator('select').evaluateAll((lists) => {
    for (const list of lists as HTMLElement[]) {
      list.style.display = 'none';
      list.getBoundingClientRect();
      list.style.display = '';
    }
  });
  const close = page.locator('dialog[open]').getByRole('button', { name: 'Close' });
  if ((await close.count()) > 0) await close.first().click();
}

for (const dealer of TEMPLATE_DEALERS) {
  for (const screen of SCREENS) {
    test.describe(`${dealer} ${screen.width} px wide`, () => {
      test.use({ viewport: screen });

      test.beforeEach(async ({ page }) => {
        await page.clock.setFixedTime(VISUAL_NOW);
      });

      test('CFG-15 pages look as they did', async ({ page }) => {
        for (const { name, address } of await sweepAddresses(dealer, PAGES)) {
          await show(page, address);
          await expect
            .soft(page)
            .toHaveScreenshot([dealer, `${name}-${screen.width}.png`], { mask: stockPhotos(page) });
        }
      });

      test('CFG-15 parts of the design look as they did', async ({ page }) => {
        for (const { address } of await sweepAddresses(dealer, ['style-guide'])) {
          await show(page, address);
          // What floats over the page is no part of the parts.
          await page.addStyleTag({ content: '.mobile-bar, .chat-button { visibility: hidden }' });
          for (const [part, selector] of Object.entries(GUIDE_PARTS)) {
            await expect
              .soft(page.locator(selector))
              .toHaveScreenshot([dealer, `guide-${part}-${screen.width}.png`], {
                mask: stockPhotos(page),
              });
          }
        }
      });
    });
  }
}
