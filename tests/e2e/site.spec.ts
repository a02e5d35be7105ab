import { readdirSync, readFileSync } from 'node:fs';
import { awake, expect, firstCar, get, siteUrl, test } from './site.ts';

const DEALERS = ['riverbend', 'kookaburra-cars'];
const PAGES = [
  '/',
  '/search/new-used-and-demo-cars',
  '/dealer-locator',
  '/about-us',
  '/contact',
  '/privacy-policy',
  '/terms-and-conditions',
  '/saved-cars',
  '/enquire/contact',
  '/not-there',
];
const LICENCES: Record<string, string> = { riverbend: '4410217', 'kookaburra-cars': 'MD041226' };

for (const dealer of DEALERS) {
  test(`LOC-02 every page of ${dealer} names its licence @core`, async () => {
    const car = await firstCar(dealer);
    for (const address of [...PAGES.map((path) => siteUrl(dealer, path)), car]) {
      const { location, text } = await get(address);
      const page = location ? (await get(new URL(location, address).href)).text : text;
      expect(page, address).toContain(LICENCES[dealer]);
    }
  });
}

test('PLAT-02 the internal prefix is in no page, no address and no response @core', async () => {
  const car = await firstCar('riverbend');
  for (const address of [
    ...PAGES.map((path) => siteUrl('riverbend', path)),
    car,
    siteUrl('riverbend', '/sitemap.xml'),
    siteUrl('riverbend', '/robots.txt'),
  ]) {
    expect((await get(address)).text, address).not.toContain('tenants');
  }
  expect((await get(siteUrl('riverbend', '/tenants/kookaburra-cars/about-us'))).status).toBe(404);
});

test('PLAT-02 no link of a site is dead', async ({ page }) => {
  for (const dealer of DEALERS) {
    const links = new Set<string>();
    for (const path of PAGES.slice(0, -1)) {
      await page.goto(siteUrl(dealer, path));
      for (const link of await page
        .locator('a[href^="/"]')
        .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href)))
        links.add(link);
    }
    for (const link of [...links].slice(0, 120)) {
      const { status, location } = await get(link);
      // What is behind a gate leads to sign-in.
      if (status === 302) expect(location, link).toMatch(/^\/sign-in\?/);
      else expect(status, link).toBe(200);
    }
  }
});

test('CFG-15 the two dealers share their markup and look different', async ({ page }) => {
  const look = async (dealer: string) => {
    await page.goto(siteUrl(dealer));
    return page.evaluate(() => {
      const header = document.querySelector('.site-header');
      const heading = document.querySelector('h1');
      if (!header || !heading) throw new Error('No header');
      return {
        background: getComputedStyle(header).backgroundColor,
        letters: getComputedStyle(heading).textTransform,
      };
    });
  };
  const [group, yard] = [await look('riverbend'), await look('kookaburra-cars')];
  expect(group.background).not.toBe(yard.background);
  expect(group.letters).not.toBe(yard.letters);
});

test('CFG-01 the source contains nothing about a dealer @core', () => {
  // Suburbs that bear the name of a demo dealer are in the list of all suburbs of the country.
  const sources = readdirSync('src', { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/\.(test\.tsx?|snap)$|^suburb-postcodes\.json$/.test(entry.name),
  );
  const naming = sources.filter((entry) =>
    /riverbend|kookaburra|ridgeline|aldermoor|longpaddock|limestone-moto|ironbark|brightkey/i.test(
      readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'),
    ),
  );
  expect(naming.map((entry) => entry.name)).toEqual([]);
});

test('VDP-17 the number of a car’s dealer is masked everywhere on its page @core', async () => {
  const html = (await get(await firstCar('riverbend'))).text;
  expect(html.match(/\(?0[2-8]\)?[ ]?5550[ ]?\d{4}/g) ?? []).toEqual([]);
  expect(html).toContain('*****');
});

test('FAV-01 a saved car is stored, counted and listed @phone @core', async ({ page }) => {
  await page.goto(await firstCar('riverbend'));
  const name =
    (await page
      .getByRole('button', { name: /^Save / })
      .first()
      .getAttribute('aria-label')) ?? '';
  await page
    .getByRole('button', { name: /^Save / })
    .first()
    .click();
  await page.goto(siteUrl('riverbend', '/saved-cars'));
  await expect(page.getByRole('main')).toContainText(name.replace(/^Save /, '').replace(/ .*$/, ''));
});

test('LOC-03 the directory filters by the typed text and keeps it in the URL', async ({ page }) => {
  await page.goto(siteUrl('riverbend', '/dealer-locator'));
  await page.getByPlaceholder('Search locations...').fill('moorooka');
  await expect(page).toHaveURL(/locationQuery=moorooka/);
  await expect(page.getByRole('heading', { name: 'Riverbend Used Cars Moorooka' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Riverbend Valley Showroom' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Riverbend Valley Showroom' })).toBeHidden();
});

test('LOC-01 tabs show one kind of location at a time, by keyboard too', async ({ page }) => {
  await page.goto(siteUrl('riverbend', '/dealer-locator'));
  const tabs = page.getByRole('group', { name: /Riverbend Valley/ });
  await tabs.getByRole('radio', { name: 'Sales' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(tabs.getByRole('radio', { name: 'Service' })).toBeChecked();
  await expect(page.getByRole('heading', { name: 'Riverbend Valley Service' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Riverbend Valley Showroom' })).toBeHidden();
});

test('LOC-01 tabs work without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(siteUrl('riverbend', '/dealer-locator'));
  await page
    .getByRole('group', { name: /Riverbend Valley/ })
    .getByRole('radio', { name: 'Parts' })
    .check();
  await expect(page.getByRole('heading', { name: 'Riverbend Valley Service' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Riverbend Valley Showroom' })).toBeHidden();
  await context.close();
});

test('LOC-01 a changed list of locations returns to the first tab', async ({ page }) => {
  await page.goto(siteUrl('riverbend', '/dealer-locator'));
  const tabs = page.getByRole('group', { name: /Riverbend Valley/ });
  await tabs.getByRole('radio', { name: 'Parts' }).check();
  await page.getByPlaceholder('Search locations...').fill('valley service');
  await expect(tabs.getByRole('radio', { name: 'Service' })).toBeChecked();
  await page.getByPlaceholder('Search locations...').fill('');
  await expect(tabs.getByRole('radio', { name: 'Sales' })).toBeChecked();
  // Also on a card whose own locations stay, when others go.
  await tabs.getByRole('radio', { name: 'Parts' }).check();
  await page.getByPlaceholder('Search locations...').fill('valley');
  await expect(tabs.getByRole('radio', { name: 'Sales' })).toBeChecked();
});

test('LOC-06 two kinds of location at one address share a choice of hours', async ({ page }) => {
  await page.goto(siteUrl('riverbend', '/locations/north-lakes'));
  const hours = page.getByRole('group', { name: 'Opening hours of' });
  await expect(hours.getByRole('radio', { name: 'Sales' })).toBeChecked();
  await hours.getByRole('radio', { name: 'Service' }).check();
  await expect(page.getByRole('table', { name: /Service and Parts/ })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(1);
});

test('LOC-07 holiday hours open in a dialog, without JavaScript too @core', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(siteUrl('riverbend', '/locations/fortitude-valley'));
  await page.getByRole('button', { name: 'Holiday Hours' }).click();
  await expect(page.getByRole('dialog', { name: 'Holiday Hours' })).toContainText('Christmas Day');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await context.close();
});

test('LOC-07 a long list of holiday hours scrolls on the screen, its title and close button in sight', async ({
  page,
}) => {
  for (const size of [
    { width: 390, height: 640 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(siteUrl('aldermoor', '/locations/richmond'));
    await page.getByRole('button', { name: 'Holiday Hours' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Holiday Hours' });
    const last = dialog.getByRole('definition').last();
    await expect(last).not.toBeInViewport();
    await dialog.hover();
    await page.mouse.wheel(0, 5000);
    await expect(last).toBeInViewport({ ratio: 1 });
    await expect(dialog).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  }
});

test('CFG-09 the menu of small screens opens without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(siteUrl('kookaburra-cars', '/about-us'));
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await context.close();
});

test('CFG-09 NAV-17 NAV-210 the menu opens below its entry and closes by keyboard, and the class of the header follows @core', async ({
  page,
}) => {
  await page.goto(siteUrl('riverbend', '/about-us'));
  const stock = page.getByText('Our Stock', { exact: true }).first();
  const header = page.locator('.site-header');
  await expect(header).not.toHaveClass(/site-header-open/);
  const place = await header.boundingBox();
  await stock.focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('banner').getByRole('link', { name: 'Demo cars' });
  await expect(entry).toBeInViewport();
  expect(await header.boundingBox()).toEqual(place);
  await expect(header).toHaveClass(/site-header-open/);
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await expect(header).not.toHaveClass(/site-header-open/);
  await expect(stock).toBeFocused();
});

test('VDP-16 JSON-LD matches the page @core', async ({ page }) => {
  await page.goto(await firstCar('riverbend'));
  const items = await page.locator('script[type="application/ld+json"]').allTextContents();
  const car = items
    .map((text) => JSON.parse(text))
    .find((item) => String(item['@type']).match(/Car|Vehicle/));
  const dollars = { style: 'currency', currency: 'AUD', maximumFractionDigits: 0 } as const;
  const price = new Intl.NumberFormat('en-AU', dollars).format(Number(car.offers.price));
  expect(Number(car.offers.price)).toBeGreaterThan(0);
  await expect(page.locator('.vehicle-aside')).toContainText(price);
  expect(car.offers.priceCurrency).toBe('AUD');
});

test('the first interaction before hydration is not lost', async ({ page }) => {
  await page.route('**/_astro/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue();
  });
  await page.goto(siteUrl('riverbend', '/search/used-cars'), { waitUntil: 'commit' });
  await page.getByLabel(/^Toyota/).check();
  await awake(page);
  await expect(page).toHaveURL(/make=Toyota/);
});
