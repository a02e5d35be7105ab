import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openRenderedPages } from '../switches/rendered-pages.ts';

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
