import { afterEach, expect, it, vi } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { checkedDealer } from '../../../../../tests/fixtures/checked-dealer.ts';
import { environment } from '../../../../../tests/fixtures/http-site.ts';
import { PAYLOAD } from '../../../../../tests/fixtures/lead-message.ts';
import { adapterFor, vendorOf } from './adapter-for.ts';

const { dealer } = checkedDealer();
const services = { clock: { now: () => new Date() }, env: await environment('nowhere') };
const withDestinations = (destinations: DealerConfig['leads']['destinations']): DealerConfig => ({
  ...dealer,
  leads: { ...dealer.leads, destinations },
});
const found = (name: string, of: DealerConfig | undefined = dealer) => adapterFor(of, name, services);

afterEach(() => vi.unstubAllEnvs());

it('FORM-11 a destination with its secret has a delivery adapter', () => {
  vi.stubEnv('DEALER_KOOKABURRA_CRM_KEY', 'k');
  expect(found('crm')).toHaveProperty('adapter');
});

it('FORM-11 leads from before the first destination go there', () => {
  vi.stubEnv('DEALER_KOOKABURRA_CRM_KEY', 'k');
  expect(found('unassigned')).toHaveProperty('adapter');
});

it('FORM-11 CFG-23 missing settings are named', () => {
  expect(adapterFor(undefined, 'crm', services)).toEqual({
    missing: 'the dealer file is missing or invalid',
  });
  expect(found('crm')).toEqual({ missing: 'environment variable DEALER_KOOKABURRA_CRM_KEY is not set' });
  expect(found('fax')).toEqual({ missing: 'leads.destinations has no "fax" in the dealer file' });
  expect(found('unassigned', withDestinations([]))).toEqual({
    missing: 'leads.destinations is empty in the dealer file',
  });
});

const filters = { categories: [], forms: [], locations: [] };
const mailbox = { ...filters, to: 'leads@dealer.example', toByLocation: {} };
const post = { ...filters, url: 'https://leads.example/' };
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'sites@forecourt.example' };

it.each([
  [
    { ...post, name: 'x', type: 'adf_http', signingKey: 'DEALER_KOOKABURRA_CRM_KEY' },
    'DEALER_KOOKABURRA_CRM_KEY',
  ],
  [{ ...mailbox, name: 'x', type: 'adf_email' }, 'SMTP_URL'],
  [{ ...mailbox, name: 'x', type: 'email' }, 'SMTP_URL'],
  [{ ...post, name: 'x', type: 'podium', locationUid: 'yard' }, 'DEALER_KOOKABURRA_PODIUM_TOKEN'],
] as const)('FORM-11 CFG-23 %j is sent once %s is set', (destination, name) => {
  const dealerWithOne = {
    ...withDestinations([destination]),
    podium: { enabled: true, podium_api_token: 'DEALER_KOOKABURRA_PODIUM_TOKEN' },
  };
  expect(found('x', dealerWithOne)).toEqual({ missing: `environment variable ${name} is not set` });
  vi.stubEnv(name, 'set');
  const set = { ...services, env: { ...services.env, ...MAIL } };
  expect(adapterFor(dealerWithOne, 'x', set)).toHaveProperty('adapter');
});

const loaded = loadDealer('tests/fixtures/plain-dealers/riverbend.json');
if (!('dealer' in loaded)) throw new Error('The dealer file has mistakes.');
const riverbend = loaded.dealer;

it('FORM-11 a receiver is sent the licensed dealership and the location of a lead', () => {
  expect(vendorOf(riverbend, PAYLOAD)).toMatchObject({
    name: 'Riverbend Motor Group',
    dealership: 'Riverbend South',
    timeZone: 'Australia/Brisbane',
    location: { name: 'Riverbend Used Cars Moorooka', phone: expect.any(String) },
  });
});

it('FORM-11 a lead for a place that is gone is still reported as the dealer’s', () => {
  const vendor = vendorOf(riverbend, { ...PAYLOAD, location_id: '999', dealership_slug: 'gone' });
  expect(vendor).toMatchObject({ dealership: 'Riverbend Motor Group' });
  expect(vendor).not.toHaveProperty('location');
});
