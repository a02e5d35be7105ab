import { join } from 'node:path';
import type { Page } from 'playwright';
import { namesIn, styledNames } from '../../src/publishing/later-names.ts';
import { codeId } from '../../src/publishing/page-bundle.ts';
import { type LaterNames, readLaterNames } from '../../src/server/used-styles.ts';

/** In the page. */
declare global {
  var firstHtml: string | undefined;
}

/** From now on each page remembers its HTML from before its scripts ran. */
export const rememberHtml = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      globalThis.firstHtml ??= document.documentElement.outerHTML;
    });
  });

const styled = new Set(styledNames());
let ofScripts: LaterNames | undefined;
/** Of the source as it is, which the stack of the run has built. */
const laterNames = () => {
  ofScripts ??= readLaterNames(join('.astro/cache/pages', codeId(), 'server'));
  return ofScripts;
};

/** The page went on to another while it was looked at. */
const IS_LEFT = /Execution context was destroyed|has been closed|Cannot find context/;

/**
 * Classes and `data-` attributes of the elements a page has now that neither its HTML nor its scripts were known to have, so that their styles
 * were left out: see `src/server/used-styles.ts`. Elements that have come and gone are not seen.
 */
export async function unstyledNames(page: Page): Promise<string[]> {
  const look = () =>
    page.evaluate(() => ({
      html: globalThis.firstHtml,
      now: [
        ...new Set(
          [...document.querySelectorAll<HTMLElement>('body, body *')].flatMap(({ classList, attributes }) => [
            ...classList,
            ...Array.from(attributes, ({ name }) => name).filter((name) => name.startsWith('data-')),
          ]),
        ),
      ],
    }));
  const { html, now } = await look().catch((error: Error) => {
    if (IS_LEFT.test(error.message)) return { html: undefined, now: [] };
    throw error;
  });
  // No page of a site, or one that is still loading.
  if (!html?.includes('/_astro/')) return [];
  const later = laterNames();
  const there = new Set(
    [...html.matchAll(/ class="([^"]*)"|(\/_astro\/[\w.-]+\.js)|\s(data-[\w-]+)/g)].flatMap(
      ([, names = '', script, attribute]) =>
        script ? [...(later.get(script) ?? [])] : (attribute ?? names).split(/\s+/),
    ),
  );
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code).join(' ');
  for (const name of namesIn(inline, [...styled])) there.add(name);
  return now.filter((name) => styled.has(name) && !there.has(name));
}
