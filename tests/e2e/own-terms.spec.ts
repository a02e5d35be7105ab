import { expect, siteUrl, test } from './site.ts';

const OWN = { deposit: '2000', term: '7', band: 'POOR' };
const WORDS = '7 years, $2,000 deposit, poor credit';
const ASIDE = 'Repayments on your terms';

test('FIN-06 SRCH-04 own terms chosen in a search give one figure on card, page, header, calculator and home page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(siteUrl('riverbend', '/search/used-cars'));
  const cards = page.locator(
    '#search-results .vehicle-card-repayment, .search-results .vehicle-card-repayment',
  );
  await expect(cards.first()).toContainText('p.a. comparison rate');
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('button', { name: ASIDE }).click();
  const form = page.getByRole('region', { name: ASIDE });
  await form.getByLabel('Deposit or trade-in').fill(OWN.deposit);
  await form.getByLabel('Term, years').selectOption(OWN.term);
  await form.getByLabel('Your credit').selectOption(OWN.band);
  await form.getByRole('button', { name: 'Use my terms' }).click();
  await expect(form.getByText(WORDS)).toBeVisible();
  await page.keyboard.press('Escape');
  const card = page.locator('.vehicle-card', { hasText: 'your comparison rate' }).first();
  const text = await card.locator('.vehicle-card-repayment').innerText();
  const [amount = ''] = /\$[\d,]+ \/ week/.exec(text) ?? [];
  expect(amount).not.toBe('');
  await expect(page.locator('#facet-weekly_price')).toBeHidden();

  await card.getByRole('heading').getByRole('link').click();
  const repayment = page.locator('.repayment');
  await expect(repayment).toContainText(`Your terms: ${WORDS}`);
  await expect(repayment).toContainText(amount);
  await expect(repayment).toContainText(/15\.00% p\.a\. interest rate.*your comparison rate/s);
  await expect(repayment.locator('.repayment-figures')).toHaveCount(1);
  await expect(page.locator('.vehicle-header')).toContainText(amount);
  await expect(page.getByText('How it is worked out')).toBeHidden();

  await page.goto(siteUrl('riverbend', '/'));
  await expect(page.locator('own-repayment').first()).toContainText('your comparison rate');

  // A reload of the search has them without another gesture, and an advertised budget becomes a price.
  await page.goto(siteUrl('riverbend', '/search/used-cars?weekly_price=%3A200'));
  await page.waitForURL(/price=%3A\d+$/);
  await expect(cards.first()).toContainText(/your comparison rate|Enquire for Finance/);
});

test('FIN-06 own terms are taken back everywhere, and those of another version count as none', async ({
  page,
}) => {
  await page.goto(siteUrl('riverbend', '/search/used-cars'));
  await page.evaluate(
    (terms) => localStorage.setItem('forecourt:own', terms),
    '{"deposit":2000,"termYears":"x"}',
  );
  await page.reload();
  await expect(page.locator('.vehicle-card-repayment').first()).toContainText(/p\.a\. comparison rate/);
  await page.evaluate(
    (terms) => localStorage.setItem('forecourt:own', terms),
    JSON.stringify({ deposit: 2_000, termYears: 7, band: 'POOR' }),
  );
  await page.reload();
  await expect(page.locator('.vehicle-card-repayment').first()).toContainText('your comparison rate');
  const address = await page.locator('.vehicle-card h2 a').first().getAttribute('href');
  await page.goto(siteUrl('riverbend', address ?? ''));
  await page.getByText('Change deposit, term', { exact: true }).click();
  await page.getByRole('button', { name: 'Use the advertised terms' }).click();
  await expect(page.locator('.repayment')).toContainText(/p\.a\. comparison rate/);
  await expect(page.getByText(`Your terms: ${WORDS}`)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('forecourt:own'))).toBeNull();
});

test('FIN-06 own terms apply to the page where storage is full', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto(siteUrl('riverbend', '/search/used-cars'));
  const address = await page.locator('.vehicle-card h2 a').first().getAttribute('href');
  await page.goto(siteUrl('riverbend', address ?? ''));
  await page.getByText('Change deposit, term', { exact: true }).click();
  const deposit = page.getByLabel('Deposit or trade-in', { exact: true });
  await deposit.fill(OWN.deposit);
  await deposit.press('Enter');
  await expect(page.locator('.repayment')).toContainText('$2,000 deposit, great credit');
});
