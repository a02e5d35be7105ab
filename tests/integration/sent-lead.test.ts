import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { respondWithCalendar, sentLead } from '#src/features/leads/server/intake/success-page.ts';
import { tabsOf } from '#src/features/locations/location-directory.ts';
import { DAY_MS, HOUR_MS } from '#src/platform/time/duration.ts';
import { addCar, CAR_ID, LEAD, type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';

/** It is 10 in the morning of Wednesday, 1 July 2026 at Brisbane. */
let setup: LeadSetup;
let dealer: DealerConfig;

beforeAll(async () => {
  setup = await leadServices();
  await addCar(setup);
  dealer = setup.dealer;
});
afterAll(() => setup.stop());

async function send(form: string, more: Record<string, string>): Promise<string> {
  const body = { ...LEAD, car_id: CAR_ID, ...more };
  const outcome = await submitLead(setup.services, { dealer, form, body, userAgent: '' });
  if (outcome.kind !== 'accepted') throw new Error(`The lead was not accepted: ${outcome.kind}`);
  return outcome.leadId;
}

it('FORM-03 ANL-02 the page of a sent lead has the vehicle, a reference, the place and when someone replies', async () => {
  const id = await send('enquire-now', { message: 'First' });
  const lead = await sentLead(setup.services, dealer, id);
  expect(lead).toMatchObject({
    reference: id.slice(0, 8).toUpperCase(),
    words: 'Your enquiry has reached us.',
    vehicle: { id: CAR_ID },
    event: { eventId: 15, label: 'Vehicle Enquiry' },
    location: { slug: 'moorooka' },
    calendarHref: undefined,
  });
  expect(lead?.steps).toEqual([
    expect.stringContaining(dealer.leads.responsePromise),
    expect.stringContaining('give your reference'),
  ]);
  const { vehicle: _, location: __, ...said } = lead ?? {};
  expect(JSON.stringify(said)).not.toMatch(/Annabel|Quillfeather|412 ?345 ?678/);
});

it('FORM-03 FORM-04 a service booking or a parts enquiry that names no place goes to a place of that department', async () => {
  for (const form of ['service', 'parts']) {
    const id = await send(form, { car_id: '', message: `Anywhere, ${form}` });
    const lead = await sentLead(setup.services, dealer, id);
    expect([form, lead?.location.slug]).toEqual([form, 'fortitude-valley-service']);
  }
});

it('FORM-04 a service booking about a vehicle goes to no sales yard, an enquiry about it does', async () => {
  const places = async (form: string) =>
    (await sentLead(setup.services, dealer, await send(form, { message: `Mine, ${form}` })))?.location;
  expect((await places('enquire-now'))?.slug).toBe('moorooka');
  for (const form of ['service', 'parts'] as const) {
    const place = await places(form);
    expect(place && tabsOf(place)).toContain(form);
  }
});

it('FORM-03 no address but that of a lead of this dealer, not erased and not old, says anything', async () => {
  const id = await send('enquire-now', { message: 'Second' });
  const other = setup.services.tenants.bySlug('kookaburra-cars') as DealerConfig;
  expect(await sentLead(setup.services, other, id)).toBeUndefined();
  for (const text of [null, '', 'x', id.toUpperCase(), `${id}x`, `${id.slice(0, -1)}'`])
    expect(await sentLead(setup.services, dealer, text)).toBeUndefined();
  setup.time.now = START + 31 * DAY_MS;
  expect(await sentLead(setup.services, dealer, id)).toBeUndefined();
  setup.time.now = START;
  expect(await sentLead(setup.services, dealer, id)).toBeDefined();
  const erased_at = new Date(START).toISOString();
  await setup.services.db.updateTable('leads').set({ erased_at }).where('id', '=', id).execute();
  expect(await sentLead(setup.services, dealer, id)).toBeUndefined();
});

it('ANL-02 a lead is reported by its page in its first hour, so that an address opened again later counts nothing', async () => {
  onTestFinished(() => {
    setup.time.now = START;
  });
  const id = await send('enquire-now', { message: 'Third' });
  setup.time.now = START + HOUR_MS - 1;
  expect(await sentLead(setup.services, dealer, id)).toMatchObject({ event: { eventId: 15 } });
  setup.time.now = START + HOUR_MS;
  expect(await sentLead(setup.services, dealer, id)).toMatchObject({ event: undefined });
});

it('FORM-12 a booking of the same day is confirmed by a call, and its calendar file has its time in UTC', async () => {
  const id = await send('test-drive', { slot: '2026-07-01T14:30', message: '' });
  const lead = await sentLead(setup.services, dealer, id);
  expect(lead?.words).toContain('Your test drive is booked for Wednesday 1 July, 2:30 pm');
  expect(lead?.steps[0]).toBe(
    'Your test drive is today, so someone will call you to confirm before you set out.',
  );
  expect(lead?.calendarHref).toBe(`/api/calendar/${id}.ics`);
  const response = await respondWithCalendar(setup.services, dealer, id);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const file = (await response.text()).replaceAll('\r\n ', '');
  expect(file).toContain('DTSTART:20260701T043000Z');
  expect(file).toContain('SUMMARY:Test drive: 2021 Toyota HiLux SR5');
  expect(file).toContain('STATUS:TENTATIVE');
  expect(file).toContain('\\nSomeone will call you to confirm the time.');
  expect(file).not.toMatch(/Annabel|Quillfeather|412 ?345 ?678/);
});

it('FORM-12 the calendar file of a time booked for a later day is confirmed', async () => {
  const id = await send('test-drive', { slot: '2026-07-02T14:30', message: '' });
  const response = await respondWithCalendar(setup.services, dealer, id);
  const file = (await response.text()).replaceAll('\r\n ', '');
  expect(file).toContain('STATUS:CONFIRMED');
  expect(file).not.toContain('call you to confirm');
});

it('FORM-12 a lead without a day has no calendar file', async () => {
  const id = await send('enquire-now', { message: 'Third' });
  for (const each of [id, 'x'])
    expect((await respondWithCalendar(setup.services, dealer, each)).status).toBe(404);
});
