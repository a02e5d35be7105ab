import { allShown, violations } from './page-axe.ts';
import { tooWide } from './reflow.ts';
import { expect, siteUrl, test } from './site.ts';
import { codeOf } from './texts.ts';

/** As typed, and as the demo's phones list it; codes of one phone are limited. */
const MOBILES = {
  desktop: { typed: '0491 570 006', listed: '9157 0006' },
  phone: { typed: '0491 570 110', listed: '9157 0110' },
  garage: { typed: '0491 570 156', listed: '9157 0156' },
  plain: { typed: '0491 570 313', listed: '9157 0313' },
};
const VALUATION = 'Value my vehicle';

test('AUTH-01 AUTH-04 AUTH-07 a valuation behind sign-in opens by keyboard, with the code of a text message @phone @core', async ({
  page,
  context,
}, { project }) => {
  const mobile = MOBILES[project.name === 'phone' ? 'phone' : 'desktop'];
  await page.goto(siteUrl('ridgeline-isuzu', '/trade-in'));
  await expect(page).toHaveURL(/\/sign-in\?type=trade-in&redirect=%2Ftrade-in/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to value your vehicle');
  await page.getByLabel('Mobile Number').focus();
  await page.keyboard.type(mobile.typed);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Verification code');
  await expect(code).toBeFocused();
  expect(await tooWide(page)).toEqual([]);
  expect(await allShown(page, () => violations(page))).toEqual([]);
  const sent = await codeOf(await context.newPage(), mobile.listed);
  await page.bringToFront();
  await page.keyboard.type(sent === '000000' ? '000001' : '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The verification code is invalid. Please try again.');
  await code.fill(sent);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(siteUrl('ridgeline-isuzu', '/trade-in'));
  await expect(page.getByRole('heading', { name: VALUATION }).first()).toBeVisible();
});

test('NAV-08 SRCH-23 the garage lists the searches of this browser, and forgets them', async ({
  page,
  context,
}) => {
  const search = { text: 'white ute', href: '/search/used-cars?query=white+ute' };
  await page.goto(siteUrl('riverbend', '/mymotorama'));
  await page.evaluate(
    (searches) => localStorage.setItem('forecourt:searches', searches),
    JSON.stringify([search]),
  );
  await page.getByLabel('Mobile Number').fill(MOBILES.garage.typed);
  await page.keyboard.press('Enter');
  await page
    .getByLabel('Verification code')
    .fill(await codeOf(await context.newPage(), MOBILES.garage.listed));
  await page.keyboard.press('Enter');
  const searches = page.getByRole('region', { name: 'Recent searches' });
  await expect(searches.getByRole('link')).toHaveText(['white ute']);
  await searches.getByRole('button', { name: 'Clear recent searches' }).press('Enter');
  await expect(searches).toContainText('Your recent searches have been cleared.');
  await expect(searches.getByRole('heading')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(searches).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('FAV-06 AUTH-06 NAV-08 a shopper opens the garage, changes it, signs out, and it is closed', async ({
    page,
    context,
  }) => {
    const { typed, listed } = MOBILES.plain;
    const garage = siteUrl('riverbend', '/mymotorama');
    await page.goto(garage);
    await page.getByLabel('Mobile Number').fill(typed);
    await page.getByRole('button', { name: 'Send Code' }).click();
    const code = await codeOf(await context.newPage(), listed);
    await page.getByLabel('Verification code').fill(code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(garage);
    await expect(page.getByText('Signed in with 04 9157 0313')).toBeVisible();
    await page.getByLabel('First Name').fill('Mia');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mia’s garage');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(garage);
    await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
  });
});
