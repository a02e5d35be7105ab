import type { Page } from 'playwright/test';
import { PATIENCE_MS } from '../fixtures/patience.ts';
import { awake, expect, get, resultCount, siteUrl, test } from './site.ts';

const USED = siteUrl('riverbend', '/search/used-cars');

test('SRCH-01 state and URL mirror each other, back and forward included @core', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/search') && calls.push(request.url()));
  await page.goto(USED);
  const all = await resultCount(page);
  await page.getByLabel(/^Toyota/).hover();
  await awake(page);
  expect(calls).toEqual([]);
  await page.getByLabel(/^Toyota/).check();
  await expect(page).toHaveURL(/make=Toyota/);
  await expect.poll(() => resultCount(page)).toBeLessThan(all);
  const toyotas = await resultCount(page);
  await page.goBack();
  await expect.poll(() => resultCount(page)).toBe(all);
  await expect(page.getByLabel(/^Toyota/)).not.toBeChecked();
  await page.goForward();
  await expect.poll(() => resultCount(page)).toBe(toyotas);
  await page.reload();
  expect(await resultCount(page)).toBe(toyotas);
});

test('SRCH-03 changing a refinement clears the page', async ({ page }) => {
  await page.goto(`${USED}?page=2`);
  await page.getByLabel(/^Toyota/).hover();
  await awake(page);
  await page.getByLabel(/^Toyota/).check();
  await expect(page).toHaveURL(/make=Toyota/);
  expect(page.url()).not.toContain('page=');
});

test('SRCH-01 a card that has the focus keeps it when it moves up from below the window @core', async ({
  page,
}) => {
  await page.goto(USED);
  const all = await resultCount(page);
  await page.getByLabel(/^Toyota/).check();
  await expect.poll(() => resultCount(page)).toBeLessThan(all);
  await page.goBack();
  await expect.poll(() => resultCount(page)).toBe(all);
  const cards = page.locator('.vehicle-grid:not([data-partial])').getByRole('article');
  const link = cards.filter({ hasText: 'Toyota' }).last().getByRole('heading').getByRole('link');
  await link.focus();
  const address = await link.getAttribute('href');
  await page.evaluate(() => scrollTo(0, 0));
  await page.goForward();
  await expect.poll(() => resultCount(page)).toBeLessThan(all);
  await expect(cards.getByRole('heading').locator(`a[href="${address}"]`)).toBeFocused();
});

test('SRCH-01 the focus moves to the results where a press removes what had it, and the page is said', async ({
  page,
}) => {
  await page.goto(USED);
  const all = await resultCount(page);
  await page.goto(`${USED}?make=Toyota&price=5000:40000`);
  const results = page.getByRole('region', { name: 'Search results' });
  const chip = page.getByRole('link', { name: 'Remove Toyota' });
  await chip.focus();
  await awake(page);
  await chip.press('Enter');
  await expect(chip).toHaveCount(0);
  await expect(results).toBeFocused();
  const reset = page.getByRole('button', { name: 'Reset Price' });
  await reset.focus();
  await reset.press('Enter');
  await expect(reset).toHaveCount(0);
  await expect(page.locator('summary', { hasText: 'Price' })).toBeFocused();
  await expect.poll(() => resultCount(page)).toBe(all);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const last = pages.getByRole('listitem').last();
  const number = Number((await last.innerText()).replace(/\D/g, ''));
  await last.getByRole('link').click();
  await expect(page.locator('.results-count')).toHaveText(new RegExp(`, page ${number} of ${number}$`));
  await pages.getByRole('link', { name: 'Previous' }).click();
  await expect(page.locator('.results-count')).toHaveText(new RegExp(`, page ${number - 1} of ${number}$`));
  const next = pages.getByRole('link', { name: 'Next' });
  await next.focus();
  await next.press('Enter');
  await expect(next).toHaveCount(0);
  await expect(results).toBeFocused();
});

test('SRCH-02 typing searches after a pause and clears the page @core', async ({ page }) => {
  await page.goto(`${USED}?page=2`);
  const box = page.locator('#search-query');
  await box.focus();
  await awake(page);
  await box.pressSequentially('corolla', { delay: 30 });
  await expect(page).toHaveURL(/query=corolla/);
  expect(page.url()).not.toContain('page=');
  await expect(page.getByRole('article').first()).toContainText('Corolla');
});

test('SRCH-12 a search without results shows a message and a link back', async ({ page }) => {
  await page.goto(`${USED}?query=zzzzqqq`);
  await expect(page.getByText('No Results Available')).toBeVisible();
  await expect(
    page.getByText(
      'No results found for your search at this time. Please try adjusting the filters for more results.',
    ),
  ).toBeVisible();
  await expect(page.getByText('No cars match', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Other cars in stock' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('main').getByRole('link', { name: 'Clear Filters' }).last().click();
  await expect(page).toHaveURL(siteUrl('riverbend', '/search/new-used-and-demo-cars'));
});

test('SRCH-09 a failing search keeps the shown results @core', async ({ page }) => {
  await page.goto(USED);
  const cars = page.getByRole('article').getByRole('heading');
  const shown = await cars.allInnerTexts();
  await page.getByLabel(/^Toyota/).hover();
  await awake(page);
  await page.route('**/api/search', (route) => route.fulfill({ status: 404, body: '{}' }));
  const failed = page.waitForResponse('**/api/search');
  await page.getByLabel(/^Toyota/).check();
  await failed;
  await expect(page.locator('.results-failed')).toBeVisible();
  expect(await cars.allInnerTexts()).toEqual(shown);
});

test('CARD-01 a price is shown with its type and a repayment with its comparison rate @core', async ({
  page,
}) => {
  await page.goto(USED);
  const card = page.getByRole('article').filter({ hasText: '/ week' }).first();
  await expect(card).toContainText(/\$[\d,]+/);
  await expect(card).toContainText('Excl. government charges');
  await expect(card).toContainText(/% p\.a\. interest/);
  await expect(card).toContainText(/% p\.a\. comparison/);
});

const LONG = `corolla ${'x'.repeat(300)}`;
const CUT_NOTE = 'Your search was too long, so we used the first 200 characters.';

test('SRCH-01 an over-long search is cut with a note, which goes with its words', async ({ page }) => {
  await page.goto(`${USED}?${new URLSearchParams({ query: LONG })}`);
  const note = page.getByText(CUT_NOTE);
  await expect(note).toBeVisible();
  const box = page.locator('#search-query');
  await box.focus();
  await awake(page);
  await expect(note).toBeVisible();
  await box.fill('corolla');
  await expect(page.getByRole('article').first()).toContainText('Corolla');
  await expect(note).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('SRCH-01 an over-long search is cut with a note; every box holds as much as is searched for @phone', async ({
    page,
  }) => {
    await page.goto(`${USED}?${new URLSearchParams({ query: LONG })}`);
    await expect(page.getByText(CUT_NOTE)).toBeVisible();
    await expect(page.locator('#search-query')).toHaveValue(LONG.slice(0, 200));
    await page.goto(siteUrl('kookaburra-cars'));
    for (const box of await page.locator('input[name="query"]').all())
      await expect(box).toHaveAttribute('maxlength', '200');
  });

  test('NAV-02 facets, sort and pages work as a form and links @phone @core', async ({ page, isMobile }) => {
    await page.goto(USED);
    const all = await resultCount(page);
    if (isMobile) await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByLabel(/^Toyota/).check();
    await page.getByRole('button', { name: /^Show Me/ }).click();
    await expect(page).toHaveURL(/make=Toyota/);
    expect(await resultCount(page)).toBeLessThan(all);
    await page.goto(USED);
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});

test('NAV-14 paths resolve makes, models, dealerships and locations; anything else is a real 404', async () => {
  /** A server that is too busy asks shoppers to come again. */
  async function status(path: string): Promise<number> {
    const found = await get(siteUrl('riverbend', path));
    return found.status === 503 ? status(path) : found.status;
  }
  for (const path of ['/search/toyota', '/search/riverbend-south', '/search/moorooka', '/search/demo-cars']) {
    expect(await status(path), path).toBe(200);
  }
  for (const path of [
    '/search/no-such-make',
    '/search/toyota/no-such-model',
    '/nothing-here',
    '/cars/no-such-car',
  ]) {
    expect(await status(path), path).toBe(404);
  }
});

for (const [slug, scrollToTop] of [
  ['riverbend', true],
  ['kookaburra-cars', false],
] as const) {
  test(`SRCH-10 with scrollToTop ${scrollToTop} (${slug}) another page of results starts at the set position${scrollToTop ? ' @core' : ''}`, async ({
    page,
  }) => {
    await page.goto(siteUrl(slug, '/search/used-cars'));
    await page.getByLabel('Sort by').hover();
    await awake(page);
    const second = page.locator('a[href*="page=2"]').last();
    await second.scrollIntoViewIfNeeded();
    await second.click();
    await expect(page).toHaveURL(/page=2/);
    const isAtTop = () =>
      page.evaluate(
        () => (document.querySelector('.search-results')?.getBoundingClientRect().top ?? 0) >= -1,
      );
    if (scrollToTop) await expect.poll(isAtTop).toBe(true);
    else expect(await isAtTop()).toBe(false);
  });
}

test.describe('on a slow phone whose scripts take three seconds', () => {
  /** Opens a search and resolves with the moment before hydration: its last script has arrived. */
  async function openSlowly(page: Page, path: string) {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.route(/\.js(\?|$)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await route.continue();
    });
    const waking = page.waitForResponse(/SearchApp/, { timeout: PATIENCE_MS });
    waking.catch(() => undefined);
    await page.goto(path, { waitUntil: 'commit' });
    /** Keys come at their own pace, however long the page takes over each. */
    const type = async (text: string) => {
      for (const letter of text) {
        void session.send('Input.dispatchKeyEvent', { type: 'char', text: letter });
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    };
    /** Once scripts and shopper no longer race: a slowed processor is one that spins. */
    const speedUp = () => session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return { waking, type, speedUp };
  }

  /** Typing them takes longer than the scripts do. */
  const WORDS = Array(5).fill('toyota corolla ascent sport hybrid').join(' ');

  test('SRCH-02 words typed during hydration are all there, with the focus and the caret after them @phone @core', async ({
    page,
  }) => {
    const { waking, type, speedUp } = await openSlowly(page, USED);
    const box = page.locator('#search-query');
    await box.focus();
    await waking;
    await type(WORDS);
    await speedUp();
    await expect(page).toHaveURL(`${USED}?${new URLSearchParams({ query: WORDS })}`);
    await expect(box).toHaveValue(WORDS);
    await expect(box).toBeFocused();
    expect(await box.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(WORDS.length);
  });

  test('SRCH-02 a box chosen while the page still arrives wakes the search @phone @core', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const arrival = new MutationObserver(() => {
        const box = document.getElementById('search-query');
        if (!box) return;
        arrival.disconnect();
        box.focus();
      });
      arrival.observe(document, { childList: true, subtree: true });
    });
    const { waking } = await openSlowly(page, USED);
    await waking;
  });

  test('SRCH-05 boxes ticked and a slider dragged before hydration count', async ({ page }) => {
    const { waking, speedUp } = await openSlowly(page, USED);
    await page.getByLabel(/^Toyota/).check();
    await page.locator('input[name="make"][value="Mazda"]').check();
    const slider = page.getByRole('slider', { name: 'Price to' });
    await slider.scrollIntoViewIfNeeded();
    const line = await slider.boundingBox();
    if (!line) throw new Error('The slider is not on screen');
    const middle = line.y + line.height / 2;
    await page.mouse.move(line.x + line.width - line.height / 2, middle);
    await page.mouse.down();
    await page.mouse.move(line.x + line.width / 2, middle);
    await page.mouse.up();
    await waking;
    await speedUp();
    await expect(page).toHaveURL(/price/);
    expect(page.url()).toMatch(/make=.*Mazda/);
    expect(page.url()).toMatch(/make=.*Toyota/);
    await expect(page.getByLabel(/^Toyota/)).toBeChecked();
  });

  test('SRCH-02 Enter before hydration searches for the full text', async ({ page }) => {
    const { type, speedUp } = await openSlowly(page, USED);
    await page.locator('#search-query').focus();
    await type('corolla');
    await page.keyboard.press('Enter');
    await speedUp();
    await expect(page).toHaveURL(/query=corolla/);
    await expect(page.getByRole('article').first()).toContainText('Corolla');
  });
});

test('SRCH-02 late responses do not affect newer words, the caret or half-composed words', async ({
  page,
}) => {
  await page.goto(USED);
  const box = page.locator('#search-query');
  await box.focus();
  await awake(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/search', async (route) => {
    await held;
    await route.continue();
  });
  const searched: string[] = [];
  page.on('request', (request) => searched.push(request.postData() ?? ''));
  const asked = page.waitForRequest((request) => /\bcorola\b/.test(request.postData() ?? ''));
  await box.pressSequentially('corola');
  await asked;
  await box.press('ArrowLeft');
  await page.keyboard.insertText('l');
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'ん', selectionStart: 1, selectionEnd: 1 });
  release();
  await expect(page).toHaveURL(/query=coroll?a$/);
  await expect(box).toHaveValue('corollんa');
  await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  await expect(page).toHaveURL(/query=corolla$/);
  expect(searched.filter((query) => query.includes('ん'))).toEqual([]);
  expect(await box.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(6);
  await page.goBack();
  await expect(box).toHaveValue('');
});
