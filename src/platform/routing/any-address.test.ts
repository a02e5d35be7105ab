import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INFO_PAGES } from '#src/config/sections/content/info-pages-section.ts';
import {
  CHECKOUT_PATHS,
  FINANCE_PATHS,
  GARAGE_PATHS,
  TRADE_IN_PATHS,
} from '#src/config/sections/site/link-paths.ts';
import { configured } from '../../../tests/fixtures/configured.ts';
import { BRAND, MODEL, OFFER } from '../../../tests/fixtures/resolved-address.ts';
import { resolveAddress } from './resolve-address.ts';

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

  it('NAV-14 another spelling never leads to nothing', () => {
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

  it('FORM-04 anyone who is led on takes the campaign along, one that has it already takes it once', () => {
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
