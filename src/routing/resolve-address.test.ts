import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INFO_PAGES } from '#src/config/sections/info-pages.ts';
import { CHECKOUT_PATHS, FINANCE_PATHS, GARAGE_PATHS, TRADE_IN_PATHS } from '#src/config/sections/links.ts';
import { configured } from '../../tests/fixtures/configured.ts';
import { infoPath } from './page-paths.ts';
import { resolveAddress } from './resolve-address.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What an address is, in a few words: "page /info/service", "stock /search", "301 /contact", "unknown". */
function at(settings: Settings, address: string): string {
  const { pathname, search } = new URL(address, 'https://site.invalid');
  const found = resolveAddress(configured(settings), { pathname, search });
  switch (found.kind) {
    case 'page':
      return `page ${found.route.internal}`;
    case 'stock':
      return `stock ${found.internal}`;
    case 'redirect':
      return `${found.status} ${found.to}`;
    default:
      return found.kind;
  }
}

const on = (...pages: string[]): Settings =>
  Object.fromEntries(pages.map((page) => [`pages.${page}.enabled`, true]));
const CHECKOUT = { 'dealerships.0.switches.checkout': true };
const BRAND = { title: 'Isuzu UTE', slug: 'isuzu-ute' };
const MODEL = { name: 'MU-X', slug: 'mu-x', make: 'Isuzu' };
const OFFER = { id: 'june', name: 'June', description: 'Less', make: 'Land Rover' };
const POST = { slug: 'towing', heading: 'Towing', date: '2026-05-01', description: 'How' };
const VALUATION = `/value-my-car/${'x'.repeat(32)}`;
const SLIDE = { id: 'one', name: 'One' };

describe('pages and stock', () => {
  it.each([
    ['NAV-01', {}, '/cars/2024-mazda-cx-5', 'stock /cars/2024-mazda-cx-5'],
    ['NAV-01', on('trade-in'), '/cars/trade-in?car_id=1', 'stock /cars/trade-in'],
    ['NAV-01', {}, '/cars/trade-in?car_id=1', 'unknown'],
    ['NAV-09', on('trade-in'), '/value-my-car', 'stock /value-my-car'],
    ['NAV-09', on('trade-in'), `${VALUATION}/offer`, `stock ${VALUATION}/offer`],
    ['NAV-09', {}, `${VALUATION}/offer`, 'unknown'],
    ['NAV-09', on('trade-in'), '/value-my-car/short/offer', 'unknown'],
    ['NAV-09', on('trade-in'), `${VALUATION}/offer/more`, 'unknown'],
    ['NAV-01', { 'dealerships.1.switches.printing': true }, '/print?car_id=x', 'stock /print'],
    ['NAV-01', {}, '/print?car_id=x', 'unknown'],
    ['VDP-20', { 'vehiclePage.pdf': true }, '/cars/x.pdf', 'stock /cars/x.pdf'],
    ['VDP-20', {}, '/cars/x.pdf', 'unknown'],
    ['VDP-21', {}, '/cars/x/view.json?photos_count=7', 'stock /cars/x/view.json'],
    ['VDP-21', {}, '/cars/x/y/view.json', 'unknown'],
    ['VDP-14', {}, '/cars/x/similar', 'stock /cars/x/similar'],
    ['VDP-14', { vehiclePage: { similar: false } }, '/cars/x/similar', 'unknown'],
    ['VDP-22', {}, '/viewed-cars?id=7', 'stock /viewed-cars'],
    ['NAV-01', CHECKOUT, '/cars/x/checkout', 'stock /reserve/x'],
    ['NAV-01', {}, '/cars/x/checkout', 'unknown'],
    ['NAV-01', CHECKOUT, '/cars/x/colour', 'unknown'],
    ['NAV-02', {}, '/search', 'stock /search'],
    ['NAV-02', {}, '/search/new-used-and-demo-cars', 'stock /search/new-used-and-demo-cars'],
    ['NAV-02', {}, '/search/toyota/hilux', 'stock /search/toyota/hilux'],
    ['NAV-02', {}, '/used-car', '301 /search/used-cars'],
    ['NAV-02', {}, '/used-car/toyota/hilux?page=2', '301 /search/toyota/hilux?page=2'],
    ['NAV-02', { verticals: ['cars', 'parts'] }, '/parts/search?query=filter', 'page /parts/search'],
    ['NAV-02', {}, '/parts/search', 'unknown'],
    ['NAV-03', {}, '/', 'page /'],
    ['NAV-03', {}, '/cars', 'stock /cars'],
    ['NAV-03', { offers: [OFFER] }, '/special-offers', 'page /special-offers'],
    ['NAV-03', { slides: [SLIDE] }, '/special-offers', 'page /special-offers'],
    ['NAV-03', {}, '/special-offers', 'unknown'],
    ['NAV-03', { models: [MODEL] }, '/models/mu-x', 'page /models/mu-x'],
    ['NAV-03', { models: [MODEL], 'links.models': '/' }, '/mu-x', 'page /models/mu-x'],
    ['NAV-03', {}, '/models/mu-x', 'unknown'],
    ['NAV-04', {}, '/dealer-locator', 'page /dealer-locator'],
    ['NAV-04', {}, '/locations/harbour-city-sales', 'page /locations/harbour-city-sales'],
    ['NAV-04', { 'locations.0.visible': false }, '/locations/harbour-city-sales', 'unknown'],
    ['NAV-04', { brands: [BRAND] }, '/brands', 'page /brands'],
    ['NAV-04', { brands: [BRAND] }, '/isuzu-ute/overview', 'page /brands/isuzu-ute'],
    ['NAV-04', { brands: [{ ...BRAND, skipPage: true }] }, '/isuzu-ute/overview', 'unknown'],
    ['NAV-04', {}, '/brands', 'unknown'],
    ['NAV-04', {}, '/about-us', 'page /about-us'],
    ['NAV-04', {}, '/privacy-policy', 'page /privacy-policy'],
    ['NAV-04', {}, '/terms-and-conditions', 'page /terms-and-conditions'],
    ['NAV-04', { blog: [POST] }, '/blog', 'page /blog'],
    ['NAV-04', { blog: [POST] }, '/blog/towing', 'page /blog/towing'],
    ['NAV-04', {}, '/blog', 'unknown'],
    ['NAV-06', {}, '/contact', 'page /contact'],
    ['NAV-06', {}, '/success', 'page /success'],
    ['NAV-08', { 'account.signIn': true }, '/sign-in?type=watchlist', 'page /sign-in'],
    ['NAV-08', {}, '/sign-in', 'unknown'],
    ['NAV-13', { offers: [OFFER] }, '/offers/land-rover/june', 'page /offers/june'],
    ['NAV-13', { offers: [OFFER], manufacturer: 'Land Rover' }, '/offers/june', 'page /offers/june'],
    ['NAV-13', {}, '/offers/june', 'unknown'],
  ])('%s with %j, %s is: %s', (_id, settings, address, what) => {
    expect(at(settings, address)).toBe(what);
  });

  it.each(INFO_PAGES)('NAV-05 the information page "%s" has an address only if it is on', (name) => {
    const path = infoPath(configured(), name);
    const internal = name === 'personalised-finance' ? path : `/info/${name}`;
    expect(at(on(name), path)).toBe(`page ${internal}`);
    expect(at({ [`pages.${name}.enabled`]: false }, path)).toBe('unknown');
  });
});

describe('other spellings', () => {
  it.each(
    FINANCE_PATHS.flatMap((own) =>
      FINANCE_PATHS.filter((other) => other !== own).map((other) => [other, own]),
    ),
  )('NAV-07 links.finance: %s leads to %s with its query', (other, own) => {
    const settings = { ...on('finance'), 'links.finance': own };
    expect(at(settings, own)).toBe('page /info/finance');
    expect(at(settings, `${other}?car_id=1`)).toBe(`301 ${own}?car_id=1`);
    expect(at({ ...settings, 'pages.finance.enabled': false }, other)).toBe('unknown');
  });

  it('CFG-12 links.finance on another site gets every form of the address, with its own query', () => {
    const finance = 'https://lender.example/apply?dealer=7#form';
    expect(at({ 'links.finance': finance }, '/finance?car_id=1')).toBe(
      '301 https://lender.example/apply?dealer=7&car_id=1#form',
    );
  });

  it.each(
    TRADE_IN_PATHS.flatMap((own) =>
      TRADE_IN_PATHS.filter((other) => other !== own).map((other) => [other, own]),
    ),
  )('NAV-09 links.tradeIn: %s leads to %s with its query', (other, own) => {
    const settings = { ...on('trade-in'), 'links.tradeIn': own };
    expect(at(settings, own)).toBe('page /info/trade-in');
    expect(at(settings, `${other}?a=1`)).toBe(`301 ${own}?a=1`);
    expect(at({ 'links.tradeIn': own }, other)).toBe('unknown');
  });

  it('NAV-09 links.valuationTerms: the other address of the terms leads to the site’s own', () => {
    const [plain, below] = ['/value-my-car-terms-and-conditions', '/pages/value-my-car-terms-and-conditions'];
    const settings = on('value-my-car-terms-and-conditions');
    expect(at(settings, below)).toBe(`301 ${plain}`);
    expect(at({ ...settings, 'links.valuationTerms': below }, plain)).toBe(`301 ${below}`);
    expect(at({}, below)).toBe('unknown');
  });

  it.each(CHECKOUT_PATHS)('CFG-12 links.checkout: every form of reserving leads to that of %s', (own) => {
    const settings = { ...CHECKOUT, 'links.checkout': own };
    const spellings = {
      '/checkout': '/cars/2024-kia-ev6/checkout',
      '/buy-online': '/cars/2024-kia-ev6/buy-online',
      '/checkout-journey': '/checkout-journey?car_id=2024-kia-ev6',
    };
    for (const [name, address] of Object.entries(spellings)) {
      expect(at(settings, address)).toBe(
        name === own ? 'stock /reserve/2024-kia-ev6' : `301 ${spellings[own]}`,
      );
      expect(at({ 'links.checkout': own }, address)).toBe('unknown');
    }
  });

  it('CFG-12 the query of a reservation stays, except for the car already named', () => {
    const from = '/checkout-journey?utm_source=mail&car_id=x';
    expect(at(CHECKOUT, from)).toBe('301 /cars/x/checkout?utm_source=mail');
    expect(at({ ...CHECKOUT, 'links.checkout': '/checkout-journey' }, '/cars/x/checkout?a=1')).toBe(
      '301 /checkout-journey?car_id=x&a=1',
    );
  });

  it.each(['..', '.', '', '%2e%2e', 'x/y', 'X', 'a%20b'])('CFG-12 no car is called "%s"', (name) => {
    const site = { ...CHECKOUT, 'links.checkout': '/checkout-journey' };
    expect(at(site, `/checkout-journey?car_id=${name}`)).toBe('unknown');
  });

  it('NAV-06 links.contact: the other address of the contact page leads to the site’s own', () => {
    expect(at({}, '/contact-us?a=1')).toBe('301 /contact?a=1');
    expect(at({ 'links.contact': '/contact-us' }, '/contact')).toBe('301 /contact-us');
  });

  it('NAV-06 links.locationContact: every address of a location’s contact leads to the site’s own', () => {
    const long = '/contact-harbour-city-motors-fortitude-valley-toyota';
    const short = '/contact-us/harbour-city-sales';
    const by = (scheme: string) => ({ 'links.locationContact': scheme });
    expect(at(by('contact-us'), short)).toBe('page /contact/harbour-city-sales');
    expect(at(by('long'), long)).toBe('page /contact/harbour-city-sales');
    expect(at(by('contact-us'), long)).toBe(`301 ${short}`);
    expect(at(by('long'), `${short}?a=1`)).toBe(`301 ${long}?a=1`);
    expect(at(by('location'), `${short}?a=1`)).toBe('301 /locations/harbour-city-sales?a=1#contact');
    expect(at(by('location'), long)).toBe('301 /locations/harbour-city-sales#contact');
    expect(at(by('contact-us'), '/contact-us/elsewhere')).toBe('unknown');
  });

  it('NAV-06 of two locations of one suburb and make, each has a contact page', () => {
    const settings = { 'links.locationContact': 'long', 'locations.1.manufacturers': ['Toyota'] };
    expect(at(settings, '/contact-harbour-city-motors-fortitude-valley-toyota')).toBe(
      'page /contact/harbour-city-sales',
    );
    expect(at(settings, '/contact-us/harbour-city-service')).toBe('page /contact/harbour-city-service');
  });

  it('NAV-04 links.locations: the other address of a location leads to the site’s own', () => {
    expect(at({}, '/our-location/harbour-city-sales')).toBe('301 /locations/harbour-city-sales');
    const own = { 'links.locations': '/our-location' };
    expect(at(own, '/locations/harbour-city-sales')).toBe('301 /our-location/harbour-city-sales');
    expect(at({}, '/locations')).toBe('301 /dealer-locator');
    expect(at({}, '/our-location')).toBe('301 /dealer-locator');
  });

  it('NAV-03 links.models: the other address of a model leads to the site’s own', () => {
    expect(at({ models: [MODEL] }, '/mu-x')).toBe('301 /models/mu-x');
    expect(at({ models: [MODEL], 'links.models': '/' }, '/models/mu-x')).toBe('301 /mu-x');
  });

  it('NAV-13 an offer leads to the one address it has', () => {
    expect(at({ offers: [OFFER] }, '/offers/june')).toBe('301 /offers/land-rover/june');
    expect(at({ offers: [OFFER], manufacturer: 'Kia' }, '/offers/land-rover/june')).toBe('301 /offers/june');
    expect(at({ offers: [OFFER] }, '/offers')).toBe('301 /special-offers');
    expect(at({}, '/offers')).toBe('unknown');
  });

  it('NAV-08 links.garage: every garage leads to the site’s own, if there is one', () => {
    const settings = { 'account.signIn': true, 'account.myGarage': true, 'links.garage': '/myservco' };
    const others = GARAGE_PATHS.filter((path) => path !== '/myservco');
    expect(others.map((path) => at(settings, path))).toEqual(others.map(() => '301 /myservco'));
    expect(GARAGE_PATHS.map((path) => at({ 'account.signIn': true }, path))).toEqual(
      GARAGE_PATHS.map(() => 'unknown'),
    );
  });
});

describe('gates', () => {
  const SIGN_IN = { 'account.signIn': true };
  const signIn = (type: string, redirect: string, back = '/') =>
    `302 /sign-in?${new URLSearchParams({ type, redirect, back })}`;

  it.each([
    ['account.myGarage', { 'account.myGarage': true }, '/my-garage', 'my-garage'],
    ['account.onlinePayment', { 'account.onlinePayment': true }, '/online-payment', 'online-payment'],
  ])('NAV-08 %s: its page is always gated, and there only with sign-in', (_switch, settings, path, type) => {
    expect(at({ ...SIGN_IN, ...settings }, path)).toBe(signIn(type, path));
    expect(at(settings, path)).toBe('unknown');
    expect(at(SIGN_IN, path)).toBe('unknown');
  });

  it.each([
    ['checkout', CHECKOUT, '/cars/x/checkout', 'checkout', '/cars/x'],
    [
      'checkout',
      { ...CHECKOUT, 'links.checkout': '/checkout-journey' },
      '/checkout-journey?car_id=x',
      'checkout',
      '/cars/x',
    ],
    ['spinToWin', on('spin-to-win'), '/spin-to-win', 'spin-to-win', '/'],
    ['personalisedFinance', on('personalised-finance'), '/personalised/finance?car_id=1', 'finance', '/'],
    ['equifaxFinance', on('finance'), '/finance?car_id=1', 'car-finance', '/'],
    [
      'equifaxFinance',
      { ...on('finance'), 'links.finance': '/apply-for-finance' },
      '/apply-for-finance',
      'car-finance',
      '/',
    ],
    ['tradeIn', on('trade-in'), '/trade-in', 'trade-in', '/'],
    ['tradeIn', on('trade-in'), '/cars/trade-in?car_id=1', 'trade-in', '/'],
    ['tradeIn', on('trade-in'), `${VALUATION}/offer`, 'trade-in', '/'],
    [
      'sellMyCar',
      { ...on('trade-in'), 'links.tradeIn': '/sell-my-car' },
      `${VALUATION}/offer`,
      'trade-in',
      '/',
    ],
    ['sellMyCar', { ...on('trade-in'), 'links.tradeIn': '/sell-my-car' }, '/sell-my-car', 'trade-in', '/'],
  ])('AUTH-07 account.gates.%s: %j gates %s as %s', (gate, settings, path, type, back) => {
    const key = `account.gates.${gate}`;
    expect(at({ ...settings, ...SIGN_IN, [key]: true }, path)).toBe(signIn(type, path, back));
    expect(at({ ...settings, ...SIGN_IN, [key]: false }, path)).toMatch(/^(page|stock) /);
    expect(at({ ...settings, [key]: true }, path)).toMatch(/^(page|stock) /);
  });

  it('AUTH-07 the default gates', () => {
    const site = {
      ...SIGN_IN,
      ...CHECKOUT,
      ...on('spin-to-win', 'personalised-finance', 'finance', 'trade-in'),
    };
    const gated = (path: string) => at(site, path).startsWith('302 /sign-in');
    const always = ['/cars/x/checkout', '/spin-to-win', '/personalised/finance'];
    expect(always.map(gated)).toEqual([true, true, true]);
    expect(['/finance', '/trade-in', '/cars/trade-in'].map(gated)).toEqual([false, false, false]);
  });
});

describe('order', () => {
  it('NAV-14 fixed words come before slugs, and pages before models and brands of their name', () => {
    const site = {
      ...on('trade-in', 'service'),
      models: [{ ...MODEL, slug: 'service' }],
      'links.models': '/',
    };
    expect(at(site, '/service')).toBe('page /info/service');
    expect(at(on('trade-in'), '/cars/trade-in')).toBe('stock /cars/trade-in');
  });

  it('NAV-14 the site’s own addresses come before those of an earlier site, older forms of searches after', () => {
    const site = {
      models: [MODEL],
      redirects: [
        { from: '/about-us', to: '/old' },
        { from: '/mu-x', to: '/old' },
        { from: '/used-car/42', to: '/cars/2024-kia-ev6' },
      ],
    };
    expect(at(site, '/about-us')).toBe('page /about-us');
    expect(at(site, '/mu-x')).toBe('301 /models/mu-x');
    expect(at(site, '/used-car/42')).toBe('301 /cars/2024-kia-ev6');
    expect(at(site, '/used-car/43')).toBe('301 /search/43');
  });

  it.each(['/contact/harbour-city-sales', '/info/service', '/reserve/x', '/closed', '/my-garage'])(
    'NAV-14 %s, which is internal, is not an address of the site',
    (path) => expect(at({ ...on('service'), ...CHECKOUT }, path)).toBe('unknown'),
  );
});

describe('any address of any site', () => {
  const FLAGS = [
    ...INFO_PAGES.map((name) => `pages.${name}.enabled`),
    ...['signIn', 'myGarage', 'onlinePayment'].map((name) => `account.${name}`),
    ...['checkout', 'spinToWin', 'personalisedFinance', 'equifaxFinance', 'tradeIn', 'sellMyCar'].map(
      (name) => `account.gates.${name}`,
    ),
    'dealerships.0.switches.checkout',
    'dealerships.0.switches.printing',
  ];
  const settings = fc.record({
    ...Object.fromEntries(FLAGS.map((flag) => [flag, fc.boolean()])),
    'links.finance': fc.constantFrom(...FINANCE_PATHS, 'https://lender.example/apply'),
    'links.tradeIn': fc.constantFrom(...TRADE_IN_PATHS),
    'links.checkout': fc.constantFrom(...CHECKOUT_PATHS),
    'links.contact': fc.constantFrom('/contact', '/contact-us'),
    'links.locationContact': fc.constantFrom('location', 'contact-us', 'long'),
    'links.locations': fc.constantFrom('/locations', '/our-location'),
    'links.models': fc.constantFrom('/models', '/'),
    'links.garage': fc.constantFrom(...GARAGE_PATHS),
    manufacturer: fc.constantFrom(undefined, 'Isuzu'),
    verticals: fc.constantFrom(['cars'], ['cars', 'parts']),
    brands: fc.constantFrom([], [BRAND]),
    models: fc.constantFrom([], [MODEL]),
    offers: fc.constantFrom([], [OFFER]),
    redirects: fc.constantFrom(
      [],
      [
        { from: '/old/*', to: '/contact' },
        { from: '/away', to: 'https://other.example/x' },
        { from: '/dead', status: 410 },
      ],
    ),
  });
  const WORDS = [
    ...[
      'about-us',
      'contact',
      'contact-us',
      'locations',
      'our-location',
      'harbour-city-sales',
      'offers',
      'june',
    ],
    ...[
      'land-rover',
      'models',
      'mu-x',
      'isuzu-ute',
      'overview',
      'cars',
      'trade-in',
      'checkout',
      'buy-online',
    ],
    ...[
      'checkout-journey',
      'used-car',
      'search',
      'finance',
      'finance-enquiry',
      'apply-for-finance',
      'sell-my-car',
    ],
    ...[
      'sell-your-car',
      'pages',
      'value-my-car-terms-and-conditions',
      'my-garage',
      'myservco',
      'sign-in',
      'old',
    ],
    ...[
      'away',
      'dead',
      'print',
      'parts',
      'personalised',
      'contact-harbour-city-motors-fortitude-valley-toyota',
    ],
  ];
  const word = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...WORDS) }, fc.webSegment(), fc.string());
  const path = fc.array(word, { maxLength: 4 }).map((words) => `/${words.join('/')}`);
  const search = fc.oneof(
    fc.constantFrom('', '?car_id=x', '?car_id=..', '?'),
    fc.webQueryParameters().map((q) => `?${q}`),
  );
  const OTHERS = ['lender.example', 'other.example'];

  it('NAV-14 resolves without an error, and redirects end after a few steps at something that is shown', () => {
    fc.assert(
      fc.property(settings, path, search, (chosen, pathname, query) => {
        const site = configured(chosen);
        let here = { pathname, search: query };
        const seen = new Set<string>();
        for (let steps = 0; ; steps += 1) {
          const found = resolveAddress(site, here);
          if (found.kind !== 'redirect') break;
          expect(steps).toBeLessThan(4);
          const from = here.pathname + here.search;
          expect(seen.has(from)).toBe(false);
          seen.add(from);
          const to = new URL(found.to, 'https://site.invalid');
          if (to.origin !== 'https://site.invalid') {
            expect(OTHERS).toContain(to.host);
            break;
          }
          here = { pathname: to.pathname.replace(/(?<=.)\/+$/, ''), search: to.search };
        }
      }),
      { numRuns: 400 },
    );
  });

  it('NAV-14 another form of an address never leads to a missing page', () => {
    fc.assert(
      fc.property(settings, path, search, (chosen, pathname, query) => {
        fc.pre(!pathname.startsWith('/used-car'));
        const site = configured(chosen);
        const found = resolveAddress(site, { pathname, search: query });
        if (found.kind !== 'redirect' || !found.to.startsWith('/')) return;
        const to = new URL(found.to, 'https://site.invalid');
        expect(resolveAddress(site, { pathname: to.pathname, search: to.search }).kind).not.toBe('unknown');
      }),
      { numRuns: 400 },
    );
  });

  it('FORM-04 redirects keep the campaign, and never duplicate it', () => {
    const landing =
      '?utm_source=mail&utm_medium=e&gclid=G1&gbraid=B1&wbraid=W1&fbclid=F1&msclkid=M1&ttclid=T1';
    const known = fc.constantFrom(...WORDS, 'cars/x/checkout', 'cars/x/buy-online', 'used-car/toyota');
    const likely = fc.oneof({ weight: 4, arbitrary: known.map((words) => `/${words}`) }, path);
    let redirects = 0;
    fc.assert(
      fc.property(settings, likely, (chosen, pathname) => {
        const site = configured(chosen);
        let here = { pathname, search: landing };
        for (let steps = 0; steps < 4; steps += 1) {
          const found = resolveAddress(site, here);
          if (found.kind !== 'redirect') break;
          redirects += 1;
          const to = new URL(found.to, 'https://site.invalid');
          for (const [name, value] of new URLSearchParams(landing)) {
            expect(to.searchParams.getAll(name)).toEqual([value]);
          }
          here = { pathname: to.pathname.replace(/(?<=.)\/+$/, ''), search: to.search };
        }
      }),
      { numRuns: 300 },
    );
    expect(redirects).toBeGreaterThan(50);
  });
});
