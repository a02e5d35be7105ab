import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { LATER_CLASSES_FILE, styledClasses } from '../../src/publishing/later-classes.ts';

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

const styled = new Set(styledClasses());

function classesOfScripts(): Map<string, string[]> {
  const files = globSync(join('.astro/cache/pages/*/server', LATER_CLASSES_FILE));
  return new Map(
    files.flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>),
    ),
  );
}

/**
 * Classes of elements that scripts have added since, whose styles may have been left out: see `src/server/used-styles.ts`.
 * A page that carries no styles of the project has none.
 */
export async function unstyledClasses(page: Page): Promise<string[]> {
  const { html, now } = await page.evaluate(() => ({
    html: globalThis.firstHtml,
    now: [...new Set([...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]))],
  }));
  if (!html?.includes('/_astro/')) return [];
  const ofScripts = classesOfScripts();
  const there = new Set(
    [...html.matchAll(/ class="([^"]*)"|(\/_astro\/[\w.-]+\.js)/g)].flatMap(([, names, script]) =>
      script ? (ofScripts.get(script) ?? []) : (names ?? '').split(/\s+/),
    ),
  );
  return now.filter((name) => styled.has(name) && !there.has(name));
}
