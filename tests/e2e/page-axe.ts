import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';
import { axeViolations } from '../fixtures/axe.ts';
import { transitionsOver } from './transitions.ts';

/** Targets of 24 px (WCAG 2.2) are checked by axe only where it is asked to. */
const RULES = { 'target-size': { enabled: true } };

/** What axe finds, with enough of the HTML to know it by. */
async function found(page: Page, options: RunOptions): Promise<string[]> {
  await transitionsOver(page);
  return (await axeViolations(page, options)).flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 120)}`),
  );
}

/** Reads a page that is laid out whole, as it is where a person has scrolled to it, and leaves it as it was. */
export async function allShown<T>(page: Page, read: () => Promise<T>): Promise<T> {
  const changed = await page.evaluateHandle(() => {
    type Name = 'animation' | 'position' | 'contentVisibility';
    const before: [style: CSSStyleDeclaration, name: Name, value: string][] = [];
    const set = ({ style }: HTMLElement, name: Name, value: string) => {
      before.push([style, name, style[name]]);
      style[name] = value;
    };
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { position, contentVisibility } = getComputedStyle(element);
      // A bar that floats over the end of a window covers targets that come free as the page scrolls.
      if (/^(?:fixed|sticky)$/.test(position)) {
        set(element, 'position', 'static');
        // One that comes with the first scroll has come.
        set(element, 'animation', 'none');
      }
      // What is not laid out yet has no colours to compare.
      if (contentVisibility === 'auto') set(element, 'contentVisibility', 'visible');
    }
    return before;
  });
  const found = await read();
  await changed.evaluate((before) => {
    for (const [style, name, value] of before) style[name] = value;
  });
  await changed.dispose();
  return found;
}

export const violations = (page: Page): Promise<string[]> => found(page, { rules: RULES });

/** Targets that what floats over the window leaves too small, at the top of a page. */
export async function cutTargets(page: Page): Promise<string[]> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  return found(page, { runOnly: ['target-size'], rules: RULES });
}

export const contrastViolations = (page: Page): Promise<string[]> =>
  found(page, { runOnly: ['color-contrast'] });
