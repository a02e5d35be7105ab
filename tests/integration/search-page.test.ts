import { parse as parseCsv } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { feedAddress } from '#src/features/feeds/server/outbound-feed-response.ts';
import { PAGE_SIZE } from '#src/features/search/search-state.ts';
import { STOCK } from '../switches/feed.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const [sound = {}] = STOCK;
const MAZDAS = 2 * PAGE_SIZE + 4;
const stock = [
  ...STOCK,
  ...Array.from({ length: MAZDAS }, (_, at) => ({
    ...{ ...sound, stocknum: `M${at}`, make: 'Mazda', model: at % 3 ? 'CX-5' : 'BT-50' },
    ...(at % 4 === 0 && { dealership_slug: 'harbour-north', location_slug: 'harbour-north-sales' }),
    status: at % 9 === 0 ? 'coming_soon' : 'in_stock',
    reserved: at % 9 > 0 && at % 7 === 0 ? 'yes' : '',
    price: at % 11 === 0 ? '' : 20_000 + at,
  })),
  // In no count.
  { ...sound, stocknum: 'H1', show_on_dealer_website: 'false' },
  { ...sound, stocknum: 'H2', year: 2005 },
];

const MAKES = ['Toyota', 'Mazda'];
const SETTINGS = {
  brands: MAKES.map((title) => ({ title, slug: title.toLowerCase(), description: ['Sold here.'] })),
  models: [
    { name: 'HiLux', slug: 'hilux', make: 'Toyota' },
    { name: 'CX-5', slug: 'cx-5', make: 'Mazda' },
  ],
  'outboundFeeds.csv': true,
};

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry: inject('pagesEntry') };
  pages = await openRenderedPages(engine, stock);
});
afterAll(() => pages.close());

const htmlOf = async (path: string) => (await pages.render(path, SETTINGS)).html;
const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);
const foundAt = async (path: string) => numberIn(await htmlOf(path), /<title>[^<]*: (\d+) cars?\b/);

it.each(['page=97', 'page=500', 'page=4&make=Mazda'])(
  'SRCH-34 ?%s beyond the last page leads to the last',
  async (query) => {
    const { status, headers } = await pages.render(`/search/used-cars?${query}`, SETTINGS);
    expect(status).toBe(302);
    const last = String(headers.location);
    expect(last).toMatch(/^\/search\/used-cars\?(?:make=Mazda&)?page=3$/);
    expect((await pages.render(last, SETTINGS)).status).toBe(200);
  },
);

it.each(['make', 'model', 'colour', 'location_name', 'dealership_name', 'fuel'])(
  'NAV-16 a text that no vehicle has as its %s is in no title, heading or description',
  async (facet) => {
    const html = await htmlOf(`/search/used-cars?${facet}=Buy+cheap+watches`);
    const [title = '', heading = ''] = [/<title>.*?<\/title>/s, /<h1.*?<\/h1>/s].map(
      (part) => part.exec(html)?.[0],
    );
    expect([title, heading]).toEqual([expect.stringMatching(/cars/i), expect.stringMatching(/cars/i)]);
    expect(`${title}${heading}${html.match(/<meta [^>]*>/g)?.join()}`).not.toMatch(/watches/i);
    expect(html).toContain('content="noindex');
  },
);

it.each(MAKES)('SRCH-242 SRCH-24 PLAT-06 the counts of %s on every page and in feeds agree', async (make) => {
  const slug = make.toLowerCase();
  const listed = await foundAt(`/search/${slug}`);
  const inStock = await foundAt(`/search/${slug}?status=in_stock`);
  expect(listed).toBeGreaterThan(inStock);

  const tile = new RegExp(`<strong[^>]*>${make}</strong>\\s*<span[^>]*>(\\d+) cars`);
  expect(numberIn(await htmlOf('/'), tile)).toBe(listed);

  const brand = await htmlOf(`/${slug}/overview`);
  expect(numberIn(brand, /<strong[^>]*>(\d+) cars/)).toBe(listed);
  const lines = [
    ...brand.matchAll(
      /<a class="cover-link" href="([^"]*)"[^>]*>(?:(?!<\/a>)[\s\S])*<\/a>(?:(?!<\/li>)[\s\S])*?· (\d+) cars?</g,
    ),
  ];
  expect(lines.length).toBeGreaterThan(1);
  for (const [, link = '', count] of lines) {
    const model = /\/models\/(.*)/.exec(link)?.[1];
    expect(await foundAt(model === undefined ? link : `/search/${slug}/${model}`)).toBe(Number(count));
  }

  const feed = feedAddress(pages.configured(SETTINGS), 'csv', pages.services.env.SITE_SECRET);
  const rows = parseCsv(await htmlOf(new URL(feed).pathname), { columns: true }) as Record<string, string>[];
  const own = rows.filter((row) => row.make === make);
  expect(own.filter(({ availability }) => availability !== 'coming_soon')).toHaveLength(inStock);
  const coming = own.filter(({ availability }) => availability === 'coming_soon');
  expect(coming).toHaveLength(await foundAt(`/search/${slug}?status=coming_soon`));
});

it.each(['toyota/hilux', 'mazda/cx-5'])(
  'SRCH-242 the count on the page of a model is that of /search/%s',
  async (path) => {
    const html = await htmlOf(`/models/${path.split('/')[1]}`);
    expect(numberIn(html, /<strong[^>]*>(\d+) cars/)).toBe(await foundAt(`/search/${path}`));
  },
);

it.each(['harbour-city-sales', 'harbour-north-sales'])(
  'LOC-06 the count on the page of %s is that of its stock',
  async (slug) => {
    const heading = /id="place-stock-heading"[^>]*>\s*(\d+) cars/;
    expect(numberIn(await htmlOf(`/locations/${slug}`), heading)).toBe(await foundAt(`/search/${slug}`));
  },
);

it('SRCH-243 SRCH-242 the search of the home page counts what its results list, and is the only one there', async () => {
  const html = await htmlOf('/');
  expect(html.match(/name="query"/g)).toHaveLength(1);
  expect(numberIn(html, /data-hero-show[^>]*>\s*Show (\d+) cars/)).toBe(
    await foundAt('/search/new-used-and-demo-cars'),
  );
  const select = (name: string) =>
    new RegExp(`<select[^>]* name="${name}"[\\s\\S]*?</select>`).exec(html)?.[0] ?? '';
  for (const name of ['make', 'model', 'body']) {
    const options = [...select(name).matchAll(/<option value="([^"]+)"[^>]*>\s*[^<]*\((\d+)\)/g)];
    expect(options.length).toBeGreaterThan(1);
    for (const [, value = '', count] of options) {
      const path = `/search/new-used-and-demo-cars?${new URLSearchParams({ [name]: value })}`;
      expect(await foundAt(path), path).toBe(Number(count));
    }
  }
  const [most = ''] = [...select('price\\.max').matchAll(/<option value="(\d+)"/g)].map(([, value]) => value);
  const { status, headers } = await pages.render(
    `/search/new-used-and-demo-cars?query=&make=&price.max=${most}`,
    SETTINGS,
  );
  expect([status, headers.location]).toEqual([303, `/search/new-used-and-demo-cars?price=%3A${most}`]);
});
