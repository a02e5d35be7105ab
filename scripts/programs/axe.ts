import axe from 'axe-core';
import type { Page } from 'playwright';

/**
 * What axe finds wrong with a page as it stands. The page gets axe once, however often it is asked; its frames, of
 * which ours hold none of their own, are left out.
 * @param options of `axe.run`
 */
export async function axeViolations(page: Page, options: axe.RunOptions = {}): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (given) => (window as unknown as { axe: typeof import('axe-core') }).axe.run(document, given),
    { iframes: false, resultTypes: ['violations'] as axe.resultGroups[], ...options },
  );
  return violations;
}
