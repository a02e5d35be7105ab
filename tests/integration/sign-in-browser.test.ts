import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { TERMS_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import { type AccountSites, PHONE, startAccountSites } from '../fixtures/account-site.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { otherThan } from '../fixtures/phone-codes.ts';
import { settledPage } from '../fixtures/settled-page.ts';

const WRONG = 'The verification code is invalid. Please try again.';
const UNKNOWN = 'An unknown error occurred.';
const UNVERIFIED = 'An unknown error occurred during verification.';

let site: AccountSites;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
beforeAll(async () => {
  site = await startAccountSites({
    harbour: { 'account.signIn': true, 'account.myGarage': true },
    lakeside: { 'account.signIn': true, 'leads.termsCheckbox': true },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = settledPage(await context.newPage());
  faults = [];
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
  page.on('pageerror', (error) => faults.push(error.message));
});
afterEach(async () => {
  await context.close();
  await site.clear();
});

/** Opens sign-in with its form hydrated. */
async function open(path = '/sign-in?redirect=/my-garage', dealer = 'harbour') {
  await page.goto(site.url(dealer, path));
  await phone().focus();
  await page.locator('form[data-awake]').waitFor();
}
const phone = () => page.getByLabel('Mobile Number');
const code = () => page.getByLabel('Verification code');
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The errors the form lists. */
const listed = (...errors: string[]) =>
  expect.poll(() => page.getByRole('alert').getByRole('link').allTextContents()).toEqual(errors);
const watchEvents = () =>
  page.addInitScript(`addEventListener('forecourt:event', ({ detail }) => {
    sessionStorage.events = (sessionStorage.events ?? '') + detail.eventId + ' ';
  })`);

it('AUTH-01 AUTH-02 ANL-04 a shopper signs in by keyboard without leaving the page, with events 36 and 37', async () => {
  await watchEvents();
  await open();
  expect(await code().count()).toBe(0);
  await page.getByText('Add your name and email').click();
  await page.getByLabel('First Name').fill('Annabel');
  await phone().focus();
  await page.keyboard.type('0412345678');
  await page.keyboard.press('Enter');
  await code().waitFor();
  await page.getByText('We sent a code to 04 1234 5678.').waitFor();
  expect(await code().getAttribute('autocomplete')).toBe('one-time-code');
  expect(await page.getByLabel('First Name').inputValue()).toBe('Annabel');
  expect(await code().evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(site.newest());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Annabel’s garage' }).waitFor();
  expect(await page.evaluate('sessionStorage.events')).toBe('36 37 ');
  expect(faults).toEqual([]);
});

it('AUTH-02 ERR-05 mistakes are shown at their field, and another phone needs another code', async () => {
  await open();
  await button('Send Code').click();
  await listed('Mobile Number: This is a required field.');
  expect(await phone().getAttribute('aria-invalid')).toBe('true');
  await phone().fill('07 5550 1234');
  await button('Send Code').click();
  await listed('Mobile Number: Enter an Australian mobile number, such as 0412 345 678.');
  await phone().fill(PHONE);
  await button('Send Code').click();
  await code().waitFor();
  await listed();
  await button('Sign in').click();
  await listed('Verification code: This is a required field.');
  await code().fill('12 34');
  await button('Sign in').click();
  await listed('Verification code: Code must be 6 digits.');
  await code().fill(otherThan(site.newest()));
  await button('Sign in').click();
  await listed(`Verification code: ${WRONG}`);
  expect(await code().evaluate((input) => input === document.activeElement)).toBe(true);
  const before = site.sms.arrivals.length;
  await button('Resend Code').click();
  await expect.poll(() => site.sms.arrivals.length).toBe(before + 1);
  await listed();
  await phone().fill('0498 765 432');
  expect([await code().count(), await button('Send Code').count()]).toEqual([0, 1]);
});

it('AUTH-01 FORM-02 everything that is missing is listed at once, the terms too', async () => {
  await open('/sign-in?redirect=/about-us', 'lakeside');
  await button('Send Code').click();
  await listed('Mobile Number: This is a required field.', TERMS_MESSAGE);
  await phone().fill(PHONE);
  await button('Send Code').click();
  await listed(TERMS_MESSAGE);
  expect(await page.getByRole('alert').evaluate((alert) => alert === document.activeElement)).toBe(true);
  await page.getByLabel('terms of use').check();
  await button('Send Code').click();
  await code().waitFor();
  await listed();
});

it('AUTH-07 a page of another site that an address names is not in the page', async () => {
  const { body } = await site.get(
    '/sign-in?redirect=https://evil.example/x&back=//evil.example&type=my-garage',
  );
  expect(body).toContain('type=my-garage');
  expect(body).not.toContain('evil.example');
});

it('AUTH-01 ERR-03 what fails is said with its text, and what was typed stays', async () => {
  await open();
  await page.getByText('Add your name and email').click();
  await page.getByLabel('First Name').fill('Annabel');
  await phone().fill(PHONE);
  await page.route('**/api/phone-codes/**', (route) => route.abort());
  await button('Send Code').click();
  await page.getByText(UNKNOWN, { exact: true }).waitFor();
  await page.unroute('**/api/phone-codes/**');
  await button('Send Code').click();
  await code().waitFor();
  await page.route('**/api/phone-codes/**', (route) => route.abort());
  await code().fill(site.newest());
  await button('Sign in').click();
  await listed(`Verification code: ${UNVERIFIED}`);
  expect(await page.getByLabel('First Name').inputValue()).toBe('Annabel');
  await page.unroute('**/api/phone-codes/**');
  await button('Sign in').click();
  await page.getByRole('heading', { name: 'Annabel’s garage' }).waitFor();
});

it('AUTH-01 scripts that wake late on a slow processor lose nothing typed, nor a code that was sent before', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_astro/*.js', async (route) => {
    await held;
    await route.continue();
  });
  const line = await context.newCDPSession(page);
  await line.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.goto(site.url('harbour', '/sign-in?redirect=/my-garage'), { waitUntil: 'commit' });
  await phone().fill(PHONE);
  await page.getByText('Add your name and email').click();
  await page.getByLabel('Last Name').fill('Quillfeather');
  await button('Send Code').click();
  await code().waitFor();
  await code().fill(site.newest());
  release();
  await page.locator('form[data-awake]').waitFor();
  expect(await code().inputValue()).toBe(site.newest());
  expect(await page.getByLabel('Last Name').inputValue()).toBe('Quillfeather');
  await button('Sign in').click();
  await page.getByRole('heading', { name: 'My garage' }).waitFor();
});

it('ANL-04 a code that the form verifies before any script has run is reported by the next page, once', async () => {
  await watchEvents();
  let held = true;
  await page.route('**/_astro/*.js', (route) => (held ? route.abort() : route.continue()));
  await page.goto(site.url('harbour', '/sign-in?redirect=/about-us'), { waitUntil: 'load' });
  await phone().fill(PHONE);
  await button('Send Code').click();
  await code().waitFor();
  await code().fill(site.newest());
  held = false;
  await button('Sign in').click();
  await page.waitForURL('**/about-us', { waitUntil: 'load' });
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('sessionStorage.events')).toBe('37 ');
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['forecourt_session']);
  await page.reload();
  expect(await page.evaluate('sessionStorage.events')).toBe('37 ');
});

it('AUTH-01 a code that a browser reads from its text message is filled in', async () => {
  await page.addInitScript(`
    window.OTPCredential = class {};
    navigator.credentials.get = async ({ otp }) => otp && new Promise((resolve) => {
      window.arrive = (code) => resolve({ code });
    });`);
  await open();
  await phone().fill(PHONE);
  await button('Send Code').click();
  await code().waitFor();
  await page.evaluate(`arrive('${site.newest()}')`);
  await expect.poll(() => code().inputValue()).toBe(site.newest());
});

it('AUTH-01 NAV-08 a shopper without scripts signs in, and out again', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const tab = await plain.newPage();
  await tab.goto(site.url('harbour', '/my-garage'));
  await tab.getByLabel('Mobile Number').fill(PHONE);
  await tab.getByRole('button', { name: 'Send Code' }).click();
  await tab.getByLabel('Verification code').fill(site.newest());
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
  await tab.getByRole('heading', { name: 'My garage' }).waitFor();
  expect(await plain.cookies()).toMatchObject([
    { name: 'forecourt_session', httpOnly: true, sameSite: 'Lax', path: '/' },
    { name: 'forecourt_verified', value: '1' },
  ]);
  await tab.getByRole('button', { name: 'Sign out' }).click();
  await tab.goto(site.url('harbour', '/my-garage'));
  await tab.getByRole('button', { name: 'Send Code' }).waitFor();
  await plain.close();
});

it('NAV-08 SRCH-23 the garage lists what this browser searched for, and forgets it', async () => {
  const cookie = await site.signIn();
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: site.url('harbour', '/') }]);
  await page.addInitScript(`localStorage['forecourt:searches'] ??= JSON.stringify([
    { text: 'Toyota, under $30,000', href: '/search/used-cars?make=Toyota' },
    { text: '<b>bold</b>', href: 'javascript:alert(1)' },
    { text: '<b>ute</b>', href: '/search?body=Ute' },
  ])`);
  await page.goto(site.url('harbour', '/my-garage'));
  const part = page.getByRole('region', { name: 'Recent searches' });
  await part.waitFor();
  const links = part.getByRole('link');
  expect(await links.allTextContents()).toEqual(['Toyota, under $30,000', '<b>ute</b>']);
  expect(await links.first().getAttribute('href')).toBe('/search/used-cars?make=Toyota');
  expect(faults).toEqual([]);
  await part.getByRole('button', { name: 'Clear recent searches' }).click();
  await part.getByText('Your recent searches have been cleared.').waitFor();
  expect(await links.count()).toBe(0);
  expect(await page.evaluate(`localStorage['forecourt:searches']`)).toBe('[]');
  const heading = part.getByRole('heading', { name: 'Recent searches' });
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
});
