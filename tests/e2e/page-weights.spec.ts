import { gzipSync } from 'node:zlib';
import { pageTypesOf } from '../../scripts/contact-sheet/page-types.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { expect, get, siteUrl, test } from './site.ts';

const KB = 1024;
/** Scripts before any interaction, those they import included, each gzip -9. */
const MOST_SCRIPT_KB = 5;
/** HTML with its styles, without the menu, gzip -9. */
const MOST_HTML_KB = 18;

/**
 * Page types that weigh more, and how much at most. A form wakes up before it is touched; home has cards of stock, and
 * of some dealers a counter, rates or a notice.
 */
const KNOWN: Readonly<Record<string, { scriptKb?: number; htmlKb?: number }>> = {
  home: { scriptKb: 5.8, htmlKb: 30 },
  contact: { scriptKb: 10.7, htmlKb: 21.6 },
  'contact-page': { scriptKb: 10.7, htmlKb: 21.2 },
  finance: { scriptKb: 9.8, htmlKb: 27.2 },
  'personalised-page': { scriptKb: 9.8, htmlKb: 25 },
  'info-page': { scriptKb: 9.8, htmlKb: 21.9 },
  'parts-page': { scriptKb: 9.8 },
  'book-test-drive': { scriptKb: 9.8 },
  'save-search': { scriptKb: 7 },
  'sign-in': { scriptKb: 12.9 },
  'locations-page': { htmlKb: 18.7 },
};

/** Page types that are tools: they have limits of their own. */
const TOOLS = ['search', 'vehicle', 'style-guide'];

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

for (const dealer of demoDealers()) {
  test(`PLAT-02 every content page of ${dealer.slug} weighs at most 18 KB, and its scripts 5 KB, but for known ones @core`, async () => {
    const heavy: string[] = [];
    for (const { name, path } of pageTypesOf(dealer)) {
      if (path === undefined || TOOLS.includes(name)) continue;
      const { text, status } = await get(siteUrl(dealer.slug, path));
      if (status !== 200) continue;
      const { scriptKb, htmlKb } = await weigh(dealer.slug, text);
      const most = { scriptKb: MOST_SCRIPT_KB, htmlKb: MOST_HTML_KB, ...KNOWN[name] };
      if (scriptKb > most.scriptKb) heavy.push(`${name}: ${scriptKb.toFixed(2)} KB of scripts`);
      if (htmlKb > most.htmlKb) heavy.push(`${name}: ${htmlKb.toFixed(2)} KB of HTML`);
    }
    expect(heavy).toEqual([]);
  });
}
