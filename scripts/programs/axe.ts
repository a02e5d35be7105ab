import axe from 'axe-core';
import type { Page } from 'playwright';

/** Styles are read again for one rule, an experimental one that is off: that takes a fifth of axe's time. */
const PRELOADED: axe.PreloadOptions = { assets: ['media'] };

/**
 * The violations axe finds on a page in its current state. Axe is injected once per page. Frames are left out: their
 * content is third-party.
 * @param options of `axe.run`
 */
export async function axeViolations(page: Page, options: axe.RunOptions = {}): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (given) => (window as unknown as { axe: typeof import('axe-core') }).axe.run(document, given),
    { iframes: false, resultTypes: ['violations'] as axe.resultGroups[], preload: PRELOADED, ...options },
  );
  return violations;
}
