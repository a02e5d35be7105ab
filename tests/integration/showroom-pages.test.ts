import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { unescaped } from '../fixtures/html-text.ts';
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

const words = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const main = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
/** Texts of the tiles under a heading. */
const tilesUnder = (html: string, heading: string) => {
  const section =
    main(html)
      .split('<section')
      .find((part) => part.includes(`id="${heading}"`)) ?? '';
  const tiles = section.split('<li class="stock-tile').slice(1);
  return tiles.map((tile) => words(`<li class="${tile.split('</div>')[0]}`).trim());
};
const hrefOf = (html: string, text: string) => {
  const [, href] = new RegExp(`href="([^"]*)"[^>]*>\\s*${text}\\s*<`).exec(main(html)) ?? [];
  return href === undefined ? undefined : unescaped(href);
};
const cardsAt = async (path: string, settings?: object) => {
  const { html } = await pages.render(path, settings as Record<string, unknown>);
  return html.match(/<article class="vehicle-card"/g)?.length ?? 0;
};

const TOYOTA = {
  title: 'Toyota',
  slug: 'toyota',
  description: ['Made for the long way round.', 'Since 1963.'],
};
const OFFERS = [
  { id: 'on', name: 'Tow pack', description: 'A.', make: 'Toyota', expiry: '2026-06-18' },
  { id: 'over', name: 'Ended yesterday', description: 'B.', make: 'Toyota', expiry: '2026-06-17' },
  { id: 'other', name: 'For Mazda', description: 'C.', make: 'Mazda' },
];
const PICTURE = { url: '/pictures/yard.webp', alt: 'The yard at dusk' };

describe('CONT-13 a brand’s page', () => {
  const settings = {
    brands: [{ ...TOYOTA, banner: PICTURE }],
    offers: OFFERS,
    serviceBooking: [{ name: 'Book a Toyota service', make: 'Toyota', url: 'https://book.example/toyota' }],
    'pages.vehicle-parts-and-accessories.enabled': true,
  };
  const render = () => pages.render('/toyota/overview', settings);

  it('CONT-240 has a picture, its number of vehicles and the lowest price of each condition with its type', async () => {
    const { html } = await render();
    const head = words(main(html).split('</section>')[0] ?? '');
    expect(main(html)).toContain('alt="The yard at dusk"');
    expect(head).toContain('Made for the long way round.');
    expect(head).toMatch(
      /8 cars New from \$45,990 Drive away Demo from \$52,990 Drive away Used from \$45,990 Excl\. government charges/,
    );
  });

  it('SRCH-242 its number of vehicles is that of the page its link leads to', async () => {
    const { html } = await render();
    const link = hrefOf(html, 'See Toyota in stock') ?? '';
    expect(link).toBe('/search/toyota');
    expect(await cardsAt(link)).toBe(Number(/<strong>(\d+) cars/.exec(main(html))?.[1]));
  });

  it('CONT-240 lists models with body, number and the lowest price of each condition, each with its type', async () => {
    const { html } = await render();
    const models = tilesUnder(html, 'models-heading');
    expect(models[0]).toBe(
      'HiLux Ute · 2 cars New from $58,990 Drive away Used from $45,990 Excl. government charges',
    );
    expect(models).toContain('Corolla Hatchback · 1 car Demo from $52,990 Drive away');
    expect(models.some((text) => text.includes('$') && !/charges|Drive away/.test(text))).toBe(false);
  });

  it('a model without a price says nothing of prices, and one of which none is for sale is not listed', async () => {
    const { html } = await render();
    const models = tilesUnder(html, 'models-heading');
    expect(models.find((text) => text.startsWith('Supra'))).toBe('Supra Coupe · 1 car');
    expect(models.join()).not.toMatch(/Kluger|Yaris/);
  });

  it('CONT-241 shows the newest vehicles for sale, used ones apart from new and demo ones', async () => {
    const { html } = await render();
    const [fresh, used] = ['newest-fresh', 'newest-used'].map((id) => tilesUnder(html, id));
    expect(words(html)).toMatch(/New and demo Toyota .*Used Toyota/);
    expect(fresh).toHaveLength(3);
    for (const text of fresh ?? []) expect(text).toMatch(/\b(?:New|Demo)\b.*\$\d\d,\d{3} Drive away/);
    expect(used).toHaveLength(3);
    for (const text of used ?? []) expect(text).toMatch(/\bUsed\b/);
    expect([fresh, used].join()).not.toMatch(/Yaris|Kluger/);
  });

  it('has its service and parts, its locations and its offers of today', async () => {
    const { html } = await render();
    const text = words(main(html));
    expect(hrefOf(html, 'Parts Enquiry')).toBe('/vehicle-parts-and-accessories');
    expect(main(html)).toMatch(/href="https:\/\/book\.example\/toyota"[\s\S]*?Book a Toyota service/);
    expect(text).toContain('Where to see Toyota');
    expect(text).toContain('Harbour City Sales');
    expect(text).toContain('Harbour City Service');
    expect(text).not.toContain('Harbour North Sales');
    expect(text).toContain('Tow pack');
    expect(text).not.toMatch(/Ended yesterday|For Mazda/);
  });

  it('a brand without stock leads to a question, not to an empty list', async () => {
    const { html } = await pages.render('/fictional/overview', {
      brands: [{ title: 'Fictional', slug: 'fictional' }],
    });
    expect(main(html)).not.toMatch(/in stock|\/search\/fictional/);
    expect(hrefOf(html, 'Ask about Fictional')).toBe('/contact');
  });
});

describe('CONT-07 a model’s page', () => {
  const model = (name: string, make: string) => ({
    models: [{ name, slug: 'it', make, tagline: 'A line.' }],
  });

  it.each([
    ['Mazda CX-5', 'Mazda', 'Mazda CX-5', '/search/mazda/cx-5'],
    ['CX5', 'Mazda', 'Mazda CX5', '/search/mazda/cx5'],
    ['cx-5', 'MAZDA', 'MAZDA cx-5', '/search/mazda/cx-5'],
    ['Model 3', 'Tesla', 'Tesla Model 3', '/search/tesla/model-3'],
  ])(
    '%s of %s is headed %s, once the make, and leads to the vehicle in stock',
    async (name, make, heading, link) => {
      const settings = model(name, make);
      const { html } = await pages.render('/models/it', settings);
      expect((/<h1[\s\S]*?<\/h1>/.exec(html)?.[0] ?? '').replace(/<[^>]*>/g, '')).toBe(heading);
      expect(words(html)).not.toMatch(new RegExp(`${make} ${make}`, 'i'));
      expect(hrefOf(html, `See ${heading} in stock`)).toBe(link);
      expect(words(main(html))).toContain(' 1 car ');
      expect(await cardsAt(link, settings)).toBe(1);
    },
  );

  it('CONT-241 a model without stock has no link to an empty list, and shows new and demo ones of its make', async () => {
    const { html } = await pages.render('/models/it', model('GR86', 'Toyota'));
    expect(main(html)).not.toContain('/search/toyota/gr86');
    expect(hrefOf(html, 'Ask about Toyota GR86')).toBe('#enquire');
    expect(words(main(html))).toContain('Other new and demo Toyota');
    expect(tilesUnder(html, 'others-fresh')).toHaveLength(3);
    expect(html).not.toContain('newest-used');
  });

  it('an offer of a model without stock leads to no empty list', async () => {
    const offers = [{ id: 'o', name: 'O', description: 'x', make: 'Toyota', model: 'it' }];
    const at = (name: string) => pages.render('/offers/toyota/o', { offers, ...model(name, 'Toyota') });
    expect((await at('GR86')).html).not.toContain('/search/toyota/gr86');
    expect((await at('HiLux')).html).toContain('/search/toyota/hilux');
  });
});

describe('a location’s page', () => {
  const CITY = '/locations/harbour-city-sales';

  it('LOC-06 shows some of its vehicles, with the number that its stock page has', async () => {
    const { html } = await pages.render(CITY);
    const count = Number(/id="place-stock-heading">(\d+) cars at Harbour City Sales/.exec(html)?.[1]);
    expect(tilesUnder(html, 'place-stock-heading')).toHaveLength(4);
    expect(await cardsAt('/search/harbour-city-sales')).toBe(count);
  });

  it('LOC-13 LOC-277 counts its own vehicles, and names the other location whose its stock page lists', async () => {
    const own = await cardsAt('/search/harbour-city-sales');
    const { html } = await pages.render(CITY, {
      'locations.0.distribution_locations': ['harbour-north-sales'],
    });
    expect(html).toContain(`id="place-stock-heading">${own} cars at Harbour City Sales<`);
    expect(html).toMatch(/View all \d+, with Harbour North Sales</);
  });

  it.each([
    ['Harbour City Sales', 'locations.0', 'harbour-north-sales'],
    ['Harbour North Sales', 'locations.2', 'harbour-city-sales'],
  ])('LOC-13 %s shows its own vehicles before those of the other', async (name, location, other) => {
    const path = `/locations/${name.toLowerCase().replaceAll(' ', '-')}`;
    const { html } = await pages.render(path, { [`${location}.distribution_locations`]: [other] });
    const isOwn = tilesUnder(html, 'place-stock-heading').map((tile) => tile.includes(name));
    expect(isOwn).toHaveLength(4);
    expect(isOwn[0]).toBe(true);
    expect(isOwn).toEqual(isOwn.toSorted((a, b) => Number(b) - Number(a)));
  });

  it('LOC-06 a workshop shows none', async () => {
    expect(main((await pages.render('/locations/harbour-city-service')).html)).not.toContain('stock-tile');
  });

  it('LOC-12 says what is done there', async () => {
    const said = async (path: string) => words(main((await pages.render(path)).html));
    expect(await said(CITY)).toContain('Sales of Toyota and Mazda');
    expect(await said('/locations/harbour-city-service')).toMatch(/Servicing of .*Parts and accessories/);
  });

  it('LOC-11 lists the other locations, the nearest first, with their distance', async () => {
    const { html } = await pages.render(CITY);
    const near = main(html).split('id="near-heading"')[1] ?? '';
    expect([...near.matchAll(/<h3>([^<]*)/g)].map(([, name]) => name)).toEqual([
      'Harbour City Service',
      'Harbour North Sales',
    ]);
    expect(words(near)).toMatch(/less than 1 km away.*9 km away/);
  });

  it('LOC-14 its hours and whether it is open are on its own clock', async () => {
    const zones = async (settings: Record<string, unknown>) => {
      const { html } = await pages.render(CITY, settings);
      return [...html.matchAll(/data-hours-zone="([^"]*)"/g)].map(([, zone]) => zone);
    };
    expect(await zones({})).toEqual(['Australia/Brisbane']);
    expect(
      await zones({ 'locations.0.address.state': 'nsw', 'locations.0.address.postcode': '2480' }),
    ).toEqual(['Australia/Sydney']);
  });
});

const MENU = /<nav class="site-menu[\s\S]*?<\/nav>/g;
const MOST_BYTES = 30 * 1024;

it.each([
  '/toyota/overview',
  '/models/hilux',
  '/locations/harbour-city-sales',
  '/dealer-locator',
  '/special-offers',
  '/offers/toyota/on',
])('PLAT-02 %s weighs at most 30 KB with its styles, without the menu', async (path) => {
  const models = [{ name: 'HiLux', slug: 'hilux', make: 'Toyota' }];
  const { html } = await pages.render(path, { brands: [TOYOTA], models, offers: OFFERS });
  expect(gzipSync(html.replace(MENU, ''), { level: 9 }).length).toBeLessThanOrEqual(MOST_BYTES);
});

describe('CFG-11 links for booking a service', () => {
  const SERVICE = '/locations/harbour-city-service';
  const any = { name: 'Any', url: 'https://book.example/any' };
  const kia = { name: 'Kia', make: 'Kia', url: 'https://book.example/kia' };
  const linkAt = async (serviceBooking: object[], manufacturers: string[]) => {
    const settings = { serviceBooking, 'locations.1.manufacturers': manufacturers };
    const { html } = await pages.render(SERVICE, settings);
    return /href="([^"]*)"[^>]*>\s*<svg(?:(?!<a )[\s\S])*?Book a Service/.exec(main(html))?.[1];
  };

  it.each<[string, object[], string[], string | undefined]>([
    ['its make’s', [any, kia], ['KIA'], kia.url],
    ['that of any make', [kia, any], ['Mazda'], any.url],
    ['none', [kia], ['Mazda'], undefined],
  ])('a workshop has %s', async (_, links, makes, expected) => {
    expect(await linkAt(links, makes)).toBe(expected);
  });

  it('without any it leads to the service page, where there is one', async () => {
    const { html } = await pages.render(SERVICE, { 'pages.service.enabled': true });
    expect(main(html)).toMatch(/href="\/service"/);
  });
});

describe('the page of test drives', () => {
  const PAGE = '/book-test-drive';
  const ON = { 'pages.book-test-drive.enabled': true };
  const offered = (html: string) =>
    [...html.matchAll(/<a href="([^"]*[?&;]car_id=[^"]+)">([\s\S]*?)<\/a>/g)].map(
      ([, href = '', inside = '']) => ({
        href: href.replaceAll('&#38;', '&'),
        name: /<strong>([^<]*)/.exec(inside)?.[1] ?? '',
        isPictured: inside.includes('<img') || inside.includes('<svg'),
      }),
    );

  it('FORM-275 vehicles are picked by their pictures, and found by words', async () => {
    const first = offered((await pages.render(PAGE, ON)).html);
    expect(first.length).toBeGreaterThan(1);
    expect(first.every(({ isPictured }) => isPictured)).toBe(true);
    const make = first[0]?.name.split(' ')[1] ?? '';
    const found = offered((await pages.render(`${PAGE}?q=${make}&location_id=1`, ON)).html);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ name }) => !name.includes(make))).toEqual([]);
    expect(found[0]?.href).toContain('location_id=1');
    const none = await pages.render(`${PAGE}?q=zzzzqqq`, ON);
    expect(words(main(none.html))).toContain('No cars match “zzzzqqq”.');
  });

  it('FORM-275 a picked vehicle is shown with its picture and can be changed', async () => {
    const [car] = offered((await pages.render(PAGE, ON)).html);
    const { html } = await pages.render(car?.href ?? '', ON);
    expect(offered(html)).toEqual([]);
    expect(words(main(html))).toContain(`Your test drive is of ${car?.name}`);
    expect(html).toMatch(/<a class="button button-quiet" href="\/book-test-drive">\s*Change/);
    expect(html).not.toContain('name="car_description"');
  });

  it('FORM-275 no vehicle of a dealership without test drives is offered', async () => {
    const off = Object.fromEntries([0, 1].map((at) => [`dealerships.${at}.switches.testDrive`, false]));
    expect(offered((await pages.render(PAGE, { ...ON, ...off })).html)).toEqual([]);
  });
});

describe('the directory without scripts', () => {
  const shownAt = async (query: string, settings?: Record<string, unknown>) => {
    const { html } = await pages.render(`/dealer-locator?${query}`, settings);
    const places = [
      ...main(html).matchAll(/<li class="directory-place"([^>]*)>[\s\S]*?<h3><a[^>]*>([^<]*)/g),
    ];
    return {
      html,
      names: places.filter(([, attributes]) => !/ hidden/.test(attributes ?? '')).map(([, , name]) => name),
    };
  };

  it('LOC-03 lists what the words find, and says how many', async () => {
    const { html, names } = await shownAt('locationQuery=SERVICE');
    expect(names).toEqual(['Harbour City Service']);
    expect(html).toContain('value="SERVICE"');
    expect(words(main(html))).toContain('1 location');
    expect((await shownAt('locationQuery=')).names).toHaveLength(3);
    expect(words(main((await shownAt('locationQuery=nowhere')).html))).toContain('No location matches.');
  });

  it('FORM-246 locations in one suburb are listed without a search, whatever the address asks for', async () => {
    const city = 'Newstead';
    const oneSuburb = Object.fromEntries([0, 1, 2].map((at) => [`locations.${at}.address.city`, city]));
    const { html, names } = await shownAt('locationQuery=nowhere', oneSuburb);
    expect(names).toHaveLength(3);
    expect(html).not.toContain('name="locationQuery"');
    expect((await shownAt('')).html).toContain('name="locationQuery"');
  });

  it('CONT-269 says which location is the nearest to a place, and how far it is', async () => {
    const near = async (query: string) => words(main((await shownAt(query)).html));
    expect(await near('near=4000')).toMatch(/Nearest to 4000: Harbour City Sales ?, \d+ km/);
    expect(await near('near=0000')).not.toContain('Nearest to 0000');
    expect(await near('')).not.toMatch(/Nearest to \d/);
  });

  it('LOC-01 the first tab of those found is chosen', async () => {
    const { html } = await shownAt('locationQuery=service');
    expect(html).toMatch(/value="service" checked/);
    expect(html).toMatch(/value="sales"(?! checked)[^>]* disabled/);
  });

  it('LOC-11 a postcode puts the nearest first, with distances', async () => {
    const { html, names } = await shownAt('near=4105');
    expect(names[0]).toBe('Harbour North Sales');
    expect(words(main(html))).toMatch(/Harbour North Sales.*km away/);
    expect((await shownAt('')).html).toMatch(/data-km hidden/);
  });

  it('LOC-274 the nearest to a suburb come first', async () => {
    const { html, names } = await shownAt('near=Moorooka');
    expect(names[0]).toBe('Harbour North Sales');
    expect(words(main(html))).toMatch(/Harbour North Sales.*km away/);
  });

  it.each(['0001', 'x'])('LOC-11 %s is an invalid postcode', async (postcode) => {
    const { html, names } = await shownAt(`near=${postcode}`);
    expect(words(main(html))).toContain('Invalid postcode');
    expect(names).toHaveLength(3);
  });

  it('LOC-01 LOC-277 a location called like its card is named once, and each card has tabs where one has', async () => {
    const { html } = await pages.render('/dealer-locator', { 'locations.2.name': 'Harbour North' });
    const card =
      main(html)
        .split('<section')
        .find((part) => part.includes('dealership-harbour-north')) ?? '';
    expect(card).toMatch(
      /<h2[^>]*>\s*<a href="\/locations\/harbour-north-sales">Harbour North<\/a>\s*<\/h2>/,
    );
    expect(card).not.toContain('<h3>');
    expect(card).not.toContain('View Location');
    expect(card).toContain('value="used" checked');
  });

  it('LOC-03 what is searched is text, not HTML', async () => {
    const { html } = await shownAt(`locationQuery=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(html.includes('"><script>alert(1)')).toBe(false);
  });
});

it('SRCH-271 results without what has no price say so', async () => {
  const note = /Without cars that have no price\./;
  const sorted = (hides: boolean, order: string) =>
    pages.render(`/search/used-cars?sortBy=${order}`, { 'search.priceAscendingHidesUnpriced': hides });
  expect((await sorted(true, 'price_asc')).html).toMatch(note);
  expect((await sorted(true, 'price_desc')).html).not.toMatch(note);
  expect((await sorted(false, 'price_asc')).html).not.toMatch(note);
});

it('NAV-212 among results the bar of a phone opens their filters', async () => {
  const bar = (html: string) => /<aside class="mobile-bar".*?<\/aside>/s.exec(html)?.[0] ?? '';
  expect(bar((await pages.render('/search/used-cars', {})).html)).toContain('popovertarget="search-filters"');
  expect(bar((await pages.render('/about-us', {})).html)).not.toContain('popovertarget');
});
