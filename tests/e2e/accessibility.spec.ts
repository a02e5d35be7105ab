import { AxeBuilder } from '@axe-core/playwright';
import { sweepAddresses, TEMPLATE_DEALERS } from './page-types.ts';
import { expect, test } from './site.ts';

/** Targets of 24 px (WCAG 2.2) are checked by axe only where it is told to. */
const RULES = { 'target-size': { enabled: true } };

/** Each test walks one page type in so many, so that none runs long. */
const PARTS = 2;

for (const dealer of TEMPLATE_DEALERS) {
  for (let part = 0; part < PARTS; part += 1) {
    test(`PLAT-02 axe finds nothing on any page type of ${dealer}, part ${part + 1} @phone`, async ({
      page,
    }) => {
      test.setTimeout(180_000);
      // The page not found answers 404, which the browser reports.
      page.removeAllListeners('console');
      const addresses = await sweepAddresses(page, dealer);
      for (const { name, address } of addresses.filter((_, at) => at % PARTS === part)) {
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
}
