import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../fixtures/axe.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { buildForTest, formBody, startServer } from '../fixtures/lead-site.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

let build: Awaited<ReturnType<typeof buildForTest>>;
let site: Awaited<ReturnType<typeof startServer>>;
let browser: Browser;

beforeAll(async () => {
  build = await buildForTest();
  site = await startServer(build.outDir, { env: { REGO_URL: 'made-up', VALUATION_URL: 'made-up' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Presses a button by keyboard, and waits for the page that answers. */
const pressed = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
};

async function isSound(page: Page): Promise<void> {
  const violations = await axeViolations(page);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

const ACCEPT = 'Accept this estimate';

/** FORM-08: what other forms would be filled in with. */
const shopper = (page: Page) => page.evaluate(() => localStorage.getItem('forecourt:shopper'));

/** FORM-03: an impatient finger; one press is sent. */
async function acceptTwice(page: Page): Promise<void> {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const left = page.waitForURL('**/photos');
  await page.getByRole('button', { name: ACCEPT }).dblclick({ noWaitAfter: true });
  await left;
  expect(sent.filter((url) => url.endsWith('/offer'))).toHaveLength(1);
  expect(await shopper(page)).toContain('annabel@example.com');
}

/** Goes from the plate to the end. Axe itself is a script. */
async function walk(page: Page, javaScriptEnabled: boolean): Promise<void> {
  const check = javaScriptEnabled ? isSound : async () => {};
  await page.goto(`http://riverbend.localhost:${site.port}/trade-in`);
  await pressed(page, 'Find my vehicle');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(
    'Registration plate: This is a required field.',
  );
  await check(page);
  await page.getByLabel('Registration plate').fill('zzz 123');
  await pressed(page, 'Find my vehicle');
  expect(await page.getByText('We found no vehicle with the plate ZZZ123').isVisible()).toBe(true);
  await page.getByLabel('Year it was built').fill('2024');
  await page.getByLabel('Make', { exact: true }).fill('Toyota');
  await page.getByLabel('Model', { exact: true }).fill('HiLux');
  await check(page);
  await pressed(page, 'Continue');
  await page.locator('[name=kilometres]').fill('20000');
  for (const group of await page
    .getByRole('group')
    .filter({ has: page.getByRole('radio') })
    .all()) {
    await group.getByRole('radio').first().focus();
    await page.keyboard.press('Space');
  }
  await check(page);
  await pressed(page, 'Continue');
  const details = { 'First Name': 'Annabel', 'Last Name': 'Quillfeather', 'Mobile Number': '0412345678' };
  for (const [label, text] of Object.entries(details)) await page.getByLabel(label).fill(text);
  await page.getByRole('textbox', { name: 'Email' }).fill('annabel@nowhere');
  await page.getByLabel('Dealership').selectOption({ index: 1 });
  await pressed(page, 'Show my estimate');
  expect(await page.getByRole('alert').getByRole('link').allTextContents()).toEqual([
    expect.stringContaining('Email'),
  ]);
  expect(await shopper(page)).toBeNull();
  await page.getByRole('textbox', { name: 'Email' }).fill('annabel@example.com');
  await check(page);
  await pressed(page, 'Show my estimate');
  expect(await page.getByText(/^\$[\d,]+$/).isVisible()).toBe(true);
  expect(await page.getByText('Valid 7 days, until').isVisible()).toBe(true);
  await check(page);
  await (javaScriptEnabled ? acceptTwice(page) : pressed(page, ACCEPT));
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer();
  await page
    .getByLabel('Photos of your vehicle')
    .setInputFiles({ name: 'car.jpg', mimeType: 'image/jpeg', buffer: photo });
  await check(page);
  await pressed(page, 'Add photos');
  expect(await page.getByText('1 of 10 photos added.').isVisible()).toBe(true);
  await check(page);
  await page.getByLabel('Photos of your vehicle').setInputFiles({
    name: 'other.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp(photo).negate().jpeg().toBuffer(),
  });
  await pressed(page, 'Finish');
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await check(page);
}

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s, at 390 px, by keyboard', (_name, javaScriptEnabled) => {
  it('FORM-10 NAV-09 ANL-06 ERR-06 the journey goes from the plate to the photos', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled });
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    await page.addInitScript(() => {
      addEventListener('forecourt:event', (event) =>
        console.log(`event ${(event as CustomEvent).detail.eventId}`),
      );
    });
    await walk(page, javaScriptEnabled);
    await page.goBack();
    await page.goForward();
    const heard = (what: string) => said.filter((line) => line.endsWith(what)).length;
    const told = javaScriptEnabled ? 1 : 0;
    expect({
      accepted: heard('event 18'),
      lead: heard('event 22'),
      saved: heard('info: Valuation saved'),
    }).toEqual({
      accepted: told,
      lead: told,
      saved: told,
    });
    await context.close();
    const db = await openTestDatabase(site.dataDir);
    const [last] = await db
      .selectFrom('leads')
      .select('id')
      .where('kind', '=', 'lead')
      .orderBy('created_at', 'desc')
      .execute();
    const news = await db
      .selectFrom('leads')
      .select('sequence')
      .where('parent_id', '=', last?.id ?? '')
      .orderBy('sequence')
      .execute();
    await db.destroy();
    // The decision, and both photos.
    expect(news.map(({ sequence }) => sequence)).toEqual([2, 3]);
  });
});

describe('over HTTP', () => {
  it('FORM-10 pages of a valuation are not cached and not indexed', async () => {
    const begun = await site.ask({ path: '/value-my-car', ...formBody({ no_plate: 'on' }) });
    expect(begun.status).toBe(303);
    const path = begun.headers.location ?? '';
    const shown = await site.ask({ path });
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(shown.body).toContain('<meta name="robots" content="noindex');
    expect(shown.body).not.toContain('/tenants');
    expect((await site.ask({ path, host: 'kookaburra-cars.localhost' })).status).toBe(404);
    expect(
      (await site.ask({ path: '/value-my-car', ...formBody({ rego: '', regoState: 'qld' }) })).status,
    ).toBe(422);
  });

  it('PLAT-02 an upload is accepted at only one address, up to 8 MB', async () => {
    const id = 'x'.repeat(32);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const post = (path: string, body: Buffer) => site.ask({ method: 'POST', path, headers, body });
    expect((await post('/enquire/contact', Buffer.from('--b--'))).status).toBe(415);
    expect((await post(`/value-my-car/${id}/details`, Buffer.from('--b--'))).status).toBe(415);
    expect((await post(`/value-my-car/${id}/photos`, Buffer.from('--b--'))).status).toBe(404);
    expect((await post(`/value-my-car/${id}/photos`, Buffer.alloc(9 * 1024 * 1024))).status).toBe(404);
    const foreign = { ...headers, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const answer = await site.ask({
      method: 'POST',
      path: `/value-my-car/${id}/photos`,
      headers: foreign,
      body: '--b--',
    });
    expect(answer.status).toBe(403);
  });
});
