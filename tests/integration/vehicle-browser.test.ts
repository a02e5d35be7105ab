import { afterAll, beforeAll, expect, it } from 'vitest';
import { CAR, EVERYTHING, ORIGIN, type RenderedCars, startRenderedCars } from '../fixtures/rendered-cars.ts';
import { STOCK } from '../switches/feed.ts';

const NUMBERS = 'Ring 07 5550 0110 or 0755500120';
const MASKED_NUMBERS = 'Ring 07 55******* or 07555*****';
const [sound = {}] = STOCK;
/** Its dealer writes numbers into every text. */
const WRITTEN = {
  ...{ ...sound, stocknum: 'W1', warranty: `3 years. ${NUMBERS}`, tag: `Sale. ${NUMBERS}` },
  ...{ standardEquipment: `Tow bar. ${NUMBERS}`, filtered_features: `Alarm. ${NUMBERS}` },
  dealercomments: `One owner. ${NUMBERS}`,
  ...{ simple_drive: '4WD', doors: 4 },
};

let cars: RenderedCars;
beforeAll(async () => {
  cars = await startRenderedCars(EVERYTHING, [...STOCK, WRITTEN]);
});
afterAll(() => cars.stop());

it('VDP-28 a view is event 4 with the name of the vehicle, once, and ViewContent for the Meta pixel', async () => {
  const { page, close } = await cars.open(CAR, {}, { settings: { 'analytics.metaPixel': '12345678901' } });
  const said = () => page.evaluate<unknown[][]>('window.fbq?.queue ?? []');
  const name = '2025 Mercedes-Benz C-Class';
  await expect
    .poll(said)
    .toContainEqual(['track', 'ViewContent', { content_name: expect.stringContaining(name) }]);
  const views = await page.evaluate<{ label: string }[]>('dataLayer.filter(({ eventId }) => eventId === 4)');
  expect(views).toEqual([
    expect.objectContaining({ event: 'forecourt', label: expect.stringContaining(name) }),
  ]);
  await close();
});

it('VDP-19 the link is copied, said for 1.5 s on the button and in full beside it', async () => {
  const { page, close } = await cars.open(CAR, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByText('Share', { exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await page.getByText('Copied 2025 Mercedes-Benz C-Class to your clipboard!').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\/cars\/2025-mercedes-benz-c-class/);
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  await close();
});

it('LOC-10 where a car stands elsewhere is said, and goes away without JavaScript', async () => {
  const { page, close } = await cars.open(CAR, { javaScriptEnabled: false });
  const bar = page.getByRole('dialog', { name: 'Located at Moorooka' });
  await bar.waitFor();
  expect(await bar.getByRole('link').getAttribute('href')).toContain('Ipswich');
  await bar.getByRole('button', { name: 'Dismiss' }).click();
  await bar.waitFor({ state: 'hidden' });
  await close();
});

it('LOC-10 a bar that was dismissed is not back after a reload', async () => {
  const { page, close } = await cars.open();
  const bar = page.getByRole('dialog', { name: 'Located at Moorooka' });
  await bar.getByRole('button', { name: 'Dismiss' }).click();
  await bar.waitFor({ state: 'hidden' });
  await page.reload();
  await bar.waitFor({ state: 'hidden' });
  await close();
});

it('VDP-23 VDP-30 the map is linked to from the top, and its service is asked for nothing before a click', async () => {
  const { page, complaints, close } = await cars.open('car:U1');
  const asked: string[] = [];
  await page.route('https://maps.example/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>Map</p>' });
  });
  await page.getByRole('link', { name: 'Location and directions' }).click();
  const section = page.locator('#vehicle-map');
  const show = section.getByRole('button', { name: 'Show map' });
  await expect.poll(() => show.isVisible()).toBe(true);
  expect(await section.getByRole('link', { name: 'Get Directions' }).getAttribute('href')).toContain(
    'maps/dir',
  );
  const height = (await section.boundingBox())?.height;
  expect(asked).toEqual([]);
  await show.press('Enter');
  const frame = section.locator('iframe');
  await frame.contentFrame().getByText('Map').waitFor();
  expect(asked).toHaveLength(1);
  expect(await frame.evaluate((element) => element === document.activeElement)).toBe(true);
  expect((await section.boundingBox())?.height).toBe(height);
  expect(complaints).toEqual([]);
  await close();
});

it('VDP-23 without a maps service there is the link to directions alone', async () => {
  const { html } = await cars.pages.render('car:U1');
  expect(html).toContain('Get Directions');
  expect(html).not.toContain('Show map');
  expect(html).not.toContain('place-map"');
});

it('FIN-10 how the repayment is worked out opens without JavaScript, and adds up', async () => {
  const { page, close } = await cars.open('car:U1', { javaScriptEnabled: false });
  const working = page.locator('details', { hasText: 'How it is worked out' });
  const totals = working.getByRole('row', { name: /^Total paid/ });
  expect(await totals.first().isVisible()).toBe(false);
  await working.getByText('How it is worked out', { exact: true }).click();
  await totals.first().waitFor();
  const [paid, paidFor] = await totals.allTextContents();
  expect(paid).toMatch(/\$[\d,.]+\s*$/);
  expect(paidFor).toBe(paid);
  await close();
});

it('VDP-07 key information shows four lines, all others after Show More, also without JavaScript', async () => {
  const { page, close } = await cars.open('car:W1', { javaScriptEnabled: false });
  const section = page.locator('section', { has: page.locator('#key-information') });
  const lines = section.locator('dl > div');
  const shown = () => lines.evaluateAll((all) => all.filter((line) => line.checkVisibility()).length);
  expect(await shown()).toBe(4);
  expect(await section.getByText('VIN', { exact: true }).isVisible()).toBe(false);
  await section.getByText('Show More', { exact: true }).click();
  expect(await shown()).toBe(await lines.count());
  expect(await lines.count()).toBeGreaterThan(8);
  await section.getByText('Show Less', { exact: true }).click();
  expect(await shown()).toBe(4);
  await close();
});

it.each([390, 768, 1440])(
  'VDP-30 in a window %d px wide the words of each button have one line',
  async (width) => {
    const { page, close } = await cars.open(CAR, { viewport: { width, height: 900 } });
    const heights = await page
      .locator('.vehicle-summary :is(.vehicle-actions, .vehicle-actions-more) .button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(3);
    expect(Math.max(...heights)).toBeLessThanOrEqual(48);
    await close();
  },
);

it.each(['vehicle-map', 'financeDisclaimer'])(
  'NAV-10 an address that ends in #%s shows that section below the header of the car',
  async (id) => {
    const { page, close } = await cars.open('car:U1', { viewport: { width: 390, height: 700 } });
    await page.goto(`${ORIGIN}/cars/this#${id}`);
    const header = page.locator('[data-vehicle-header]');
    await expect.poll(() => header.isVisible()).toBe(true);
    const topOf = async (place: typeof header) => (await place.boundingBox())?.y ?? Number.NaN;
    const bottom = (await header.boundingBox())?.height ?? Number.NaN;
    await expect.poll(() => topOf(page.locator(`#${id}`))).toBeLessThan(800);
    expect(await topOf(page.locator(`#${id}`))).toBeGreaterThanOrEqual(bottom);
    await close();
  },
);

it.each([
  [8, 'Just arrived. Photos are on their way.'],
  [0, 'No photos of this car yet.'],
])('VDP-06 a car without photos that counts as new for %i days says "%s"', async (days, said) => {
  const { html } = await cars.pages.render('car:U1', { 'card.newArrivalDays': days });
  expect(html).toContain(said);
  expect(html).toContain('Request Photos');
  expect(html).not.toContain('class="gallery"');
});

it('CARD-07 CARD-08 the page of a used car of the make has the badge, of a certified one of the brand the fuller words', async () => {
  const { html } = await cars.pages.render('car:U1', { 'card.certifiedBadgeMake': 'Toyota' });
  expect(html).toMatch(/<li class="chip vehicle-chip-certified"[^>]*>Certified<\/li>/);
  expect((await cars.pages.render('car:U2', { 'card.certifiedBadgeMake': 'Toyota' })).html).not.toContain(
    'chip vehicle-chip-certified"',
  );
  const both = { 'card.certifiedLogoMake': 'Mercedes Benz', 'card.certifiedBadgeMake': 'Mercedes Benz' };
  const chips = ({ html }: { html: string }) =>
    [...html.matchAll(/chip vehicle-chip-certified"[^>]*>([^<]+)</g)].map(([, text]) => text);
  expect(chips(await cars.pages.render('car:U4', both))).toEqual(['Certified Pre-Owned']);
  const another = { ...both, 'card.certifiedLogoMake': 'Toyota' };
  expect(chips(await cars.pages.render('car:U4', another))).toEqual(['Certified']);
  expect(chips(await cars.pages.render('car:U1', another))).toEqual([]);
});

it('NAV-10 #reviews is on the page of a location with reviews', async () => {
  const review = { id: 'r1', customer_name: 'Tom W.', rating: 5, text: 'Good', review_date: '2026-02-01' };
  const given = { 'reviews.items': [review] };
  const { html } = await cars.pages.render('/locations/harbour-city-sales', given);
  expect(html).toMatch(/<section[^>]* id="reviews"/);
});

it('VDP-17 the page holds no number of the dealer, whatever is switched on', async () => {
  const { html } = await cars.pages.render('car:U1', EVERYTHING);
  const { phones, locations } = cars.pages.configured(EVERYTHING);
  const numbers = [...Object.values(phones), ...locations.map(({ phone }) => phone)];
  const digits = html.replace(/[\s()-]/g, '');
  expect(numbers.length).toBeGreaterThan(4);
  for (const number of numbers) expect(digits).not.toContain(String(number).replace(/\D/g, ''));
});

it('VDP-17 a number in any words of the dealer is masked, on the page and on paper', async () => {
  const words = {
    'vehiclePage.disclaimer': `Check first. ${NUMBERS}`,
    'vehiclePage.mobileWarranty': { used: `Covered. ${NUMBERS}` },
    'vehiclePage.whyDealer': { points: [`Close by. ${NUMBERS}`] },
    'vehiclePage.whyBuy': { points: [`Cheap. ${NUMBERS}`] },
  };
  const page = await cars.pages.render('car:W1', { ...EVERYTHING, ...words });
  const print = /href="(\/print\?car_id=[^"]+)"/.exec(page.html)?.[1] ?? '';
  const paper = await cars.pages.render(print, { ...EVERYTHING, ...words });
  const ofVehicle = ['3 years.', 'Tow bar.', 'Alarm.', 'One owner.', 'Check first.'];
  for (const words of [...ofVehicle, 'Sale.', 'Covered.', 'Close by.', 'Cheap.'])
    expect(page.html).toContain(`${words} ${MASKED_NUMBERS}`);
  for (const words of ofVehicle) expect(paper.html).toContain(`${words} ${MASKED_NUMBERS}`);
  for (const { html } of [page, paper]) expect(html).not.toMatch(/07 ?5550 ?01[12]0/);
});

it('VDP-20 the PDF is downloaded under its own name, with "Preparing..." meanwhile, and is event 61 once', async () => {
  const { page, complaints, close } = await cars.open();
  const asked = Promise.withResolvers<void>();
  await page.route('**/cars/*.pdf', async (route) => {
    await asked.promise;
    await route.fulfill({ body: '%PDF-1.7', contentType: 'application/pdf' });
  });
  await page.evaluate(
    `addEventListener('forecourt:event', ({ detail }) => (window.sent ??= []).push(detail.eventId))`,
  );
  const link = page.getByRole('link', { name: 'Download PDF' });
  const href = await link.getAttribute('href');
  const started = page.waitForEvent('download');
  await link.click();
  const preparing = page.locator('[aria-live="polite"]').getByRole('link', { name: 'Preparing...' });
  await preparing.waitFor();
  await preparing.click();
  asked.resolve();
  const download = await started;
  expect(`/cars/${download.suggestedFilename()}`).toBe(href);
  await link.waitFor();
  expect(await page.evaluate('window.sent')).toEqual([61]);
  expect(complaints).toEqual([]);
  await close();
});

it('ERR-02 a PDF that fails is reported, and can be tried again', async () => {
  const { page, close } = await cars.open();
  const statuses = [503, 200];
  await page.route('**/cars/*.pdf', (route) =>
    route.fulfill({ status: statuses.shift() ?? 500, body: '%PDF-1.7', contentType: 'application/pdf' }),
  );
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.accept();
  });
  const link = page.getByRole('link', { name: 'Download PDF' });
  await link.click();
  await expect.poll(() => said).toEqual(['The PDF could not be downloaded. Please try again in a moment.']);
  const started = page.waitForEvent('download');
  await link.click();
  expect((await started).suggestedFilename()).toMatch(/\.pdf$/);
  expect(said).toHaveLength(1);
  await close();
});
