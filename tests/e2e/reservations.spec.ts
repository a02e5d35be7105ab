import type { Page } from 'playwright/test';
import { allShown, violations } from './page-axe.ts';
import { tooWide } from './reflow.ts';
import { expect, fillPerson, formAwake, get, leadInCrm, siteUrl, test } from './site.ts';
import { MOST_PAGES, pageOfStock } from './stock-examples.ts';
import { codeOf } from './texts.ts';

const SALON = 'aldermoor';
const WIDTHS = [390, 768, 1440];

/** A car that can be reserved; tests that run at once take one each. @param nth counts from 0 */
async function reservable(dealer: string, nth: number): Promise<string> {
  let left = nth;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    for (const { reservable, reserved, slug } of await pageOfStock(dealer, page)) {
      if (!reservable || reserved) continue;
      if (left === 0) return slug;
      left -= 1;
    }
  }
  throw new Error(`${dealer} has no ${nth + 1} cars that can be reserved`);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
const checkPage = async (page: Page) => {
  expect(await tooWide(page)).toEqual([]);
  expect(await allShown(page, () => violations(page))).toEqual([]);
};

/** The page at each width, light and dark. */
async function checkLooks(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await checkPage(page);
    }
  }
}

async function signIn(page: Page, texts: Page, { typed, listed }: { typed: string; listed: string }) {
  await page.getByLabel('Mobile Number').fill(typed);
  await press(page, 'Send Code');
  await expect(page.getByLabel('Verification code')).toBeVisible();
  await page.getByLabel('Verification code').fill(await codeOf(texts, listed));
  await press(page, 'Sign in');
}

/** Verifies the phone that the form names. @param mobile its last eight digits, as the demo's phones list it */
async function verifyPhone(page: Page, texts: Page, mobile: string) {
  await expect(page.getByLabel('Verification code')).toBeVisible();
  await page.getByLabel('Verification code').fill(await codeOf(texts, mobile));
  await page.bringToFront();
}

test('BUY-01 BUY-06 BUY-225 VDP-26 a shopper reserves a car by keyboard, and every page shows it at once @phone @core', async ({
  page,
  context,
}, { project }) => {
  const mobile = project.name === 'phone' ? '9157 0006' : '9157 0110';
  const slug = await reservable('riverbend', project.name === 'phone' ? 40 : 41);
  const message = `Reserved on a ${project.name}`;
  await page.goto(siteUrl('riverbend', `/cars/${slug}`));
  await page
    .getByRole('link', { name: /Reserve/ })
    .first()
    .press('Enter');
  await expect(heading(page)).toContainText('Reserve the ');
  await checkPage(page);
  await press(page, 'Continue to payment of $200');
  await expect(page.getByText('This is a required field.').first()).toBeVisible();
  await fillPerson(page);
  await page.getByLabel('Mobile Number').fill(`04${mobile}`);
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
  await press(page, 'Continue to payment of $200');
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await expect(page.getByLabel('Verification code')).toBeInViewport();
  await verifyPhone(page, await context.newPage(), mobile);
  await checkPage(page);
  await press(page, 'Continue to payment of $200');
  await press(page, 'Pay');
  await expect(heading(page)).toHaveText(/^The \w+ is reserved for you$/);
  await checkPage(page);
  expect(await leadInCrm(message)).toMatchObject({ subcategory: 'Reservation' });
  await page.goto(siteUrl('riverbend', `/cars/${slug}`));
  await expect(page.getByText('Reserved', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Reserve (?:Now|Car|this)/i })).toHaveCount(0);
  expect((await get(siteUrl('riverbend', `/cars/${slug}/checkout`))).location).toBe(`/cars/${slug}`);
});

test('BUY-01 on a slow processor, with scripts that come late, nothing a shopper typed is lost', async ({
  page,
  context,
}) => {
  const slug = await reservable('riverbend', 42);
  await page.route('**/_astro/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue();
  });
  const line = await context.newCDPSession(page);
  await line.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.goto(siteUrl('riverbend', `/cars/${slug}/checkout`), { waitUntil: 'commit' });
  await fillPerson(page);
  await formAwake(page);
  await expect(page.getByLabel('First Name')).toHaveValue('Robin');
  await page.getByLabel('Mobile Number').fill('0491 570 159');
  await press(page, 'Continue to payment of $200');
  await verifyPhone(page, await context.newPage(), '9157 0159');
  await expect(page.getByLabel('First Name')).toHaveValue('Robin');
  await press(page, 'Continue to payment of $200');
  await press(page, 'Pay');
  await expect(heading(page)).toHaveText(/^The \w+ is reserved for you$/);
});

test('BUY-01 AUTH-07 the salon’s pages of a reservation fit every width, light and dark', async ({
  page,
  context,
}) => {
  const slug = await reservable(SALON, 20);
  await page.goto(siteUrl(SALON, `/checkout-journey?car_id=${slug}`));
  await expect(heading(page)).toHaveText('Sign in to reserve a vehicle');
  await checkLooks(page);
  await signIn(page, await context.newPage(), { typed: '0491 570 156', listed: '9157 0156' });
  await page.bringToFront();
  await expect(heading(page)).toContainText('Reserve the ');
  const car = page.getByRole('region', { name: 'Your vehicle' });
  const picture = await car.locator('img').boundingBox();
  expect((await car.getByRole('link').boundingBox())?.x, 'words start at the picture’s edge').toBe(
    picture?.x,
  );
  await checkLooks(page);
  await fillPerson(page);
  await page.getByRole('button', { name: /^Continue to payment of/ }).press('Enter');
  await press(page, 'Cancel and go back');
  await expect(heading(page)).toHaveText('You haven’t paid yet');
  await checkLooks(page);
  await page.getByRole('button', { name: /^Pay/ }).press('Enter');
  await press(page, 'Pay');
  await expect(heading(page)).toContainText('is reserved for you');
  await checkLooks(page);
});

for (const [template, dealer, mobile] of [
  ['metro', 'riverbend', '9157 0737'],
  ['yard', 'kookaburra-cars', '9157 1266'],
  ['salon', SALON, '9157 1491'],
] as const) {
  test(`BUY-01 NAV-08 an invoice of a ${template} dealer is paid by keyboard at 390 px`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(siteUrl(dealer, '/online-payment'));
    await checkPage(page);
    await signIn(page, await context.newPage(), { typed: `04${mobile}`, listed: mobile });
    await page.bringToFront();
    await page.getByLabel('Invoice or reference number').fill('INV-1007');
    await checkPage(page);
    await page.getByLabel('Amount').fill('all of it');
    await press(page, 'Continue to payment');
    await expect(page.getByText('Please enter an amount from $1 to $50,000').first()).toBeVisible();
    await checkPage(page);
    await page.getByLabel('Amount').fill('1,250.50');
    await press(page, 'Continue to payment');
    await press(page, 'Pay');
    await expect(page.getByText('We have received your payment of $1,250.50.')).toBeVisible();
    await checkPage(page);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('BUY-01 AUTH-07 a shopper signs in, is declined, cancels, pays after all, and finds it in the garage', async ({
    page,
    context,
  }) => {
    const slug = await reservable(SALON, 21);
    await page.goto(siteUrl(SALON, `/checkout-journey?car_id=${slug}`));
    await signIn(page, await context.newPage(), { typed: '0491 570 157', listed: '9157 0157' });
    await fillPerson(page);
    // The phone of the session needs no other code.
    await page.getByLabel('Mobile Number').fill('0491 570 157');
    await page.getByRole('button', { name: /^Continue to payment of/ }).click();
    await page.getByRole('button', { name: /^Fail/ }).click();
    await expect(page.getByRole('alert')).toContainText('The card was declined.');
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await expect(heading(page)).toHaveText('You haven’t paid yet');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(heading(page)).toContainText('is reserved for you');
    await page.goto(siteUrl(SALON, '/my-garage'));
    const comingUp = page.getByRole('region', { name: 'Coming up' });
    await comingUp.getByRole('link', { name: /^Receipt and status/ }).click();
    await expect(heading(page)).toContainText('is reserved for you');
  });

  test('BUY-01 NAV-08 a shopper pays an invoice, and a wrong amount is asked for again', async ({
    page,
    context,
  }) => {
    await page.goto(siteUrl('riverbend', '/online-payment'));
    await signIn(page, await context.newPage(), { typed: '0491 570 158', listed: '9157 0158' });
    await page.getByLabel('Invoice or reference number').fill('INV-1007');
    await page.getByLabel('Amount').fill('all of it');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByText('Please enter an amount from $1 to $50,000').first()).toBeVisible();
    await page.getByLabel('Amount').fill('1,250.50');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('We have received your payment of $1,250.50.')).toBeVisible();
  });
});
