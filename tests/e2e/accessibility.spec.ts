import { AxeBuilder } from '@axe-core/playwright';
import { sweepAddresses, TEMPLATE_DEALERS } from './page-types.ts';
import { expect, test } from './site.ts';

const DEALERS = [...TEMPLATE_DEALERS, 'kookaburra-cars'];
/** Targets of 24 px (WCAG 2.2) are checked by axe only where it is told to. */
const RULES = { 'target-size': { enabled: true } };

for (const dealer of DEALERS) {
  test(`PLAT-02 axe finds nothing on any page type of ${dealer} @phone`, async ({ page }) => {
    test.setTimeout(150_000);
    // The page not found answers 404, which the browser reports.
    page.removeAllListeners('console');
    for (const { name, address } of await sweepAddresses(page, dealer)) {
      await page.goto(address);
      // A bar that floats over the end of a window covers targets that come free as the page scrolls.
      await page.evaluate(() => {
        for (const element of document.querySelectorAll<HTMLElement>('body *')) {
          if (/^(?:fixed|sticky)$/.test(getComputedStyle(element).position))
            element.style.position = 'static';
        }
      });
      const { violations } = await new AxeBuilder({ page }).options({ rules: RULES }).analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 120)}`),
      );
      expect.soft(found, `${name} ${address}`).toEqual([]);
    }
  });
}
