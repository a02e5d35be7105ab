import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resolveAddress } from '#src/platform/routing/resolve-address.ts';
import { runs } from '../../../tests/extent.ts';
import { demoDealers } from '../../../tests/fixtures/demo-dealers.ts';
import { ROUTE_KINDS, requestRoute } from './exchange.ts';

const riverbend = demoDealers().find(({ slug }) => slug === 'riverbend');
if (!riverbend) throw new Error('No dealer file of riverbend.');
const routeOf = (pathname: string) =>
  requestRoute(pathname, resolveAddress(riverbend, { pathname, search: '' }));

it.each([
  ['/', 'page', '/'],
  ['/about-us', 'page', '/about-us'],
  ['/search', 'search', '/search'],
  ['/search/used-cars/toyota', 'search', '/search/:id/:id'],
  ['/cars/2019-toyota-hilux-abc', 'vehicle', '/cars/:id'],
  ['/api/leads/contact', 'endpoint', '/api/leads/:id'],
  ['/api/nothing', 'endpoint', '/api/:id'],
  ['/enquire/contact', 'form', '/enquire/:id'],
  [`/images/${'a'.repeat(20)}`, 'picture', '/images/:id'],
  [`/save-search/${'a'.repeat(16)}/stop`, 'page', '/save-search/:id/stop'],
  [`/reservations/${'r'.repeat(32)}`, 'page', '/reservations/:id'],
  ['/_astro/site.abc123.js', 'file', '/_astro/:id'],
  ['/jane.citizen@example.com', 'file', '/:id'],
  ['/0412345678/jane', 'unknown', '/:id/:id'],
  [`/${'a/'.repeat(50)}`, 'unknown', '/:id/:id/:id/:id/:id/:id/…'],
])('PLAT-02 %s is logged as %s %s', (pathname, kind, path) => {
  expect(routeOf(pathname)).toEqual({ kind, path });
});

it('PLAT-02 whatever a visitor writes into an address, the log has none of it', () => {
  const word = fc.stringMatching(/^[a-z]{3}[\dA-Z@.%~-]{3,12}$/);
  const before = fc.constantFrom(
    '/',
    '/search/',
    '/cars/',
    '/api/leads/',
    '/enquire/',
    '/images/',
    '/save-search/',
  );
  fc.assert(
    fc.property(before, word, word, (start, first, second) => {
      const route = routeOf(`${start}${first}/${second}`);
      expect(ROUTE_KINDS).toContain(route.kind);
      expect(route.path).not.toContain(first);
      expect(route.path).not.toContain(second);
    }),
    runs(2000),
  );
});
