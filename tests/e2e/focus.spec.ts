import { focusStop } from './focus-indicator.ts';
import { sweepAddresses, TEMPLATE_DEALERS } from './page-types.ts';
import { expect, test } from './site.ts';

const SCHEMES = ['light', 'dark'] as const;
const PAGES = ['home', 'search', 'vehicle', 'contact', 'dealer-locator', 'style-guide'];
/** Stops per page; further ones are of the same kinds. */
const MOST_STOPS = 45;
/** WCAG 2.2: an indicator stands out from what is beside it. */
const MINIMUM = 3;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const dealer of TEMPLATE_DEALERS) {
  test(`PLAT-02 the focus can be seen at every stop of ${dealer} @phone`, async ({ page }) => {
    test.setTimeout(180_000);
    const addresses = await sweepAddresses(page, dealer, PAGES);
    for (const [at, { name, address }] of addresses.entries()) {
      // Each page in one scheme: of all pages together each has every kind of part.
      await page.emulateMedia({ colorScheme: SCHEMES[at % SCHEMES.length] ?? 'light' });
      await page.goto(address);
      const close = page.locator('dialog[open]').getByRole('button', { name: 'Close' });
      if ((await close.count()) > 0) await close.first().click();
      const faults = new Set<string>();
      let stops = 0;
      for (; stops < MOST_STOPS; stops += 1) {
        await page.keyboard.press('Tab');
        const stop = await focusStop(page);
        if (!stop) break;
        if (stop.contrast < MINIMUM) faults.add(`${stop.what}: indicator ${stop.contrast.toFixed(2)}:1`);
        if (!stop.isSeen) faults.add(`${stop.what}: hidden`);
      }
      expect.soft(stops, `${name} ${address}`).toBeGreaterThan(10);
      expect.soft([...faults], `${name} ${address}`).toEqual([]);
    }
  });
}
