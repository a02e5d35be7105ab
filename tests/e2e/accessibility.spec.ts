import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { sweepAddresses, TEMPLATE_DEALERS } from './page-types.ts';
import { expect, test } from './site.ts';
import { transitionsOver } from './transitions.ts';

/** Targets of 24 px (WCAG 2.2) are checked by axe only where it is told to. */
const RULES = { 'target-size': { enabled: true } };

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Each test walks one page type in so many, so that none runs long. */
const PARTS = 2;

/** What axe finds, with enough of the HTML to know it by. */
async function violationsOf(axe: AxeBuilder, scheme: string): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${scheme} ${id}: ${target.join(' ')} ${html.slice(0, 120)}`),
  );
}

/** All of it, as it is where a person has scrolled to it. */
const spread = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { position, contentVisibility } = getComputedStyle(element);
      // A bar that floats over the end of a window covers targets that come free as the page scrolls.
      if (/^(?:fixed|sticky)$/.test(position)) element.style.position = 'static';
      // What is not laid out yet has no colours to compare.
      if (contentVisibility === 'auto') element.style.contentVisibility = 'visible';
    }
  });

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
        await spread(page);
        const found = await violationsOf(new AxeBuilder({ page }).options({ rules: RULES }), 'light');
        await page.emulateMedia({ colorScheme: 'dark' });
        await transitionsOver(page);
        found.push(...(await violationsOf(new AxeBuilder({ page }).withRules('color-contrast'), 'dark')));
        await page.emulateMedia({ colorScheme: 'light' });
        expect.soft(found, `${name} ${address}`).toEqual([]);
      }
    });
  }
}
