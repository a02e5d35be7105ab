import type { Page, Route } from 'playwright/test';
import { awake, expect, siteUrl, test } from './site.ts';

/** No test reserves a car here: none leaves the results or returns to them meanwhile. */
const USED = siteUrl('kookaburra-cars', '/search/used-cars');
/** Scroll positions are fractions of a pixel on some screens. */
const SAME_PX = 2;

/** The cars of the results by the addresses of their pages; none while the browser loads the page. */
const cars = (page: Page) =>
  page
    .locator('.search-results article h2 a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
    .catch((): string[] => []);
const top = (page: Page) => page.evaluate(() => window.scrollY);

async function wake(page: Page) {
  await page.getByLabel('Sort by').hover();
  await awake(page);
}

/** As a shopper does, with nothing pressed. */
async function scrollTo(page: Page, card: number): Promise<number> {
  await page
    .getByRole('article')
    .nth(card)
    .evaluate((article) => article.scrollIntoView({ block: 'center' }));
  return top(page);
}

/** Follows the link to a page of the results and waits for all of its cards. */
async function openPage(page: Page, number: number): Promise<number> {
  const before = await cars(page);
  const link = page.getByRole('link', { name: `Page ${number}`, exact: true });
  // At once, as on a busy page: the event of the scroll comes with its next frame.
  const left = await link.evaluate((a: HTMLAnchorElement) => {
    a.scrollIntoView({ block: 'center' });
    const { scrollY } = window;
    a.click();
    return scrollY;
  });
  await expect(page).toHaveURL(new RegExp(`page=${number}`));
  await expect
    .poll(async () => {
      const now = await cars(page);
      return now.length > 0 && !now.some((car) => before.includes(car));
    })
    .toBe(true);
  await expect(page.locator('.search-results [data-partial]')).toHaveCount(0);
  return left;
}

/** The results, and where the page is, both at once and for good. */
async function expectShown(page: Page, wanted: readonly string[], from: number) {
  await expect.poll(() => cars(page)).toEqual(wanted);
  await expect.poll(async () => Math.abs((await top(page)) - from)).toBeLessThanOrEqual(SAME_PX);
  // Two frames later nothing has moved it.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
  expect(Math.abs((await top(page)) - from)).toBeLessThanOrEqual(SAME_PX);
}

for (const rate of [1, 6]) {
  const speed = rate === 1 ? '' : `, the processor slowed ${rate} times`;

  test(`SRCH-01 Back and Forward return to results, page and scroll${speed} @phone`, async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    await page.goto(USED);
    await wake(page);
    const first = await cars(page);
    const leftFirst = await openPage(page, 2);
    const second = await cars(page);
    const leftSecond = await scrollTo(page, 9);
    await page.goBack();
    await expect(page).toHaveURL(USED);
    await expectShown(page, first, leftFirst);
    await page.goForward();
    await expect(page).toHaveURL(/page=2/);
    await expectShown(page, second, leftSecond);
  });
}

test('SRCH-01 after a reload the page is where it was, and Back leads to the results before @phone', async ({
  page,
}) => {
  await page.goto(USED);
  await wake(page);
  const first = await cars(page);
  const leftFirst = await openPage(page, 2);
  const second = await cars(page);
  const leftSecond = await scrollTo(page, 9);
  await page.reload();
  await expectShown(page, second, leftSecond);
  await expect(page.locator('astro-island[ssr] .search')).toBeAttached();
  await page.goBack();
  await expect(page).toHaveURL(USED);
  await expectShown(page, first, leftFirst);
});

for (const frames of [0, 1, 2, 4]) {
  test(`SRCH-01 Back ${frames} frames into the waking of the search leads to the results before, the processor slowed 6 times`, async ({
    page,
  }) => {
    await page.goto(USED);
    await wake(page);
    const first = await cars(page);
    await openPage(page, 2);
    await page.reload();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.locator('astro-island[ssr]:has(.search)').evaluate((island, frames) => {
      const goBack = (left: number) =>
        left === 0 ? history.back() : requestAnimationFrame(() => goBack(left - 1));
      new MutationObserver((_, observer) => {
        observer.disconnect();
        goBack(frames);
      }).observe(island, { attributeFilter: ['ssr'] });
    }, frames);
    await page.getByLabel('Sort by').hover();
    await expect(page).toHaveURL(USED);
    await expect.poll(() => cars(page)).toEqual(first);
  });
}

test('SRCH-01 Back from the page of a car returns to the page of results and its scroll @phone', async ({
  page,
}) => {
  await page.goto(USED);
  await wake(page);
  await openPage(page, 2);
  const second = await cars(page);
  const left = await scrollTo(page, 9);
  const car = page.getByRole('article').nth(9).getByRole('heading').getByRole('link');
  await car.evaluate((a: HTMLAnchorElement) => a.click());
  await expect(page).toHaveURL(/\/cars\//);
  await page.goBack();
  await expect(page).toHaveURL(/page=2/);
  await expectShown(page, second, left);
});

/** Types words that no car has, far from the box. */
async function findNothing(page: Page) {
  await page.locator('#search-query').evaluate((box: HTMLInputElement) => {
    box.value = 'zzqqxx';
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(page.getByText('No Results Available')).toBeVisible();
}

for (const [name, meanwhile] of [
  ['', async () => {}],
  [', after a reload', (page: Page) => page.reload()],
  [
    ', after a reload and with the island awake',
    async (page: Page) => {
      await page.reload();
      await wake(page);
    },
  ],
] as const) {
  test(`SRCH-01 SRCH-12 Back from no results returns to a long page and its scroll${name} @phone`, async ({
    page,
  }) => {
    await page.goto(USED);
    await wake(page);
    const first = await cars(page);
    const left = await scrollTo(page, 14);
    await findNothing(page);
    await meanwhile(page);
    await page.goBack();
    await expect(page).toHaveURL(USED);
    await expectShown(page, first, left);
  });
}

for (const [name, respond] of [
  ['refused', (route: Route) => route.fulfill({ status: 404, body: '{}' })],
  ['cut short', (route: Route) => route.fulfill({ body: '{"results":' })],
  ['without results', (route: Route) => route.fulfill({ json: { results: [] } })],
] as const) {
  test(`SRCH-09 a page whose request is ${name} can be opened again, the processor slowed 6 times`, async ({
    page,
  }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.goto(USED);
    await wake(page);
    const first = await cars(page);
    await page.route('**/api/search', respond, { times: 1 });
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    const again = page.getByRole('alert').getByRole('link', { name: 'Try again' });
    await expect(again).toBeVisible();
    expect(await cars(page)).toEqual(first);
    await again.click();
    await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(again).toHaveCount(0);
    await expect.poll(async () => (await cars(page)).some((car) => first.includes(car))).toBe(false);
  });
}

test('SRCH-09 a late response does not take the place of a newer one', async ({ page }) => {
  await page.goto(USED);
  await wake(page);
  const late = Promise.withResolvers<void>();
  const arrived = page.waitForResponse('**/api/search');
  await page.route('**/api/search', (route) => late.promise.then(() => route.continue()), { times: 1 });
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page.locator('.results-count')).toHaveAttribute('aria-busy', 'true');
  const last = page.getByRole('navigation', { name: 'Pages' }).getByRole('listitem').last().getByRole('link');
  await last.click();
  await expect(last).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('.search-results [data-partial]')).toHaveCount(0);
  const shown = await cars(page);
  late.resolve();
  await arrived;
  await expect(last).toHaveAttribute('aria-current', 'page');
  expect(await cars(page)).toEqual(shown);
});
