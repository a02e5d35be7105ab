import type { DealerConfig } from '#src/config/dealer-config.ts';
import { gateAt } from '#src/platform/routing/gates.ts';
import { infoPath } from '#src/platform/routing/page-paths.ts';
import { IS_FULL } from '../extent.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { anchorsOf, CLEARED, unescaped } from '../fixtures/html-text.ts';
import { expect, get, siteUrl, test } from './site.ts';
import { structuredDataFaults } from './structured-data.ts';

/** What `addresses.spec.ts` does not follow in every run, the smallest site. */
const SMALL = 'longpaddock-caravans';
const DEALERS = IS_FULL ? demoDealers().map(({ slug }) => slug) : [SMALL];
const OK = 200;

const SITEMAP_ENTRY = /<loc>([^<]+)<\/loc>/g;
const LINK = /<a\b[^>]*?\shref="([^"]*)"/g;

const found = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text = '']) => unescaped(text));

/** Addresses that are the same page for this purpose are asked for once. */
function visits(dealer: string) {
  const asked = new Map<string, ReturnType<typeof get>>();
  return (path: string) => {
    const answer = asked.get(path) ?? get(siteUrl(dealer, path));
    asked.set(path, answer);
    return answer;
  };
}

const VEHICLE = /^\/cars\//;

/** Paths of the site that its sitemap lists, vehicles apart. */
async function listedPages(dealer: string): Promise<string[]> {
  const { text } = await get(siteUrl(dealer, '/sitemap.xml'));
  return found(text, SITEMAP_ENTRY)
    .map((address) => new URL(address).pathname)
    .filter((path) => !path.endsWith('.xml') && !VEHICLE.test(path));
}

/** What of a page leads nowhere, as "<link>: <why>". */
async function deadLinks(html: string, path: string, visit: ReturnType<typeof visits>): Promise<string[]> {
  const faults: string[] = [];
  for (const href of new Set(found(html, LINK))) {
    if (!href.startsWith('/') && !href.startsWith('#')) continue;
    const { pathname, search, hash } = new URL(href, `http://site${path}`);
    const { status, location, text } = await visit(`${pathname}${search}`);
    // What is behind a gate leads to sign-in.
    const isGated = status === 302 && location?.startsWith('/sign-in?');
    if (status !== OK && !isGated) faults.push(`${href}: ${status}`);
    else if (
      hash &&
      hash !== `#${CLEARED}` &&
      !isGated &&
      !anchorsOf(text).has(decodeURIComponent(hash.slice(1)))
    )
      faults.push(`${href}: no such place on the page`);
  }
  return faults;
}

for (const dealer of DEALERS) {
  test(`PLAT-02 NAV-12 every link and anchor of every page of ${dealer}, vehicles apart, resolves, and its structured data is schema.org’s`, async () => {
    const visit = visits(dealer);
    const pages = await listedPages(dealer);
    expect(pages.length).toBeGreaterThan(5);
    const faults: Record<string, string[]> = {};
    for (const path of pages) {
      const { status, text } = await visit(path);
      const wrong = [
        ...(status === OK ? [] : [`the page itself: ${status}`]),
        ...(await deadLinks(text, path, visit)),
        ...structuredDataFaults(text),
      ];
      if (wrong.length > 0) faults[path] = wrong;
    }
    expect(faults).toEqual({});
  });
}

/** Paths of other pages of the site that a page links to. */
const linkedFrom = (path: string, html: string): string[] =>
  found(html, LINK)
    .map((href) => new URL(href, `http://site${path}`))
    .filter(({ host, pathname }) => host === 'site' && pathname !== path)
    .map(({ pathname }) => pathname);

/** What only a page behind a gate links to: the terms of a valuation, where one is asked for. */
const isBehindGate = (dealer: DealerConfig, path: string): boolean =>
  path === infoPath(dealer, 'value-my-car-terms-and-conditions') &&
  gateAt(dealer, dealer.links.tradeIn) !== undefined;

for (const dealer of demoDealers()) {
  test(`NAV-12 CFG-10 every page of ${dealer.slug}, vehicles apart, is linked from another @core`, async () => {
    const visit = visits(dealer.slug);
    const pages = await listedPages(dealer.slug);
    const links = await Promise.all(pages.map(async (path) => linkedFrom(path, (await visit(path)).text)));
    const linked = new Set(links.flat());
    expect(pages.filter((path) => !linked.has(path) && !isBehindGate(dealer, path))).toEqual([]);
  });
}
