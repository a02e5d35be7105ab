import { expect, it } from 'vitest';
import { ENDPOINTS } from '#src/server/routes/endpoints.ts';
import { addressesOf, siteRoutes } from './site-routes.ts';

const OWNED = {
  ...{ garage: '/my-garage', car: 'a-car', reservation: 'r', payment: 'p', valuation: 'v', photo: 'f' },
  ...{ search: 's', searchMac: 'm', stopToken: 't', feedToken: 'o', lead: 'l' },
};

it('AUTH-04 the attack of one dealer on another asks every page and endpoint there is', () => {
  const addresses = siteRoutes().flatMap(({ route }) => addressesOf(route, OWNED));
  expect(addresses.filter((address) => /[[\]]/.test(address))).toEqual([]);
  expect(addresses).toEqual(
    expect.arrayContaining(['/', '/cars/a-car', '/cars/a-car/checkout', '/reservations/r']),
  );
  const asked = addresses.map((address) => address.split('?')[0]);
  const endpoints = ENDPOINTS.map(({ path }) => path.split('?')[0] ?? '').filter(
    (path) => path.startsWith('/api/') && !path.includes('{'),
  );
  for (const path of endpoints) expect(asked).toContain(path);
});

it('AUTH-04 an address with a parameter that the attack cannot fill is refused', () => {
  expect(() => addressesOf('/parcels/[parcel]', OWNED)).toThrow(
    '/parcels/[parcel]: give /parcels/[parcel] a value',
  );
});

it('CFG-19 no page and no endpoint is for staff: sites differ, users do not', () => {
  const routes = siteRoutes().map(({ route }) => route);
  expect(routes.length).toBeGreaterThan(50);
  const staff = /(?:^|\/|-)(?:admin|backoffice|console|dashboard|login|manage|roles?|staff|users?)(?:$|\/|-)/;
  expect(routes.filter((route) => staff.test(route))).toEqual([]);
});
