import { gzipSync } from 'node:zlib';
import { pageTypesOf } from '../../scripts/contact-sheet/sheet-pages.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { expect, firstCar, get, siteUrl, test } from './site.ts';

const KB = 1024;
/** Scripts before any interaction, those they import included, and HTML with its styles and without its menu; each gzip -9. */
const CONTENT = { scriptKb: 8, htmlKb: 30 };
const STOCK = { scriptKb: 12, htmlKb: 40 };
/** Scripts of the search, React included; the own loan beside it is an island that loads when it is opened. */
const MOST_SEARCH_KB = 150;

const STOCK_PAGES = ['search', 'vehicle'];
/** Shows every part of the design. */
const STYLE_GUIDE = 'style-guide';

const withoutMenu = (html: string) => html.replace(/<nav class="site-menu".*?<\/nav>/s, '');
const gzipKb = (text: string) => gzipSync(text, { level: 9 }).length / KB;

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
  const tags = [...html.matchAll(/<script(?: type="module")?(?: src="([^"]+)")?>([\s\S]*?)<\/script>/g)];
  const modules = tags.flatMap(([, src]) => (src === undefined ? [] : [src]));
  const inline = tags.flatMap(([, src, text = '']) => (src === undefined ? [text] : []));
  const sources = [...inline, ...(await withImports(dealer, modules)).values()];
  const scriptKb = sources.reduce((sum, source) => sum + gzipKb(source), 0);
  return { scriptKb, htmlKb: gzipKb(withoutMenu(html)) };
}

test('PLAT-02 SRCH-02 the search and all that it imports weigh at most 150 KB @core', async () => {
  const dealer = 'riverbend';
  const { text } = await get(siteUrl(dealer, '/search/new-used-and-demo-cars'));
  const [island = ''] = /<astro-island[^>]*component-url="[^"]*SearchApp[^>]*>/.exec(text) ?? [];
  const modules = [...island.matchAll(/ (?:component|renderer)-url="([^"]+)"/g)].map(([, url = '']) => url);
  expect(modules).toHaveLength(2);
  const sources = [...(await withImports(dealer, modules)).values()];
  const kb = sources.reduce((sum, source) => sum + gzipKb(source), 0);
  expect(kb).toBeLessThanOrEqual(MOST_SEARCH_KB);
});

/** Where most is loaded once a page is painted. */
const BUSY_PAGES = ['home', 'search', 'vehicle', 'contact', 'location', 'finance'];

test('PLAT-02 what a page loads by itself, once it is painted included, is light @core', async ({ page }) => {
  const dealer = demoDealers().find(({ slug }) => slug === 'riverbend');
  const heavy: string[] = [];
  const files = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') files.set(response.url(), response.body());
  });
  for (const { name, path } of dealer ? pageTypesOf(dealer) : []) {
    if (!dealer || !BUSY_PAGES.includes(name)) continue;
    files.clear();
    await page.goto(
      path === undefined
        ? await firstCar(dealer.slug, dealer.search.defaultPath)
        : siteUrl(dealer.slug, path),
      { waitUntil: 'networkidle' },
    );
    const inline = await page.locator('script:not([src]):not([type*="json"])').allTextContents();
    // What is inline is compressed with its page.
    const texts = [inline.join('\n'), ...(await Promise.all(files.values())).map(String)];
    const kb = texts.reduce((sum, text) => sum + gzipKb(text), 0);
    if (process.env.SHOW_WEIGHTS) console.log(name, kb.toFixed(2));
    const most = STOCK_PAGES.includes(name) ? STOCK : CONTENT;
    if (kb > most.scriptKb) heavy.push(`${name}: ${kb.toFixed(2)} KB of scripts`);
  }
  expect(heavy).toEqual([]);
});

for (const dealer of demoDealers()) {
  test(`PLAT-02 pages of ${dealer.slug} and their scripts before any interaction are light @core`, async () => {
    const heavy: string[] = [];
    for (const { name, path } of pageTypesOf(dealer)) {
      if (name === STYLE_GUIDE) continue;
      const address =
        path === undefined
          ? await firstCar(dealer.slug, dealer.search.defaultPath)
          : siteUrl(dealer.slug, path);
      const { text, status } = await get(address);
      if (status !== 200) continue;
      const { scriptKb, htmlKb } = await weigh(dealer.slug, text);
      const most = STOCK_PAGES.includes(name) ? STOCK : CONTENT;
      if (process.env.SHOW_WEIGHTS) console.log(dealer.slug, name, scriptKb.toFixed(1), htmlKb.toFixed(1));
      if (scriptKb > most.scriptKb) heavy.push(`${name}: ${scriptKb.toFixed(2)} KB of scripts`);
      if (htmlKb > most.htmlKb) heavy.push(`${name}: ${htmlKb.toFixed(2)} KB of HTML`);
    }
    expect(heavy).toEqual([]);
  });
}
