import { sweepAddresses, TEMPLATE_DEALERS } from './page-types.ts';
import { expect, test } from './site.ts';

const PAGES = ['home', 'search', 'vehicle', 'style-guide'];
/** What has an edge a shopper needs to see when colours are the system's. */
const EDGED = '.button, .input, .panel, .vehicle-card, .chip';
/** Imperceptible, ms. */
const AT_ONCE = 0.02;

for (const dealer of TEMPLATE_DEALERS) {
  test(`PLAT-02 nothing moves on ${dealer} with reduced motion`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const { name, address } of await sweepAddresses(dealer, PAGES)) {
      await page.goto(address);
      const moving = await page.evaluate((atOnce) => {
        const longest = (durations: string) =>
          Math.max(
            ...durations.split(',').map((each) => Number.parseFloat(each) * (/ms/.test(each) ? 1 : 1000)),
          );
        return [...document.querySelectorAll('*')]
          .filter((element) => {
            const { transitionDuration, animationDuration, animationName, scrollBehavior } =
              getComputedStyle(element);
            return (
              longest(transitionDuration) > atOnce ||
              (animationName !== 'none' && longest(animationDuration) > atOnce) ||
              scrollBehavior === 'smooth'
            );
          })
          .slice(0, 5)
          .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')}`);
      }, AT_ONCE);
      expect.soft(moving, `${name} ${address}`).toEqual([]);
    }
  });

  test(`PLAT-02 edges of ${dealer} stay visible in the system’s own colours`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    for (const { name, address } of await sweepAddresses(dealer, PAGES)) {
      await page.goto(address);
      const edgeless = await page.evaluate(
        (selector) =>
          [...document.querySelectorAll(selector)]
            .filter((element) => element.checkVisibility({ visibilityProperty: true }))
            .filter((element) => {
              const { borderTopWidth, borderTopStyle, outlineStyle } = getComputedStyle(element);
              return (
                (borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1) &&
                outlineStyle === 'none'
              );
            })
            .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')}`),
        EDGED,
      );
      expect.soft([...new Set(edgeless)], `${name} ${address}`).toEqual([]);
    }
  });

  test(`PLAT-02 a car of ${dealer} on paper has its price and licence, and no menu`, async ({ page }) => {
    for (const { address } of await sweepAddresses(dealer, ['vehicle'])) {
      await page.goto(address);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
      await expect(page.getByRole('navigation', { name: 'Footer' })).toBeHidden();
      await expect(page.locator('.vehicle-amount')).toContainText(/^\$\d/);
      await expect(page.getByText(/^(?:Drive away|Excl\. government charges)$/).first()).toBeVisible();
      await expect(page.locator('.vehicle-bar')).toBeHidden();
      await expect(page.locator('.site-footer-legal')).toBeVisible();
      await expect(page.locator('.site-footer-legal')).toContainText(/\d{5}/);
      await expect(page.locator('form:visible')).toHaveCount(0);
    }
  });
}
