import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { launchBrowser } from '../fixtures/browser.ts';
import { startRenderedSites } from '../fixtures/rendered-site.ts';
import { settledPage } from '../fixtures/settled-page.ts';
import { SITEVERIFY_SECRET, startSiteverify } from '../fixtures/siteverify-server.ts';

const SITE = 'challenged';
const SECRET_NAME = 'DEALER_CHALLENGED_TURNSTILE_SECRET';
/** As Turnstile's own script does it: a hidden input in the widget's container, then the callback. */
const WIDGET = `globalThis.turnstile = {
  render(container, { sitekey, callback }) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = 'cf-turnstile-response';
    container.append(input);
    setTimeout(() => { input.value = 'passes-' + sitekey + '-' + Math.random(); callback(input.value); }, 300);
    return 'w1';
  },
  reset() {},
};`;

let browser: Browser;
let sites: Awaited<ReturnType<typeof startRenderedSites>>;
let siteverify: Awaited<ReturnType<typeof startSiteverify>>;
let context: BrowserContext;
let page: Page;
let asked: string[];
let faults: string[];
let scripts: 'answer' | 'are blocked';

beforeAll(async () => {
  siteverify = await startSiteverify();
  process.env[SECRET_NAME] = SITEVERIFY_SECRET;
  [browser, sites] = await Promise.all([
    launchBrowser(),
    startRenderedSites(inject('pagesEntry'), {
      [SITE]: { 'leads.turnstile': { siteKey: 'key-of-the-site', secret: SECRET_NAME } },
    }),
  ]);
  sites.services.env.TURNSTILE_URL = siteverify.url;
});
afterAll(async () => {
  delete process.env[SECRET_NAME];
  await browser?.close();
  await sites?.stop();
  await siteverify?.stop();
});
beforeEach(async () => {
  scripts = 'answer';
  asked = [];
  faults = [];
  context = await browser.newContext();
  await context.route(
    ({ hostname }) => !hostname.endsWith('localhost'),
    (route) => {
      asked.push(new URL(route.request().url()).hostname);
      if (scripts === 'are blocked') return route.abort();
      return route.fulfill({ body: WIDGET, contentType: 'text/javascript' });
    },
  );
  page = settledPage(await context.newPage());
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(sites.url(SITE, '/enquire/contact'));
});
afterEach(async () => {
  await context.close();
  expect(faults).toEqual([]);
});

async function fillIn(message: string): Promise<void> {
  const answers = { name: 'Ann', last_name: 'Quill', email: 'ann@example.com', phone: '0412 345 678' };
  for (const [name, text] of Object.entries(answers)) await page.locator(`[name="${name}"]`).fill(text);
  await page.locator('[name="message"]').fill(message);
}
const stored = () =>
  sites.services.db
    .selectFrom('outbox')
    .innerJoin('leads', 'leads.id', 'outbox.lead_id')
    .select(['outbox.state', 'outbox.last_error', 'leads.payload'])
    .orderBy('leads.created_at')
    .execute();

it('FORM-11 the challenge is loaded when a shopper starts the form, and its token is sent with the lead', async () => {
  expect(asked).toEqual([]);
  await fillIn('Proven');
  await expect.poll(() => asked).toEqual(['challenges.cloudflare.com']);
  await page.locator('.lead-form button[type="submit"]').click();
  await page.waitForURL('**/success?**');
  expect((await stored()).at(-1)).toMatchObject({ state: 'pending', last_error: null });
  expect(siteverify.asked.at(-1)?.response).toMatch(/^passes-key-of-the-site-/);
  expect((await stored()).at(-1)?.payload).not.toContain('passes');
});

it('FORM-11 a browser that blocks the challenge still sends its lead', async () => {
  scripts = 'are blocked';
  const before = siteverify.asked.length;
  await fillIn('Blocked');
  await page.locator('.lead-form button[type="submit"]').click();
  await page.waitForURL('**/success?**');
  expect((await stored()).at(-1)).toMatchObject({ state: 'pending', last_error: null });
  expect((await stored()).at(-1)?.payload).toContain('Blocked');
  expect(siteverify.asked).toHaveLength(before);
});

it('FORM-11 a corrected form is sent with a new token', async () => {
  await fillIn('Fixed');
  await page.locator('[name="postcode"]').fill('12');
  // Before, the browser's own bubble says what is wrong.
  await page.locator('form[data-awake]').waitFor();
  await page.locator('.lead-form button[type="submit"]').click();
  await page.locator('.lead-form [role="alert"]').waitFor();
  await page.locator('[name="postcode"]').fill('4006');
  await page.locator('.lead-form button[type="submit"]').click();
  await page.waitForURL('**/success?**');
  expect((await stored()).at(-1)).toMatchObject({ state: 'pending', last_error: null });
});
