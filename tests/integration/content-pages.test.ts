import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { staticEntries } from '#src/features/content/server/seo/sitemap.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const pagesFile: { locations: readonly { slug: string; address: object }[] } = JSON.parse(
  readFileSync('tests/fixtures/dealers/switchboard.json', 'utf8'),
);
let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  pages = await openRenderedPages({
    host: inject('meiliHost'),
    key: inject('meiliKey'),
    pagesEntry: inject('pagesEntry'),
  });
});
afterAll(() => pages.close());

const OFFERS = [
  { id: 'on', name: 'On today', description: 'A.', make: 'Toyota', expiry: '2026-06-18' },
  { id: 'over', name: 'Over', description: 'B.', expiry: '2026-06-17' },
  { id: 'to-come', name: 'To come', description: 'C.', start: '2026-06-19' },
];

describe('CONT-03 an offer outside its days', () => {
  it.each([
    ['over', 410],
    ['to-come', 404],
  ])('(%s) responds with %i and a link to the others, and is not indexed', async (id, expected) => {
    const { status, html } = await pages.render(`/offers/${id}`, { offers: OFFERS });
    expect(status).toBe(expected);
    expect(html).toContain('href="/special-offers"');
    expect(html).toContain('>On today</a>');
    expect(html).toContain('content="noindex');
    expect(html).not.toContain('id="enquire"');
  });

  it('is not listed, and the one on its last day is', async () => {
    const { status, html } = await pages.render('/special-offers', { offers: OFFERS });
    expect(status).toBe(200);
    expect(html).toContain('>On today</a>');
    expect(html).not.toMatch(/>Over<|>To come</);
  });

  it('is a 404 if the dealer has no such offer', async () => {
    expect((await pages.render('/offers/never', { offers: OFFERS })).status).toBe(404);
  });
});

it('SRCH-20 CFG-13 the default links name what the dealer sells', async () => {
  const settings = { 'pages.trade-in.enabled': true, 'content.home.banner': undefined };
  expect((await pages.render('/', settings)).html).toContain('Sell your car');
  const { html } = await pages.render('/', { ...settings, verticals: ['caravans'] });
  expect(html).toContain('Sell your caravan');
  expect(html).not.toContain('Sell your car<');
});

it('CFG-21 a title has the dealer’s name once', async () => {
  const { name } = pages.configured({});
  const titleOf = async (path: string, settings = {}) =>
    /<title>(.*?)<\/title>/.exec((await pages.render(path, settings)).html)?.[1] ?? '';
  expect((await titleOf('/', { tagline: 'Cars' })).split(name)).toHaveLength(2);
  expect((await titleOf('/about-us')).split(name)).toHaveLength(2);
});

it('NAV-13 an offer’s address has its make, or not if the site has a manufacturer', async () => {
  const { html } = await pages.render('/special-offers', { offers: OFFERS });
  expect(html).toContain('href="/offers/toyota/on"');
  const single = await pages.render('/special-offers', { offers: OFFERS, manufacturer: 'Toyota' });
  expect(single.html).toContain('href="/offers/on"');
});

describe('LOC-06 the hours of a location', () => {
  const PATH = '/locations/harbour-city-sales';
  const { locations } = pagesFile;
  const at = (slug: string) => locations.findIndex((each) => each.slug === slug);
  const sales = at('harbour-city-sales');
  const north = at('harbour-north-sales');

  it('are no empty table where it has none', async () => {
    expect((await pages.render(PATH)).html).toContain('Opening hours of Harbour City Sales');
    const settings = { [`locations.${sales}.opening_hours`]: [], [`locations.${sales}.special_hours`]: [] };
    expect((await pages.render(PATH, settings)).html).not.toContain('Opening hours of Harbour City Sales');
  });

  it('have its name where another of its kind is at the same address', async () => {
    const named = '<strong>Harbour North Sales</strong>';
    expect((await pages.render(PATH)).html).not.toContain(named);
    const near = { [`locations.${north}.address`]: locations[sales]?.address };
    // Of another kind, it has a tab of its own.
    expect((await pages.render(PATH, near)).html).not.toContain(named);
    const alike = { ...near, [`locations.${north}.location_type`]: 'sales' };
    expect((await pages.render(PATH, alike)).html).toContain(named);
  });
});

describe('NAV-02 a search that finds nothing', () => {
  it('is not indexed, and one that finds something is', async () => {
    const robots = /<meta name="robots" content="noindex/;
    expect((await pages.render('/search/used-cars?colour=Invented')).html).toMatch(robots);
    expect((await pages.render('/search/used-cars')).html).not.toMatch(robots);
  });

  it('CFG-13 all stock of a site of used vehicles has the address of its used stock', async () => {
    const canonicalOf = async (settings: object) =>
      /rel="canonical" href="([^"]+)"/.exec(
        (await pages.render('/search/new-used-and-demo-cars', { ...settings })).html,
      )?.[1];
    expect(await canonicalOf({ 'stock.usedOnly': true })).toMatch(/\/search\/used-cars$/);
    expect(await canonicalOf({})).toMatch(/\/search\/new-used-and-demo-cars$/);
  });
});

it('NAV-15 a page of the dealer’s own has a canonical address, breadcrumbs and a place in the sitemap', async () => {
  const page = { slug: 'our-history', title: 'Our history', paragraphs: 'A shed.' };
  const { html } = await pages.render('/our-history', { ownPages: [page] });
  expect(html).toMatch(/rel="canonical" href="https:\/\/[^"/]+\/our-history"/);
  expect(html).toMatch(/"@type":"BreadcrumbList".*"name":"Our history"/s);
  expect(html).not.toContain('content="noindex');
  const sitemapOf = (listed: boolean) =>
    staticEntries(pages.configured({ ownPages: [{ ...page, listed }] })).map(({ path }) => path);
  expect(sitemapOf(true)).toContain('/our-history');
  expect(sitemapOf(false)).not.toContain('/our-history');
});

const MODELS = [
  { name: 'HiLux', slug: 'hilux', make: 'Toyota' },
  { name: 'Ranger Rover', slug: 'ranger-rover', make: 'Nobody' },
];

it.each(['/search/nobody', '/search/nobody/ranger-rover', '/search/toyota/hilux', '/search/fictional'])(
  'CONT-07 the stock at %s is a search page, with or without a car in stock',
  async (path) => {
    const brands = [{ title: 'Fictional', slug: 'fictional' }];
    expect((await pages.render(path, { models: MODELS, brands })).status).toBe(200);
    const isStocked = path === '/search/toyota/hilux';
    expect((await pages.render(path)).status).toBe(isStocked ? 200 : 404);
  },
);

describe('NAV-03 every information page, brand, model, offer and post', () => {
  const settings = {
    models: MODELS,
    offers: OFFERS,
    brands: [{ title: 'Subaru', slug: 'subaru', description: ['All wheels.'] }],
    blog: [{ slug: 'utes', heading: 'Utes', date: '2026-05-05', description: 'In short.' }],
    ownPages: [{ slug: 'our-history', title: 'Our history', paragraphs: 'A [shed](/service).' }],
    'pages.service.enabled': true,
    'pages.finance.enabled': true,
    'pages.trade-in.enabled': true,
  };
  const PATHS = [
    '/service',
    '/finance',
    '/trade-in',
    '/brands',
    '/subaru/overview',
    '/models/hilux',
    '/special-offers',
    '/offers/toyota/on',
    '/blog',
    '/blog/utes',
    '/our-history',
  ];

  it.each(PATHS)('%s has one heading of the first rank and no style attribute', async (path) => {
    const { status, html } = await pages.render(path, settings);
    expect(status).toBe(200);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).not.toMatch(/<[a-z][^>]* style=/);
  });

  it('links to no missing page', async () => {
    const dealer = pages.configured(settings);
    for (const path of PATHS) {
      const { html } = await pages.render(path, settings);
      const links = new Set([...html.matchAll(/<a[^>]* href="(\/[^"#?]*)/g)].map(([, link]) => link ?? ''));
      for (const link of links) {
        const { status } = await pages.render(link, settings);
        expect(status, `${link}, linked from ${path} of ${dealer.slug}`).toBe(200);
      }
    }
  });
});
