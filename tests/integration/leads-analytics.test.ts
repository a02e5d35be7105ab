import { afterAll, beforeAll, expect, it } from 'vitest';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { addCar, LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';

let setup: LeadSetup;
beforeAll(async () => {
  setup = await leadServices();
  await addCar(setup, { id: 'new', car_type: 'new' });
  await addCar(setup, { id: 'demo', car_type: 'demo' });
  await addCar(setup, { id: 'used' });
  await addCar(setup, { id: 'only-driven', tag: 'Test Drive Only' });
});
afterAll(() => setup.stop());

it.each([
  ['enquiry', 'new', 14],
  ['enquiry', 'demo', 14],
  ['enquiry', 'used', 15],
  ['enquiry', 'only-driven', 15],
  ['vehicle-enquiry', 'new', 14],
  ['vehicle-enquiry', 'used', 15],
  ['enquire-now', 'used', 15],
  ['request-photos', 'new', 14],
  ['test-drive', 'new', 17],
  ['test-drive', 'demo', 17],
  ['test-drive', 'used', 48],
  ['test-drive', 'only-driven', 17],
  ['test-drive', '', 22],
  ['enquiry', '', 22],
  ['contact', '', 22],
  ['service', '', 22],
  ['parts', '', 22],
  ['careers', '', 51],
])('ANL-02 %s about a car that is "%s" responds with event %i', async (form, car_id, eventId) => {
  const outcome = await submitLead(setup.services, {
    dealer: setup.dealer,
    form,
    body: { ...LEAD, car_id, car_description: 'A ute', location_id: '' },
    userAgent: '',
  });
  expect(outcome).toMatchObject({ kind: 'accepted', eventId });
});
