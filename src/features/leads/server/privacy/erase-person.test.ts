import * as v from 'valibot';
import { expect, it } from 'vitest';
import { LeadPayloadSchema } from '#src/features/leads/delivery/lead-payload.ts';
import { erasedPayload } from './erase-person.ts';

const payload = {
  name: 'Annabel',
  last_name: 'Quillfeather',
  email: 'annabel@example.com',
  phone: '0412345678',
  postcode: '4006',
  message: 'I am Annabel',
  category: 'Vehicle Enquiry',
  subcategory: 'Used Vehicle Enquiry',
  opt_in: true,
  opt_in_consent: {
    text: 'Tell me more',
    version: '1',
    channel: 'Website form',
    at: '2026-07-01T00:00:00.000Z',
  },
  terms_accepted_at: null,
  dealership_slug: 'south',
  location: 'South',
  url: 'https://example.com/cars/x?email=annabel@example.com',
  source: 'Website',
  user_agent: 'Annabel’s browser',
  page_id: '/cars/x',
  tags: ['enquiry'],
  car_id: 'car-1',
  car_description: '2021 Toyota HiLux',
  lead_attributes: { visited_pages: ['/annabel'], linked_query_params: { utm_source: 'Annabel' } },
  Rego: 'ANNABEL',
  something_new: 'Annabel',
};

it('FORM-11 an erased lead keeps its subject but no personal data', () => {
  const erased = erasedPayload(payload);
  expect(JSON.stringify(erased).toLowerCase()).not.toMatch(/annabel|quillfeather|0412|4006/);
  expect(v.parse(LeadPayloadSchema, erased)).toMatchObject({
    category: 'Vehicle Enquiry',
    opt_in_consent: { version: '1' },
    car_description: '2021 Toyota HiLux',
    tags: ['enquiry'],
  });
});

it('FORM-11 a shopper’s description of their own vehicle is erased too', () => {
  const { car_id: _, ...own } = payload;
  expect(erasedPayload({ ...own, car_year: '2015' })).not.toHaveProperty('car_description');
});

it('FORM-11 an unreadable payload is erased too', () => {
  expect(erasedPayload({ payload: 'Annabel', __proto__: { name: 'Annabel' } })).not.toHaveProperty('payload');
});

it('FAV-01 FORM-11 an erased enquiry about several vehicles keeps them, without their VINs', () => {
  const asked = { car_id: 'car-2', car_description: '2024 Mazda CX-5', car_vin: 'VIN', note: 'Annabel' };
  const { cars } = erasedPayload({ ...payload, cars: [asked, null, 'Annabel'] });
  expect(cars).toEqual([{ car_id: 'car-2', car_description: '2024 Mazda CX-5' }]);
});
