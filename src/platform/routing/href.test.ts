import fc from 'fast-check';
import { expect, it } from 'vitest';
import { href, insidePath, TENANT_PREFIX, withoutTrailingSlashes } from './href.ts';

const ORIGIN = 'https://www.dealer.example';

it('CFG-01 a path keeps its shape and its query is encoded', () => {
  expect(href('/')).toBe('/');
  expect(href('/search/used-cars', { make: 'Land Rover', price: '0:15000', page: 2, none: undefined })).toBe(
    '/search/used-cars?make=Land+Rover&price=0%3A15000&page=2',
  );
});

it.each([
  '',
  'about-us',
  '//evil.example',
  '/tenants',
  '/tenants/riverbend/about-us',
  'https://evil.example',
])('CFG-01 "%s" is no path inside a site', (path) => {
  expect(() => href(path)).toThrow('Not a path inside a site');
});

it.each([
  ['/', '/'],
  ['///', '/'],
  ['/cars/', '/cars'],
  ['/cars//', '/cars'],
  ['//cars', '//cars'],
  ['', ''],
])('CFG-01 "%s" without the slashes at its end is "%s"', (path, expected) => {
  expect(withoutTrailingSlashes(path)).toBe(expected);
});

const part = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '.',
    '..',
    'tenants',
    'TENANTS',
    '%74enants',
    '%2e',
    '\\',
    'x',
    '\t',
    '?',
    '#',
    '@',
  ),
  fc.string(),
);

it('CFG-01 no link ever leads to another host or shows the internal prefix', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.dictionary(fc.string(), fc.string()), (parts, query) => {
      let link: string;
      try {
        link = href(`/${parts.join('')}`, query);
      } catch {
        return;
      }
      const { origin, pathname } = new URL(link, ORIGIN);
      expect(origin).toBe(ORIGIN);
      const shown = decodeURIComponent(pathname).toLowerCase();
      expect(shown === TENANT_PREFIX || shown.startsWith(`${TENANT_PREFIX}/`)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

it('NAV-08 an address passed in a query is followed only inside the site, as a browser parses it', () => {
  for (const path of ['/cars/x', '/search/used-cars?make=Kia&page=2', '/locations/valley#contact']) {
    expect(insidePath(path)).toBe(path);
  }
  const outside = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
  ];
  for (const path of [...outside, 'javascript:alert(1)', 'cars', '', '/tenants/riverbend', null, undefined]) {
    expect(insidePath(path)).toBeUndefined();
  }
});

it('NAV-08 for any passed address, the followed one stays on the site', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join('')),
      ),
      (address) => {
        const path = insidePath(address);
        if (path !== undefined) expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
      },
    ),
  );
});
