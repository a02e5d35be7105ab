import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OFF_SITE_ADDRESSES } from '../../../tests/fixtures/off-site-addresses.ts';
import { returnPath } from './gates.ts';

const SITE = 'https://dealer.example';
/** As a browser reads a Location header, after which it is at this origin. */
const originOf = (location: string) => new URL(location, `${SITE}/sign-in`).origin;

it('NAV-08 AUTH-04 of 200 payloads that lead off the site none is followed', () => {
  expect(new Set(OFF_SITE_ADDRESSES).size).toBe(200);
  for (const address of OFF_SITE_ADDRESSES) {
    const path = returnPath(address);
    if (path !== undefined) expect([address, originOf(path)]).toEqual([address, SITE]);
    expect(path ?? '/').toMatch(/^\/(?!\/)[!-~]*$/);
  }
  const refused = OFF_SITE_ADDRESSES.filter((address) => returnPath(address) === undefined);
  expect(refused.length).toBeGreaterThan(160);
});

it('NAV-08 AUTH-04 whatever is given, a browser stays on the site, and a header can hold it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.webPath()), (address) => {
      for (const given of [address, `/${address}`, `//${address}`, `/\\${address}`]) {
        const path = returnPath(given) ?? '/';
        expect(originOf(path)).toBe(SITE);
        expect(() => new Headers({ Location: path })).not.toThrow();
      }
    }),
  );
});

it.each([
  ['/value-my-car?car_id=7', '/value-my-car?car_id=7'],
  ['/cars/x/checkout#deposit', '/cars/x/checkout#deposit'],
  ['/search/used cars', '/search/used%20cars'],
  ['/caf\u00e9', '/caf%C3%A9'],
  ['/a\r\nb', '/ab'],
  ['/x?redirect=https://evil.example', '/x?redirect=https://evil.example'],
])('NAV-08 AUTH-04 %j is a page of the site: %s', (address, path) => {
  expect(returnPath(address)).toBe(path);
});

it.each([null, undefined, '', 'about-us', '/sign-in', '/SIGN-IN?x', '/api/account', '/tenants/x'])(
  'NAV-08 AUTH-04 %j is none to go on to',
  (address) => {
    expect(returnPath(address)).toBeUndefined();
  },
);
