import type { Page } from 'playwright/test';
import { countFetches, stopClock } from '../fixtures/page-clock.ts';
import { typeAtOnce } from '../fixtures/type-at-once.ts';
import { awake, expect, get, resultCount, siteUrl, test } from './site.ts';

const ALL = siteUrl('riverbend', '/search/new-used-and-demo-cars');
const chips = (page: Page) => page.getByRole('list', { name: 'Chosen filters' }).getByRole('listitem');
const box = (page: Page) => page.getByLabel('Search by make, model or keyword');
const count = (page: Page) => page.locator('.results-count strong');
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

const CHIPS = ['Remove SUV', 'Remove Price up to $30,000', 'Remove Automatic'];

test('SRCH-01 words lead to the address of their filters, once', async () => {
  const { status, location = '' } = await get(`${ALL}?query=under+30k+automatic+suv&utm_source=mail`);
  expect(status).toBe(303);
  expect(location).toBe(
    '/search/new-used-and-demo-cars?body=suv&price=%3A30000&transmission=Automatic&utm_source=mail',
  );
  expect((await get(siteUrl('riverbend', location))).status).toBe(200);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('SRCH-01 words of the home page become filters, and a removed one does not return', async ({
    page,
  }) => {
    await page.goto(siteUrl('riverbend'));
    await page.locator('#hero-query').fill('under 30k automatic suv near 4350');
    await page.locator('#hero-query').press('Enter');
    await expect(chips(page).filter({ hasText: 'Remove' })).toHaveText(['Remove Near 4350', ...CHIPS]);
    await expect(box(page)).toHaveValue('');
    await chips(page).filter({ hasText: 'Near 4350' }).getByRole('link').click();
    await chips(page).filter({ hasText: 'Automatic' }).getByRole('link').click();
    await expect(chips(page).filter({ hasText: 'Remove' })).toHaveText(CHIPS.slice(0, 2));
    await box(page).press('Enter');
    await expect(chips(page).filter({ hasText: 'Remove' })).toHaveText(CHIPS.slice(0, 2));
  });
});

test('SRCH-02 while words are typed the results follow their meaning, and the box keeps them', async ({
  page,
}) => {
  await page.goto(ALL);
  await box(page).focus();
  await awake(page);
  await box(page).pressSequentially('under 30k automatic suv');
  await expect(page).toHaveURL(/query=under\+30k\+automatic\+suv$/);
  await expect(box(page)).toHaveValue('under 30k automatic suv');
  const dear = page.locator('.vehicle-card-price').filter({ hasText: /\$(?:[3-9]\d|\d{3}),/ });
  await expect(count(page)).not.toHaveText(/1,1/);
  const shown = await count(page).innerText();
  expect(await dear.count()).toBe(0);
  await page.goto(`${ALL}?body=suv&price=:30000&transmission=Automatic`);
  await expect(count(page)).toHaveText(shown);
});

test('SRCH-01 on a line that loses what is asked about words, Enter searches for them as they are', async ({
  page,
}) => {
  await page.goto(ALL);
  await box(page).focus();
  await awake(page);
  await page.route(/\/api\/search\/words/, () => {});
  await box(page).pressSequentially('red suv');
  await box(page).press('Enter');
  await expect.poll(() => parameter(page, 'query')).toBe('red suv');
  // Back while the next words are asked about leads to where it says.
  await box(page).fill('blue ute');
  await box(page).press('Enter');
  await page.goBack();
  await expect(page).toHaveURL(ALL);
  await page.waitForTimeout(2500);
  await expect(page).toHaveURL(ALL);
});

test('SRCH-01 Enter turns words into filters, and one step back returns to the words', async ({ page }) => {
  await page.goto(ALL);
  const all = await resultCount(page);
  await box(page).focus();
  await awake(page);
  await box(page).pressSequentially('7 seater hybrid under 50 grand low kms', { delay: 20 });
  await box(page).press('Enter');
  await expect.poll(() => parameter(page, 'seats')).toBe('7');
  expect(parameter(page, 'price')).toBe(':50000');
  expect(parameter(page, 'fuel')).toBe('Hybrid');
  expect(parameter(page, 'query')).toBe('low kms');
  await expect(box(page)).toHaveValue('low kms');
  await expect(chips(page).filter({ hasText: 'Remove' })).toHaveText([
    'Remove “low kms”',
    'Remove Price up to $50,000',
    'Remove Hybrid',
    'Remove 7 seats',
  ]);
  await chips(page).filter({ hasText: '7 seats' }).getByRole('link').click();
  await expect.poll(() => parameter(page, 'seats')).toBeNull();
  expect(parameter(page, 'fuel')).toBe('Hybrid');
  await page.goBack();
  await expect.poll(() => parameter(page, 'seats')).toBe('7');
  await page.goBack();
  await expect(page).toHaveURL(ALL);
  await expect.poll(() => resultCount(page)).toBe(all);
});

test('SRCH-02 what is typed, entered, ticked, sorted and turned over is one search each', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(ALL);
  await box(page).focus();
  await awake(page);
  await stopClock(page);
  const searches = await countFetches(page, '/api/search');
  let before = 0;
  const settles = async (change: () => Promise<unknown>) => {
    const responded = page.waitForResponse('**/api/search');
    await change();
    // Some changes are painted first. Both are longer than any pause: another search would have begun.
    await page.clock.runFor(1000);
    await responded;
    await page.clock.runFor(10_000);
    expect(await searches()).toBe(before + 1);
    before += 1;
  };
  const typeOn = async (text: string) => {
    await typeAtOnce(box(page), text);
    await page.clock.runFor(299);
    expect(await searches()).toBe(before);
  };
  await typeOn('toy');
  await typeOn('toyota');
  await settles(() => page.clock.runFor(1));
  await settles(() => box(page).press('Enter'));
  await expect(box(page)).toHaveValue('');
  expect(parameter(page, 'make')).toBe('Toyota');
  // Both in one task: on a busy machine the pause in typing would end between the words and Enter.
  const enter = (words: string) =>
    box(page).evaluate((field, text) => {
      const input = field as HTMLInputElement;
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    }, words);
  await settles(() => enter('7 seater hybrid'));
  await expect(box(page)).toHaveValue('');
  expect(parameter(page, 'seats')).toBe('7');
  await settles(() => enter('prestine'));
  expect(parameter(page, 'query')).toBe('prestine');
  await settles(() => page.goBack());
  await settles(() => page.goBack());
  await settles(() => page.getByLabel(/^SUV/).check());
  await settles(() => page.getByLabel('Sort by').selectOption({ label: 'Lowest price' }));
  await settles(() => page.getByRole('link', { name: 'Next' }).click());
});
