import { expect, it } from 'vitest';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { PAYLOAD } from '../../../../tests/fixtures/lead-message.ts';
import { vendorOf } from './lead-vendor.ts';

const loaded = loadDealer('tests/fixtures/plain-dealers/riverbend.json');
if (!('dealer' in loaded)) throw new Error('The dealer file has mistakes.');
const { dealer } = loaded;

it('FORM-11 a receiver is sent the licensed dealership and the location of a lead', () => {
  expect(vendorOf(dealer, PAYLOAD)).toMatchObject({
    name: 'Riverbend Motor Group',
    dealership: 'Riverbend South',
    timeZone: 'Australia/Brisbane',
    location: { name: 'Riverbend Used Cars Moorooka', phone: expect.any(String) },
  });
});

it('FORM-11 a lead for a place that is gone is still reported as the dealer’s', () => {
  const vendor = vendorOf(dealer, { ...PAYLOAD, location_id: '999', dealership_slug: 'gone' });
  expect(vendor).toMatchObject({ dealership: 'Riverbend Motor Group' });
  expect(vendor).not.toHaveProperty('location');
});
