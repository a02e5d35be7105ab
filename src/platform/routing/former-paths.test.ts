import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Redirect } from '#src/config/sections/business/identity-section.ts';
import { formerAddress } from './resolve-address.ts';

const moved = (from: string, to: string, status: Redirect['status'] = 301): Redirect => ({
  from,
  to,
  status,
});

const REDIRECTS: Redirect[] = [
  moved('/stock/*', '/search/used-cars'),
  moved('/stock/new/*', '/search/new-cars'),
  moved('/stock/new/hilux.html', '/search/toyota/hilux'),
  moved('/Our%20Team.php', '/about-us', 302),
  { from: '/club', status: 410 },
];
const leads = (path: string) => formerAddress(REDIRECTS, path)?.to;

it('NAV-12 the exact address comes first, then the longest folder', () => {
  expect(leads('/stock/new/hilux.html')).toBe('/search/toyota/hilux');
  expect(leads('/stock/new/corolla.html')).toBe('/search/new-cars');
  expect(leads('/stock/old/corolla')).toBe('/search/used-cars');
  expect(leads('/stock')).toBe('/search/used-cars');
  expect(leads('/stockists')).toBeUndefined();
});

it('NAV-12 case, escapes and a slash at the end make no difference', () => {
  for (const path of ['/our team.php', '/OUR%20TEAM.PHP', '/Our%20Team.php/', '/our%20team.php//']) {
    expect(leads(path)).toBe('/about-us');
  }
});

it('NAV-12 a redirect is permanent, temporary, or gone', () => {
  expect(formerAddress(REDIRECTS, '/stock/1')).toMatchObject({ status: 301 });
  expect(formerAddress(REDIRECTS, '/our team.php')).toMatchObject({ status: 302 });
  expect(formerAddress(REDIRECTS, '/club')).toEqual({ from: '/club', status: 410 });
});

it('NAV-12 any address below a folder redirects with it, unless a closer entry matches', () => {
  const anyPath = fc.array(fc.oneof(fc.webSegment(), fc.string())).map((words) => `/${words.join('/')}`);
  fc.assert(
    fc.property(anyPath, (path) => {
      expect(formerAddress([], path)).toBeUndefined();
      const found = formerAddress(REDIRECTS, `/stock/used${path}`);
      expect(found?.to).toBe('/search/used-cars');
    }),
  );
});
