import { gzipSync } from 'node:zlib';
import { sweepAddresses, TEMPLATE_DEALERS } from './page-types.ts';
import { expect, get, test } from './site.ts';

const KB = 1024;
const MOST_CSS_KB = 14;
/** Of the first screen, both files of a pair together. */
const MOST_PRELOADED_TYPEFACES = 2;

for (const dealer of TEMPLATE_DEALERS) {
  test(`PLAT-02 no page type of ${dealer} has more than ${MOST_CSS_KB} KB of CSS`, async ({ page }) => {
    test.setTimeout(60_000);
    for (const { name, address } of await sweepAddresses(page, dealer)) {
      const { text, status } = await get(address);
      // Some lead to sign in, which is walked itself.
      if (status !== 200) continue;
      const styles = [...text.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, style]) => style).join('');
      const size = gzipSync(styles, { level: 9 }).length / KB;
      expect.soft(size, `${name} ${address}`).toBeGreaterThan(5);
      expect.soft(size, `${name} ${address}`).toBeLessThanOrEqual(MOST_CSS_KB);
      expect.soft(text, `${name} has its styles in the page`).not.toContain('rel="stylesheet"');
      const preloads = text.match(/<link rel="preload" as="font"/g) ?? [];
      expect.soft(preloads.length, `${name} ${address}`).toBeLessThanOrEqual(MOST_PRELOADED_TYPEFACES);
    }
  });
}
