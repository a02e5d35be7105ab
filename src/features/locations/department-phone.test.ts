import { expect, it } from 'vitest';
import { departmentPhone } from './location-phones.ts';

const at = (location_type: 'sales' | 'service' | 'service-and-parts', phone: string, visible = true) => ({
  ...{ location_type, phone, visible },
});
const phones = { main: '07 7010 0410' };
const SALES = at('sales', phones.main);
const WORKSHOP = at('service-and-parts', '07 7010 0415');

it('NAV-05 pages of a department have its own number, others the dealer’s', () => {
  const site = { phones, locations: [SALES, WORKSHOP, at('service', '07 7010 0499', false)] };
  expect(departmentPhone(site, 'service')).toBe(WORKSHOP.phone);
  expect(departmentPhone(site, 'vehicle-parts-and-accessories')).toBe(WORKSHOP.phone);
  expect(departmentPhone(site, 'fleet')).toBe(phones.main);
});

it('NAV-05 where workshops have several numbers, or there is none, the dealer’s is shown', () => {
  const several = { phones, locations: [WORKSHOP, at('service', '07 7010 0425')] };
  expect(departmentPhone(several, 'service')).toBe(phones.main);
  expect(departmentPhone({ phones, locations: [SALES] }, 'service')).toBe(phones.main);
});
