import { gzipSync } from 'node:zlib';
import { pageTypesOf } from '../../scripts/contact-sheet/page-types.ts';
import { styledNames } from '../../src/publishing/later-names.ts';
import { SCRIPT, withUsedStyles } from '../../src/server/used-styles.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { expect, get, siteUrl, test } from './site.ts';

const KB = 1024;
/** Scripts before any interaction, those they import included, each gzip -9. */
const MOST_SCRIPT_KB = 5;
/** HTML with its styles, without the menu, gzip -9. */
const MOST_HTML_KB = 18;
/** Scripts of the search, React included. A schema that it imports by mistake brings its library with it: 7 KB more. */
const MOST_SEARCH_KB = 106;

/** Page types that are tools: they have limits of their own. */
const TOOLS = ['search', 'vehicle', 'style-guide'];

const STYLED = new Set(styledNames());
/** As if every script of the page might add every class and attribute. */
const withAllStyles = (html: string): string => {
  const later = new Map(Array.from(html.matchAll(SCRIPT), ([address]) => [address, STYLED]));
  return withUsedStyles(Buffer.from(html), '', later).page.toString();
};

const gzipKb = (text: string) => gzipSync(text, { level: 9 }).length / KB;
const withoutMenu = (html: string) => html.replace(/<nav class="site-menu".*?<\/nav>/s, '');

/** Texts of scripts by address: all sites have the same. */
const scripts = new Map<string, Promise<string>>();

const scriptAt = (dealer: string, path: string): Promise<string> => {
  const known = scripts.get(path) ?? get(siteUrl(dealer, path)).then(({ text }) => text);
  scripts.set(path, known);
  return known;
};

/** The modules, and every module they import, by address. */
async function withImports(dealer: string, modules: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [...modules];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const source = await scriptAt(dealer, path);
    found.set(path, source);
    for (const [, name] of source.matchAll(/(?:\bfrom|\bimport)\s*["'`](?:\.\/|\/_astro\/)([^"'`]+)["'`]/g)) {
      waiting.push(`/_astro/${name}`);
    }
  }
  return found;
}

async function weigh(dealer: string, html: string): Promise<{ scriptKb: number; htmlKb: number }> {
  const later = [...html.matchAll(/<template data-module="([^"]+)"><\/template>/g)];
  const tags = [...html.matchAll(/<script(?: type="module")?(?: src="([^"]+)")?>([\s\S]*?)<\/script>/g)];
  const modules = [...later, ...tags].flatMap(([, src]) => (src === undefined ? [] : [src]));
  const inline = tags.flatMap(([, src, text = '']) => (src === undefined ? [text] : []));
  const sources = [...inline, ...(await withImports(dealer, modules)).values()];
  const scriptKb = sources.reduce((sum, source) => sum + gzipKb(source), 0);
  return { scriptKb, htmlKb: gzipKb(withoutMenu(html)) };
}

test('PLAT-02 SRCH-02 the search and all that it imports weigh at most 106 KB @core', async () => {
  const dealer = 'riverbend';
  const { text } = await get(siteUrl(dealer, '/search/new-used-and-demo-cars'));
  const modules = [...text.matchAll(/ (?:component|renderer)-url="([^"]+)"/g)].map(([, url = '']) => url);
  expect(modules).toHaveLength(2);
  const sources = [...(await withImports(dealer, modules)).values()];
  const kb = sources.reduce((sum, source) => sum + gzipKb(source), 0);
  expect(kb).toBeLessThanOrEqual(MOST_SEARCH_KB);
});

for (const dealer of demoDealers()) {
  test(`PLAT-02 every content page of ${dealer.slug} weighs at most 18 KB, and its scripts 5 KB @core`, async () => {
    const heavy: string[] = [];
    for (const { name, path } of pageTypesOf(dealer)) {
      if (path === undefined || TOOLS.includes(name)) continue;
      const { text, status } = await get(siteUrl(dealer.slug, path));
      if (status !== 200) continue;
      const { scriptKb, htmlKb } = await weigh(dealer.slug, text);
      // What is left of its styles is read, and written, without a change.
      expect(withAllStyles(text)).toBe(text);
      if (scriptKb > MOST_SCRIPT_KB) heavy.push(`${name}: ${scriptKb.toFixed(2)} KB of scripts`);
      if (htmlKb > MOST_HTML_KB) heavy.push(`${name}: ${htmlKb.toFixed(2)} KB of HTML`);
    }
    expect(heavy).toEqual([]);
  });
}
