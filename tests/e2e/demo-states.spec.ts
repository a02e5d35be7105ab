import type { Page } from 'playwright/test';
import { DEMO_STATES, PDF_FAILS } from '../../scripts/demo-stock/demo-states.data.ts';
import { IS_FULL } from '../extent.ts';
import { UNUSED_PRELOAD } from '../fixtures/settled-page.ts';
import { focusFaults } from './focus-indicator.ts';
import { allShown, violations } from './page-axe.ts';
import { E2E_PORT } from './ports.ts';
import { tooWide } from './reflow.ts';
import { expect, get, test } from './site.ts';

/** Every state that the page of a vehicle can be in, as the list of the demo's sites leads to it. */

const unescaped = (html: string) =>
  html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** Addresses of the examples by the name of their state, of its own dealer or of those of the other templates. */
async function examples(of: 'own' | 'others' = 'own'): Promise<Map<string, string>> {
  const { text } = await get(`http://localhost:${E2E_PORT}/`);
  const [own = '', others = ''] = text.split('id="others"');
  const links = (of === 'own' ? own : others).matchAll(/<li><a href="([^"]+\/cars\/[^"]+)">([^<]+)</g);
  return new Map([...links].map(([, address = '', name = '']) => [unescaped(name), address]));
}

test('CFG-02 the list of sites links to a page in every state, and the page shows its state @core', async () => {
  const addresses = await examples();
  expect([...addresses.keys()]).toEqual(DEMO_STATES.map(({ name }) => name));
  for (const { name, dealer, marks, lacks = [] } of DEMO_STATES) {
    const address = addresses.get(name) ?? '';
    expect.soft(address, name).toContain(`//${dealer}.`);
    const { status, text } = await get(address);
    expect.soft(status, name).toBe(200);
    for (const mark of marks) expect.soft(mark.test(text), `${name}: ${mark} at ${address}`).toBe(true);
    for (const mark of lacks) expect.soft(mark.test(text), `${name}: no ${mark} at ${address}`).toBe(false);
  }
});

/** One in so many is enough beside the pages that the sweep looks at. */
const SHARE = IS_FULL ? 1 : 10;

async function lookAt(page: Page, address: string): Promise<void> {
  await page.goto(address);
  expect.soft(await focusFaults(page), 'focus').toEqual([]);
  for (const screen of [
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(screen);
    expect.soft(await tooWide(page), `reach at ${screen.width} px`).toEqual([]);
    const found = await allShown(page, () => violations(page));
    expect.soft(found, `axe at ${screen.width} px`).toEqual([]);
  }
}

test.describe('every state', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  for (const { name } of DEMO_STATES.filter((_, at) => at % SHARE === 0)) {
    test(`VDP-01 PLAT-02 ${name}: by axe, by keyboard, and no wider than the screen`, async ({ page }) => {
      await lookAt(page, (await examples()).get(name) ?? '');
    });
  }
  for (const { name } of IS_FULL ? DEMO_STATES : []) {
    test(`VDP-01 PLAT-02 ${name}, in the other templates: the same`, async ({ page }) => {
      const others = [...(await examples('others'))].filter(([each]) => each.startsWith(`${name} (`));
      for (const [, address] of others) await lookAt(page, address);
    });
  }
});

test('VDP-24 the reports of demo vehicles open', async ({ page }) => {
  const addresses = await examples();
  for (const [state, link] of [
    ['History report', 'History report'],
    ['Car analysis to download', 'Download car analysis'],
  ] as const) {
    await page.goto(addresses.get(state) ?? '');
    const href = await page.getByRole('link', { name: link }).first().getAttribute('href');
    const { status, text } = await get(new URL(href ?? '', page.url()).href);
    expect(status, href ?? link).toBe(200);
    expect(text.slice(0, 5)).toBe('%PDF-');
  }
});

test('VDP-20 ERR-02 the PDF of the vehicle that shows the failure is not made, others are', async () => {
  const addresses = await examples();
  const pdfOf = async (state: string) => (await get(`${addresses.get(state)}.pdf`)).status;
  expect(await pdfOf(PDF_FAILS)).toBe(500);
  expect(await pdfOf('Motorcycle: its engine')).toBe(200);
});

test('VDP-10 ERR-02 the gauge compares the price; if its service fails it is hidden and the failure is logged', async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'warning' && !UNUSED_PRELOAD.test(line.text())) warnings.push(line.text());
  });
  const reading = {
    ...{ fill: 0.7, listing_price: 20_000, market_range_min: 18_000, market_range_max: 26_000 },
    ...{ confidence: 0.9, description: 'as the service likes' },
  };
  await page.route('**/autogauge', (route) => route.fulfill({ json: reading }));
  await page.goto((await examples()).get('Price gauge (Autogauge)') ?? '');
  const gauge = page.getByRole('region', { name: 'Price compared with the market' });
  await gauge.scrollIntoViewIfNeeded();
  await expect(gauge).toContainText('Great Deal');
  await expect(gauge).toContainText('Similar cars sell for $18,000 to $26,000');
  expect(warnings).toEqual([]);
  await page.route('**/autogauge', (route) => route.fulfill({ status: 404, json: {} }));
  await page.reload();
  // The browser may have scrolled there already, and the gauge be hidden.
  await page.evaluate("document.querySelector('.gauge').scrollIntoView()");
  await expect.poll(() => warnings.join()).toContain('No data returned');
  await expect(gauge).toBeHidden();
});
