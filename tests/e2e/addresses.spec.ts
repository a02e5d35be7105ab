import { resolveAddress } from '#src/platform/routing/resolve-address.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { IS_FULL } from '../extent.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { anchorsOf, CLEARED, unescaped } from '../fixtures/html-text.ts';
import { TEMPLATE_DEALERS } from './page-types.ts';
import { expect, get, siteUrl, test } from './site.ts';

const dealers = demoDealers();
/** Cars and searches are numerous and similar; this many of each are followed from every page. */
const STOCK_LINKS_A_PAGE = 3;
/** Words of addresses a site may or may not have. */
const ROUTES_OF_ALL = [...new Set(dealers.flatMap((dealer) => siteRoutes(dealer).map(({ path }) => path)))];

const linksOf = (html: string): string[] => {
  const found = [...html.matchAll(/<a\b[^>]*?\shref="(\/[^"#]*)/g)].map(([, path = '']) => unescaped(path));
  const stock = found.filter((path) => /^\/(?:cars|search)\//.test(path)).slice(0, STOCK_LINKS_A_PAGE);
  return [...found.filter((path) => !/^\/(?:cars|search)\//.test(path)), ...stock];
};

/** Links of a page to a place on it or on another, as a path and the name of the place. */
const placesLinkedFrom = (path: string, html: string) =>
  [...html.matchAll(/<a\b[^>]*?\shref="(\/[^"#]*)?#([^"]+)"/g)].map(([, to, name = '']) => ({
    path: unescaped(to ?? path),
    name: decodeURIComponent(unescaped(name)),
  }));

for (const dealer of dealers) {
  const { slug } = dealer;
  const tag = TEMPLATE_DEALERS.includes(slug) ? ' @core' : '';
  const routes = siteRoutes(dealer).map(({ path }) => path);

  test(`NAV-14 ${slug}: every address responds with 200 or leads to sign-in, and no link or anchor is dead${tag}`, async () => {
    const seen = new Map<string, string>(routes.map((path) => [path, 'the route table']));
    const dead: string[] = [];
    const anchors = new Map<string, Set<string>>();
    const linked: { path: string; name: string; from: string }[] = [];
    for (const [path, from] of seen) {
      const { status, text, location } = await get(siteUrl(slug, path));
      const isSignIn = status === 302 && location?.startsWith('/sign-in?');
      const isMoved = status >= 300 && status < 400 && location !== undefined;
      if (status !== 200 && !isSignIn && !isMoved)
        dead.push(`${path} answers ${status}, linked from ${from}`);
      if (status === 200) anchors.set(path, anchorsOf(text));
      linked.push(...placesLinkedFrom(path, text).map((place) => ({ ...place, from: path })));
      // Nothing may lead to the sign-in page or on to another address that is not there.
      const onward = isMoved && location?.startsWith('/') ? [location] : linksOf(text);
      for (const link of onward) if (!seen.has(link)) seen.set(link, path);
    }
    const followed = linked.filter(({ path, name }) => name !== CLEARED && anchors.has(path));
    expect(followed.length).toBeGreaterThan(routes.length);
    for (const { path, name, from } of followed)
      if (!anchors.get(path)?.has(name)) dead.push(`${path}#${name} is no place, linked from ${from}`);
    expect(dead).toEqual([]);
    expect(seen.size).toBeGreaterThan(routes.length);
  });

  test(`NAV-14 ${slug}: addresses that are off respond with 404`, async () => {
    const others = ROUTES_OF_ALL.filter(
      (path) => resolveAddress(dealer, { pathname: path, search: '' }).kind === 'unknown',
    );
    for (const path of others) expect((await get(siteUrl(slug, path))).status, path).toBe(404);
  });

  // Of one dealer of each template the sweep listens to every type of page.
  if (!IS_FULL) continue;
  test(`ANL-07 ${slug}: no page logs anything to the console`, async ({ page }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(`${page.url()}: ${message.text()}`));
    for (const path of [...routes, dealer.search.defaultPath]) {
      await page.goto(siteUrl(slug, path));
      await expect(page.locator('h1')).toHaveCount(1);
    }
    expect(said).toEqual([]);
  });
}

test('NAV-12 addresses of an earlier site redirect, or are gone', async () => {
  const at = (path: string) => get(siteUrl('riverbend', path));
  expect(await at('/stock.php?id=7')).toMatchObject({
    status: 301,
    location: '/search/new-used-and-demo-cars',
  });
  expect(await at('/car-details/toyota/123')).toMatchObject({ status: 301 });
  expect(await at('/winter-sale')).toMatchObject({ status: 302, location: '/special-offers' });
  expect((await at('/staff-login.html')).status).toBe(410);
});

test('CFG-13 SRCH-01 addresses of parts beyond the last page or with too many values lead to shorter ones, long words are cut with a note @core', async () => {
  const parts = (search: string) => get(siteUrl('ironbark-trucks', `/parts/search?${search}`));
  expect(await parts('page=9&sortBy=price_asc')).toMatchObject({
    status: 302,
    location: expect.stringMatching(/^\/parts\/search\?sortBy=price_asc(?:&page=\d)?$/),
  });
  const models = Array.from({ length: 600 }, (_, at) => `model=M${at}`).join('&');
  const crowded = await parts(models);
  expect(crowded.status).toBe(302);
  expect(crowded.location?.length).toBeLessThan(models.length);
  expect((await parts(`query=${'bullbar '.repeat(100)}`)).text).toContain('Your search was too long');
});
