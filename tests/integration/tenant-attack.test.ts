import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { loadPages } from '#src/publishing/page-bundle.ts';
import { ENDPOINTS } from '#src/server/routes/endpoints.ts';
import { addressesOf, siteRoutes } from '../fixtures/tenant-attack/attacked-routes.ts';
import { attackTenant } from '../fixtures/tenant-attack/tenant-attack.ts';
import { openTwoDealers } from '../fixtures/tenant-attack/two-dealers.ts';
import { databasePlace } from '../fixtures/test-database.ts';

const MOST_UNANSWERED = 0.03;

it('AUTH-04 FAV-05 BUY-01 no page and no endpoint gives or changes what another dealer’s shopper has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-tenants-'));
  const renderPage = await loadPages(inject('pagesEntry'));
  const variables = new Set(Object.keys(process.env));
  const stage = await openTwoDealers(await databasePlace(join(folder, 'data')), renderPage);
  try {
    const { shareUnanswered, shownToOwner, ...found } = await attackTenant(stage);
    expect(found).toEqual({ leaks: [], changed: [], taken: [], toldApart: [], isStillSignedIn: true });
    expect(shareUnanswered).toBeLessThanOrEqual(MOST_UNANSWERED);
    expect(shownToOwner).toBeGreaterThanOrEqual(10);
  } finally {
    await stage.stop();
    // The secrets of its payments: with them, dealers of other tests would take deposits.
    for (const name of Object.keys(process.env)) if (!variables.has(name)) delete process.env[name];
    rmSync(folder, { recursive: true, force: true });
  }
});

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
