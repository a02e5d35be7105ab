import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { formPage } from '#src/features/leads/server/intake/form-page.ts';
import { EARLIER_TEXT } from '#src/features/leads/server/intake/read-lead-body.ts';
import { addCar, CAR_ID, LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';

let setup: LeadSetup;
beforeAll(async () => {
  setup = await leadServices();
  await addCar(setup);
});
afterAll(() => setup.stop());

async function ask(form: string, query: Record<string, string>, body?: Record<string, string>) {
  const { services, dealer } = setup;
  const leads = { ...dealer.leads, termsCheckbox: true };
  const url = `http://riverbend.localhost/enquire/${form}?${new URLSearchParams(query)}`;
  const init = body && { method: 'POST', body: new URLSearchParams(body) };
  const page = await formPage(services, { ...dealer, leads }, form, new Request(url, init), {});
  if (page.kind !== 'form') throw new Error(`${form} answered ${page.kind}`);
  return page;
}
const filledIn = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).filter(([, value]) => value !== '');

it('FORM-02 FORM-04 a link ticks no checkbox and prefills no message', async () => {
  const consent = { opt_in: 'on', terms: 'on' };
  const linked = { ...LEAD, ...consent, dealership_slug: 'riverbend-brisbane' };
  for (const form of ['contact', 'enquiry', 'test-drive', 'vehicle-enquiry', 'sell-your-car']) {
    expect([form, filledIn((await ask(form, linked)).values)]).toEqual([form, []]);
  }
  const refused = await ask('contact', {}, { ...LEAD, ...consent, email: 'wrong' });
  expect(refused).toMatchObject({ status: 422, values: { ...consent, message: LEAD.message } });
});

it('FORM-01 LOC-05 a link sets the car, the location and the page', async () => {
  const location = setup.dealer.locations.find(({ visible }) => visible)?.id ?? '';
  expect(filledIn((await ask('contact', { location_id: location })).values)).toEqual([
    ['location_id', location],
  ]);
  const about = await ask('enquire-now', { car_id: CAR_ID, page_path: '/cars/some-car' });
  expect(about).toMatchObject({ car: { id: CAR_ID }, pagePath: '/cars/some-car' });
});

it('FORM-01 Enquire Now suggests a question about its car, which stays as the shopper leaves it', async () => {
  const about = { car_id: CAR_ID };
  const { car, values } = await ask('enquire-now', about);
  expect(values.message).toBe(`Hi, is the ${car?.name} still available?`);
  expect((await ask('enquire-now', {})).values.message).toBe('');
  expect((await ask('enquire-now', {}, { ...about, message: '' })).values.message).toBe('');
});

it('FORM-02 FORM-04 a form that showed earlier texts records their versions, and is shown again without their ticks', async () => {
  const { services, dealer } = setup;
  const leads = { ...dealer.leads, termsCheckbox: true, optInVersion: '2026-08' };
  const consent = {
    opt_in: 'on',
    opt_in_version: '2026-07',
    terms: 'on',
    terms_version: 'sha256:0123456789ab',
  };
  const send = (body: Record<string, string>) => {
    const init = { method: 'POST', body: new URLSearchParams({ ...LEAD, ...body }) };
    const request = new Request('http://riverbend.localhost/enquire/contact', init);
    return formPage(services, { ...dealer, leads }, 'contact', request, {});
  };
  expect(await send({ ...consent, email: 'wrong' })).toMatchObject({
    status: 422,
    values: { opt_in: '', terms: '' },
  });
  expect((await send(consent)).kind).toBe('sent');
  const [lead] = await setup.leads();
  const { opt_in, opt_in_consent, terms_consent } = JSON.parse(lead?.payload ?? '{}') as LeadPayload;
  expect(opt_in).toBe(true);
  expect(opt_in_consent).toMatchObject({ text: EARLIER_TEXT, version: '2026-07' });
  expect(terms_consent).toMatchObject({
    text: 'I agree to the terms of use',
    version: 'sha256:0123456789ab',
  });
  const hostile = { ...consent, opt_in_version: `\n${'x'.repeat(5000)}`, message: 'Another.' };
  expect((await send(hostile)).kind).toBe('sent');
  const other = (await setup.leads()).find(({ id }) => id !== lead?.id);
  expect(JSON.parse(other?.payload ?? '{}').opt_in_consent.version).toBe('x'.repeat(100));
});
