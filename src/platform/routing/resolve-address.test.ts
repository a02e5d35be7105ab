import { describe, expect, it } from 'vitest';
import { INFO_PAGES } from '#src/config/sections/content/info-pages-section.ts';
import { configured } from '../../../tests/fixtures/configured.ts';
import {
  at,
  BRAND,
  CHECKOUT,
  MODEL,
  OFFER,
  on,
  VALUATION,
} from '../../../tests/fixtures/resolved-address.ts';
import { infoPath } from './page-paths.ts';

const OWN_PAGE = { slug: 'our-history', title: 'Our history', paragraphs: 'A shed.' };
const POST = { slug: 'towing', heading: 'Towing', date: '2026-05-01', description: 'How' };
const SLIDE = { id: 'one', name: 'One' };

describe('a retired site', () => {
  const RETIRED = { 'status.state': 'retired' };
  const PAID_ID = 'a'.repeat(32);
  it.each([
    { status: { state: 'retired' } },
    { status: { state: 'retired', movedTo: 'https://www.elsewhere.example' } },
  ])('BUY-01 still learns what was paid, and shows it: %j', (status) => {
    for (const path of ['/api/payments/webhook', `/reservations/${PAID_ID}`, `/online-payment/${PAID_ID}`])
      expect(at(status, path)).toBe(`stock ${path}`);
  });
  it('CFG-02 has no other endpoint', () => {
    for (const path of ['/api/leads/contact', '/api/payments/other', '/online-payment', '/enquire/contact'])
      expect(at(RETIRED, path)).toBe('closed');
  });
});

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
    ['NAV-15', { ownPages: [OWN_PAGE] }, '/our-history', 'page /own/our-history'],
    ['NAV-15', { ownPages: [OWN_PAGE] }, '/own/our-history', 'unknown'],
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
    const hasOwnPage = name === 'finance' || name === 'personalised-finance' || name === 'book-test-drive';
    const internal = hasOwnPage ? path : `/info/${name}`;
    expect(at(on(name), path)).toBe(`page ${internal}`);
    expect(at({ [`pages.${name}.enabled`]: false }, path)).toBe('unknown');
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
