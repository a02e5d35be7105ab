import { request } from 'node:http';
import { test as base, expect, type Locator, type Page } from 'playwright/test';
import { settledPage } from '../fixtures/settled-page.ts';
import { CRM_URL, E2E_PORT, siteUrl } from './ports.ts';

export { CRM_URL, expect, siteUrl };

/** The outside world: analytics, chat, frames. It is there, and says nothing. */
const isOutside = ({ hostname }: URL) => !hostname.endsWith('localhost') && hostname !== '127.0.0.1';

/** The browser's own words where the next page was asked for before the last one had faded over. */
const TRANSITION_LEFT_OUT = /^Transition was (?:aborted|skipped)/;

/**
 * Every page is watched: a console error or an uncaught exception fails the test that caused it.
 */
export const test = base.extend({
  page: async ({ page, javaScriptEnabled }, use) => {
    const complaints: string[] = [];
    await page
      .context()
      .route(isOutside, (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
    if (javaScriptEnabled !== false) settledPage(page);
    page.on('pageerror', ({ message }) => {
      if (!TRANSITION_LEFT_OUT.test(message)) complaints.push(message);
    });
    page.on('console', (message) => {
      // A refused form is answered with 422, a declined card with 402: the browser reports them as failed resources.
      if (message.type() === 'error' && !/402|422|404/.test(message.text())) complaints.push(message.text());
    });
    await use(page);
    // A request still under way when a test ends fails no test.
    for (const each of [page, page.context()]) await each.unrouteAll({ behavior: 'ignoreErrors' });
    expect.soft(complaints).toEqual([]);
  },
});

/**
 * A plain GET, or a POST of JSON; names under .localhost resolve in browsers only, so the host goes into the header.
 */
export function get(
  address: string,
  json?: string,
): Promise<{ status: number; text: string; bytes: Buffer; location: string | undefined }> {
  const { hostname, pathname, search } = new URL(address);
  const posted = json === undefined ? {} : { 'content-type': 'application/json' };
  const method = json === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port: E2E_PORT, path: `${pathname}${search}`, method },
        headers: { host: hostname, ...posted },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers } = answer;
          resolve({ status, text: bytes.toString(), bytes, location: headers.location });
        });
      },
    );
    asked.on('error', reject);
    asked.end(json);
  });
}

/** Resolves when the islands an interaction hydrates are ready. */
export const awake = (page: Page) => page.waitForSelector('astro-island:not([ssr])', { state: 'attached' });

/** Resolves when a lead form in `scope` sends by script. Before that, the browser posts it itself. */
export const formAwake = (scope: Page | Locator) =>
  scope.locator('form[data-awake]').first().waitFor({ state: 'attached' });

/** Cars the result count says were found. */
export async function resultCount(page: Page): Promise<number> {
  return Number((await page.locator('.results-count strong').innerText()).replace(/\D/g, ''));
}

/** Address of the first car of a search; a browser would load the whole page for it. */
export async function firstCar(dealer: string, search = '/search/used-cars'): Promise<string> {
  const { text } = await get(siteUrl(dealer, search));
  const [, path] = /<article[\s\S]*?href="(\/cars\/[^"]+)"/.exec(text) ?? [];
  if (!path) throw new Error(`No car at ${search} of ${dealer}`);
  return siteUrl(dealer, path);
}

export async function fillEnquiry(
  page: Page | Locator,
  { message, ...person }: { message: string; postcode?: string },
): Promise<void> {
  await fillPerson(page, person);
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
}

export async function fillPerson(
  page: Page | Locator,
  { postcode = '4006' }: { postcode?: string } = {},
): Promise<void> {
  await page.getByLabel('First Name').fill('Robin');
  await page.getByLabel('Last Name').fill('Ash');
  await page.getByRole('textbox', { name: 'Email' }).fill('robin@example.com');
  await page.getByLabel('Mobile Number').fill('0491 570 156');
  // In a form of steps it comes with the last.
  const field = page.getByLabel('Postcode');
  if (await field.isVisible()) await field.fill(postcode);
}

/** Takes the enquiry of a vehicle page to its last step. */
export async function fillSteps(page: Page, { message }: { message: string }): Promise<Locator> {
  const form = page.locator('#enquire');
  const goOn = form.getByRole('link', { name: 'Continue' });
  await form.getByRole('textbox', { name: 'Message' }).fill(message);
  await formAwake(form);
  await goOn.click();
  await fillPerson(form);
  await goOn.click();
  await form.getByLabel('Postcode').fill('4006');
  return form;
}

/** Waits until the demo CRM has the lead with this message. */
export async function leadInCrm(message: string): Promise<Record<string, unknown>> {
  let found: { lead: Record<string, unknown>; arrivals: number }[] = [];
  await expect(async () => {
    const received = (await (await fetch(`${CRM_URL}/leads.json`)).json()) as typeof found;
    found = received.filter(({ lead }) => lead.message === message);
    expect(found).toHaveLength(1);
  }).toPass();
  return found[0]?.lead ?? {};
}
