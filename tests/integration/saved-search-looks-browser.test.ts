import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { axeViolations } from '../fixtures/axe.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { openSavedSearchSite, type SavedSearchSite } from '../fixtures/saved-search-site.ts';

const ANN = 'ann@example.com';
const WIDTHS = [390, 768, 1440];

let site: SavedSearchSite;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await openSavedSearchSite({
    ...{ host: inject('meiliHost'), key: inject('meiliKey'), index: 'saved-search-looks' },
    pagesEntry: inject('pagesEntry'),
  });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
beforeEach(() => site.clear());

const at = (path: string) => `http://yard-a.localhost:${site.port}${path}`;

/** What axe and a narrow window find wrong, at each width, light and dark. */
async function faults(): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const wrong = (await axeViolations(page)).map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      found.push(
        ...[...wrong, ...(isWide ? ['too wide'] : [])].map((fault) => `${colorScheme} ${width}: ${fault}`),
      );
    }
  }
  return found;
}

it('SRCH-33 PLAT-02 every page of a saved search is accessible and fits, by keyboard from the first to the last', async () => {
  page = await browser.newPage();
  await site.import([{ stocknum: 'A1' }]);
  const heading = page.getByRole('heading', { level: 1 });
  const shows = async (text: string) => {
    await heading.filter({ hasText: text }).waitFor();
    expect([text, await faults()]).toEqual([text, []]);
  };
  await page.goto(at('/save-search?make=Toyota'));
  await shows('Save this search');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('This is a required field.').first().waitFor();
  await shows('Save this search');
  await page.getByRole('textbox', { name: 'Email' }).fill(ANN);
  await page.keyboard.press('Enter');
  await shows('Check your e-mail');
  await site.round();
  await page.goto(at(site.confirmPath(ANN)));
  await shows('alerts');
  await page.getByRole('button', { name: 'Confirm' }).press('Enter');
  await shows('Your alerts are on');
  site.time.now += 60_000;
  await site.import([{ stocknum: 'A1' }, { stocknum: 'B1', model: 'HiLux', year: 2022, price: 40_000 }]);
  await site.round();
  await page.goto(at(site.stopPath(site.mailsTo(ANN).at(-1)?.text)));
  await shows('Stop these alerts?');
  await page.getByRole('button', { name: /^Stop/ }).press('Enter');
  await shows('Alerts stopped');
});
