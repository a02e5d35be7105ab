import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { Page } from 'playwright/test';
import { awake, expect, siteUrl, test } from './site.ts';

const ALL = siteUrl('riverbend', '/search/new-used-and-demo-cars');
const SPRINGWOOD = '4127';
const postcode = (page: Page) => page.getByLabel('Near postcode');
const reach = (page: Page) => page.getByLabel('Maximum distance');
const sort = (page: Page) => page.getByLabel('Sort by');
const count = (page: Page) => page.locator('.results-count strong');
const places = (page: Page) => page.locator('.vehicle-card-place');

async function openDistance(page: Page) {
  await page.locator('summary', { hasText: 'Distance' }).click();
}

test('LOC-11 a postcode, a distance and the nearest first are part of the address, and go with their chip', async ({
  page,
}) => {
  await page.goto(ALL);
  await openDistance(page);
  await awake(page);
  const all = await count(page).innerText();
  await postcode(page).fill(SPRINGWOOD);
  await postcode(page).press('Enter');
  await expect(page).toHaveURL(`${ALL}?near=${SPRINGWOOD}`);
  await reach(page).selectOption('25');
  await expect(page).toHaveURL(`${ALL}?near=${SPRINGWOOD}&within=25`);
  await expect(count(page)).not.toHaveText(all);
  await sort(page).selectOption('distance');
  await expect(page).toHaveURL(`${ALL}?near=${SPRINGWOOD}&within=25&sortBy=distance`);
  await expect(places(page).first()).toContainText('Springwood');
  await page.goBack();
  await expect(sort(page)).toHaveValue('custom_rank');
  await page.reload();
  await expect(postcode(page)).toHaveValue(SPRINGWOOD);
  await page.getByRole('link', { name: `Within 25 km of ${SPRINGWOOD}` }).click();
  await expect(page).toHaveURL(ALL);
  await expect(count(page)).toHaveText(all);
  await expect(postcode(page)).toHaveValue('');
});

test('LOC-275 with a postcode the locations start with the nearest, each with its distance', async ({
  page,
}) => {
  await page.goto(`${ALL}?near=${SPRINGWOOD}`);
  await page.locator('#facet-location_name > summary').click();
  const first = page.locator('#facet-location_name').getByRole('checkbox').first();
  await expect(first).toHaveAccessibleName(/Springwood.* (?:less than 1|\d+) km /);
});

test('LOC-11 a browser that never says where the shopper is leads to the postcode, 20 s after the last press', async ({
  page,
}) => {
  await page.clock.install();
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = () => {};
  });
  await page.goto(siteUrl('riverbend', '/dealer-locator'));
  const press = () => page.getByRole('button', { name: 'Near me' }).click();
  await press();
  await expect(page.getByText('Finding you…')).toBeVisible();
  await page.clock.fastForward(15_000);
  await press();
  await page.clock.fastForward(15_000);
  await expect(page.getByText('Finding you…')).toBeVisible();
  await page.clock.fastForward(5_000);
  await expect(page.getByText('Enter a postcode instead.')).toBeVisible();
});

test('LOC-14 LOC-06 a page that stays open closes with the location', async ({ page }) => {
  // A Wednesday in Brisbane: 4 pm, then the next morning.
  await page.clock.install({ time: new Date('2026-11-25T16:00:00+10:00') });
  await page.goto(siteUrl('riverbend', '/locations/fortitude-valley'));
  await expect(page.getByText('Open until 5:30 pm').first()).toBeVisible();
  await page.clock.fastForward('15:00:00');
  await expect(page.getByText('Open until 5:30 pm')).toHaveCount(0);
  await expect(page.getByText(/^Opens .*8:30 am$/).first()).toBeVisible();
  await expect(page.locator('[data-hours-zone] tr[aria-current="date"]').first()).toContainText('Monday');
});

test('LOC-14 the clock of a place is the same in a browser with Temporal and in one without', async ({
  page,
}) => {
  const code = stripTypeScriptTypes(readFileSync('src/platform/time/clock.ts', 'utf8'));
  const different = await page.evaluate(
    async (address) => {
      const { zonedDate } = await import(address);
      const hasTemporal = 'Temporal' in globalThis;
      const zones = ['Brisbane', 'Sydney', 'Adelaide', 'Lord_Howe', 'Perth'].map(
        (city) => `Australia/${city}`,
      );
      // Every five hours and a quarter for two years: days on which clocks change are among them.
      const at = (step: number) => new Date(Date.UTC(2026, 0) + step * 5.25 * 3_600_000);
      const all = () =>
        zones.flatMap((zone) =>
          Array.from({ length: 3300 }, (_, step) => JSON.stringify(zonedDate(at(step), zone))),
        );
      const withIt = all();
      Reflect.deleteProperty(globalThis, 'Temporal');
      const without = all();
      return { hasTemporal, days: withIt.filter((day, place) => day !== without[place]).slice(0, 5) };
    },
    `data:text/javascript,${encodeURIComponent(code)}`,
  );
  expect(different).toEqual({ hasTemporal: true, days: [] });
});

test('LOC-11 a postcode that is nowhere says so', async ({ page }) => {
  await page.goto(ALL);
  await openDistance(page);
  await awake(page);
  await postcode(page).fill('9998');
  await postcode(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid postcode');
  await postcode(page).fill(SPRINGWOOD);
  await postcode(page).press('Enter');
  await expect(page.getByText('Invalid postcode')).toHaveCount(0);
});

test('LOC-11 a postcode typed before the scripts are there counts', async ({ page }) => {
  await page.route('**/_astro/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue();
  });
  await page.goto(ALL);
  await openDistance(page);
  await postcode(page).fill(SPRINGWOOD);
  await reach(page).selectOption('25');
  await page.getByLabel('Search by make, model or keyword').focus();
  await expect(page).toHaveURL(`${ALL}?near=${SPRINGWOOD}&within=25`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('LOC-11 the filters’ form searches near a postcode', async ({ page }) => {
    await page.goto(ALL);
    await openDistance(page);
    await postcode(page).fill(SPRINGWOOD);
    await reach(page).selectOption('25');
    await postcode(page).press('Enter');
    await expect(page).toHaveURL(`${ALL}?near=${SPRINGWOOD}&within=25`);
    await expect(sort(page).getByRole('option', { name: 'Nearest first' })).toBeAttached();
    await page.goto(`${ALL}?near=9998`);
    await expect(page.getByText('Invalid postcode')).toBeVisible();
  });

  test('SRCH-24 the price slider of the home page searches, highest first', async ({ page }) => {
    await page.goto(siteUrl('longpaddock-caravans'));
    await page.getByLabel('Highest price').fill('20000');
    await page.locator('[data-price-slider]').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/search\/new-used-and-demo-cars\?price=5000%3A20000&sortBy=price_desc$/);
  });
});

test('SRCH-32 the handles of the price slider stay a step apart, by keyboard too', async ({ page }) => {
  await page.goto(siteUrl('longpaddock-caravans'));
  const [low, high] = [page.getByLabel('Lowest price'), page.getByLabel('Highest price')];
  await low.scrollIntoViewIfNeeded();
  await page.mouse.move(20, 20);
  await page.mouse.move(40, 40);
  await high.fill('6000');
  await expect(high).toHaveAttribute('aria-valuetext', '$6,000');
  await low.fill('90000');
  await expect(low).toHaveValue('5500');
  await high.focus();
  await high.press('ArrowLeft');
  await expect(high).toHaveValue('6000');
  await high.press('ArrowRight');
  await expect(high).toHaveValue('6500');
});

test('SRCH-24 a handle of the price slider at its end is no limit', async ({ page }) => {
  await page.goto(siteUrl('longpaddock-caravans'));
  const high = page.getByLabel('Highest price');
  await high.scrollIntoViewIfNeeded();
  await page.mouse.move(20, 20);
  await page.mouse.move(40, 40);
  await page.getByLabel('Lowest price').fill('40000');
  await expect(high).toHaveAttribute('aria-valuetext', '$250,000 or more');
  await page.locator('[data-price-slider]').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\?price=40000%3A&sortBy=price_desc$/);
});

test('SRCH-11 a kept filter is there for the next search, and gone once it was cleared', async ({ page }) => {
  const site = (path: string) => siteUrl('limestone-motorcycles', path);
  await page.goto(site('/search/new-used-and-demo-cars'));
  await page.locator('summary', { hasText: 'Location' }).click();
  await awake(page);
  await page.locator('details', { hasText: 'Location' }).getByRole('checkbox').first().check();
  await expect(page).toHaveURL(/location_name=/);
  await page.goto(site('/'));
  await page.goto(site('/search/used-cars'));
  await expect(page).toHaveURL(/\/search\/used-cars\?location_name=/);
  await page.getByRole('link', { name: 'Clear Filters' }).first().click();
  await expect(page).toHaveURL(site('/search/new-used-and-demo-cars'));
  await page.goto(site('/search/used-cars'));
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(site('/search/used-cars'));
});
