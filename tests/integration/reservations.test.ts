import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import { signedEvent } from '#src/features/reservations/server/payments/local-payments.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { startFeedWorker } from '#src/features/stock/server/schedule/feed-worker.ts';
import {
  OTHER_HOST,
  openReservationSite,
  RESERVES,
  RESERVING_HOST,
  SHOPPER,
  UNPAID_HOST,
  WEBHOOK_SECRET,
} from '../fixtures/reservation-site.ts';

let site: Awaited<ReturnType<typeof openReservationSite>>;
beforeAll(async () => {
  site = await openReservationSite();
});
afterAll(() => site.stop());
beforeEach(() => site.clear());

const RESERVED_CHIP = /data-reserved[^>]*>Reserved</;
/** In alphabetical order. */
const states = async () => (await site.rows()).map(({ state }) => state).toSorted();

it('BUY-01 a shopper enters details, pays on the processor’s page, and the vehicle is reserved', async () => {
  const form = await site.at(site.checkout);
  expect(form.status).toBe(200);
  expect(form.body).toContain('Continue to payment of $200');
  expect(form.headers['content-security-policy']).toContain('http://127.0.0.1:1');
  expect(form.headers['cache-control']).toBe('no-store');
  const { response, id, page, cookie } = await site.start();
  expect(response.status).toBe(303);
  expect(cookie).toMatch(/^forecourt_hold=[\w-]{32}$/);
  expect(await states()).toEqual(['held']);

  const waiting = await site.at(page);
  expect(waiting.body).toContain('We’re confirming your payment');
  expect(waiting.body).not.toContain('is reserved for you');
  expect(waiting.headers.refresh).toBe('4');
  expect((await site.deliver(site.paid(id))).status).toBe(200);
  const done = await site.at(page);
  expect(done.body).toContain('The car is reserved for you');
  expect(done.headers.refresh).toBeUndefined();
  expect(await states()).toEqual(['reserved']);
});

it('BUY-01 FORM-11 the paid reservation is a lead with its deposit, delivered like any other', async () => {
  const { id } = await site.start();
  expect(await site.leads()).toEqual([]);
  await site.deliver(site.paid(id));
  const [lead, ...more] = await site.leads();
  expect(more).toEqual([]);
  const payload = JSON.parse(lead?.payload ?? '{}');
  expect(lead).toMatchObject({
    form: 'reserve',
    category: 'Vehicle Enquiry',
    vehicle_id: site.carId,
    phone: '0412345678',
  });
  expect(payload).toMatchObject({ subcategory: 'Reservation', car_id: site.carId, name: 'Annabel' });
  expect(payload.details).toContainEqual({ name: 'deposit_paid', label: 'Deposit paid', value: '$200' });
  expect((await site.outbox()).map(({ lead_id }) => lead_id)).toContain(lead?.id);
  expect((await site.rows())[0]).toMatchObject({ lead_id: lead?.id, amount_cents: 20_000 });
});

it('ANL-02 the page of a paid reservation reports its lead as an enquiry about the car, and no page before it', async () => {
  const { id, page } = await site.start();
  expect((await site.at(page)).body).not.toContain('data-lead-event');
  await site.deliver(site.paid(id));
  const [lead] = await site.leads();
  const [event] = /<[^>]* data-lead-event[^>]*>/.exec((await site.at(page)).body) ?? [];
  for (const part of ['event="15"', 'label="Reservation"', `lead="${lead?.id}"`])
    expect(event).toContain(part);
});

it('BUY-01 details with mistakes are shown again, and nothing is held', async () => {
  const refused = await site.post(site.checkout, { ...SHOPPER, phone: '12' });
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('Annabel');
  expect(await site.rows()).toEqual([]);
  const trapped = await site.post(site.checkout, { ...SHOPPER, contact_code_2: 'x' });
  expect(trapped.status).toBe(422);
  expect(await site.rows()).toEqual([]);
});

it('BUY-01 a vehicle that is reserved shows so on page, view, card, search and similar rows at once', async () => {
  const { at, slug, carId } = site;
  expect((await site.car()).body).not.toMatch(RESERVED_CHIP);
  const { id } = await site.start();
  // Held alone, it is offered to others still.
  expect(await site.view()).not.toHaveProperty('car_fields.reserved');
  await site.deliver(site.paid(id));
  expect(await site.view()).toMatchObject({ car_fields: { reserved: true } });
  // As soon as the other processes see the version of the stock.
  await expect.poll(async () => (await site.car()).body).toMatch(RESERVED_CHIP);
  const car = (await site.car()).body;
  expect(car).toMatch(RESERVED_CHIP);
  expect(car).toContain('schema.org/Reserved');
  expect(car).not.toContain(`/cars/${slug}/checkout`);
  const cards = (await at(`/viewed-cars?id=${carId}`)).body;
  expect(cards).toContain('>Reserved<');
  await expect.poll(async () => (await at(site.dealer.search.defaultPath)).body).toContain('>Reserved<');
});

it('BUY-01 the search engine knows a reservation and its end without an import', async () => {
  const { services, dealer, carId } = site;
  const indexed = async () => (await services.index.documents([carId])).map(({ reserved }) => reserved);
  const all = { ...services, tenants: createTenants([dealer]) };
  const { id } = await site.start();
  // Held alone, it is offered to others still.
  await drainIndexChanges(all);
  expect(await indexed()).toEqual([false]);
  const worker = startFeedWorker(all, { dealersDir: '', tickMs: 20 });
  try {
    const paid = site.paid(id);
    await site.deliver(paid);
    await expect.poll(indexed).toEqual([true]);
    const { payment } = JSON.parse(paid.body).payment as { payment: string };
    await site.deliver(signedEvent({ kind: 'refunded', payment }, WEBHOOK_SECRET, services.clock.now()));
    await expect.poll(indexed).toEqual([false]);
  } finally {
    await worker.stop();
  }
});

it('BUY-01 no import undoes a reservation', async () => {
  const { id } = await site.start();
  await site.deliver(site.paid(id));
  await site.pages.importAgain();
  expect(await site.view()).toMatchObject({ car_fields: { reserved: true } });
  expect(await states()).toEqual(['reserved']);
});

it('BUY-01 VDP-26 every address and endpoint refuses what is reserved already', async () => {
  const { id } = await site.start();
  await site.deliver(site.paid(id));
  for (const path of [
    site.checkout,
    `/cars/${site.slug}/buy-online`,
    `/checkout-journey?car_id=${site.slug}`,
  ]) {
    const answer = await site.at(path);
    expect([301, 303]).toContain(answer.status);
  }
  const answer = await site.post(site.checkout, { ...SHOPPER, phone: '0498 765 432' });
  expect(answer.status).toBe(303);
  expect(answer.headers.location).toBe(`/cars/${site.slug}`);
  expect(await states()).toEqual(['reserved']);
});

it('BUY-01 where deposits are paid online, the request without one is closed on every way in', async () => {
  const json = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ ...SHOPPER, car_id: site.carId });
  const lead = await site.post('/api/leads/reserve', body, { headers: json });
  expect([lead.status, JSON.parse(lead.body).error.code]).toEqual([404, 'form_off']);
  const page = await site.at(`/enquire/reserve?car_id=${site.carId}`);
  expect([page.status, page.headers.location]).toEqual([302, site.checkout]);
  expect(await site.leads()).toEqual([]);
});

it('BUY-01 a site without an account asks for a call, and takes no payment', async () => {
  const page = await site.at(site.checkout, UNPAID_HOST);
  expect(page.status).toBe(200);
  expect(page.body).toContain('Nothing is paid on this page.');
  expect(page.body).toContain('action="/enquire/reserve"');
  const answer = await site.post(site.checkout, SHOPPER, { host: UNPAID_HOST });
  expect([answer.status, answer.headers.location]).toEqual([303, site.checkout]);
  expect(await site.rows()).toEqual([]);
});

it('BUY-01 while one shopper pays, others read until when; the one may change the details', async () => {
  const { cookie, id } = await site.start();
  const other = await site.post(site.checkout, { ...SHOPPER, phone: '0498 765 432' });
  expect(other.status).toBe(409);
  expect(other.body).toContain('you can reserve it from 12:05 pm');
  expect((await site.at(site.checkout)).status).toBe(409);
  expect((await site.at(site.checkout, RESERVING_HOST, { cookie })).status).toBe(200);
  const again = await site.start({ message: 'Please call after five.' }, { cookie });
  expect(again.response.status).toBe(303);
  expect(again.id).not.toBe(id);
  expect(site.sandbox.find(id)?.state).toBe('expired');
  expect(await states()).toEqual(['cancelled', 'held']);
});

it('BUY-01 FORM-03 a form sent twice is one hold with one payment page', async () => {
  const [first, second] = await Promise.all([site.start(), site.start()]);
  expect([first.response.status, second.response.status]).toEqual([303, 303]);
  expect(second.id).toBe(first.id);
  expect(await states()).toEqual(['held']);
});

it('BUY-01 a shopper who comes back unpaid may pay after all, or give the vehicle up', async () => {
  const { page, id } = await site.start();
  const unpaid = await site.at(`${page}?cancelled=1`);
  expect(unpaid.body).toContain('You haven’t paid yet');
  const resumed = await site.post(page, { action: 'pay' });
  expect([resumed.status, resumed.headers.location]).toEqual([303, `http://127.0.0.1:1/pay/${id}`]);
  const given = await site.post(page, { action: 'give-up' });
  expect([given.status, given.headers.location]).toEqual([303, page]);
  expect((await site.at(page)).body).toContain('Nothing was charged');
  expect(await states()).toEqual(['cancelled']);
  expect(site.sandbox.pay(id)).toBeUndefined();
  expect((await site.start()).response.status).toBe(303);
});

it('BUY-01 giving up what was paid at the same moment keeps it reserved', async () => {
  const { page, id } = await site.start();
  site.paid(id);
  expect((await site.post(page, { action: 'give-up' })).status).toBe(303);
  expect((await site.at(page)).body).toContain('is reserved for you');
  expect(await states()).toEqual(['reserved']);
});

it('BUY-01 a processor that does not respond charges nothing and holds nothing', async () => {
  site.sandbox.behave('fails');
  const { response } = await site.start();
  expect(response.status).toBe(503);
  expect(response.body).toContain('Nothing was charged');
  expect(await states()).toEqual(['cancelled']);
});

it('BUY-01 a hold whose payment page is open stays when a second try finds no processor', async () => {
  const { id } = await site.start();
  site.sandbox.behave('fails');
  expect((await site.start()).response.status).toBe(503);
  expect(await states()).toEqual(['held']);
  site.sandbox.behave('answers');
  await site.deliver(site.paid(id));
  expect(await states()).toEqual(['reserved']);
});

it('BUY-01 an event is taken by its signature alone, and one of another kind is ignored', async () => {
  const { id } = await site.start();
  const event = site.paid(id);
  const now = site.services.clock.now();
  for (const forged of [
    { ...event, headers: { 'content-type': 'application/json' } },
    { ...event, body: event.body.replace('20000', '1') },
    signedEvent(JSON.parse(event.body), 'whsec_of_another', now),
  ]) {
    const answer = await site.deliver(forged);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([400, 'wrong_signature']);
  }
  expect((await site.deliver(event, OTHER_HOST)).status).toBe(400);
  expect((await site.deliver(signedEvent({ kind: 'customer' }, WEBHOOK_SECRET, now))).status).toBe(200);
  expect(await states()).toEqual(['held']);
});

it('BUY-01 an amount, a currency or a checkout that was not agreed reserves nothing', async () => {
  const { id } = await site.start();
  const { payment } = JSON.parse(site.paid(id).body);
  for (const wrong of [
    { amount: 100 },
    { currency: 'USD' },
    { checkout: 'another' },
    { reference: 'x'.repeat(32) },
  ]) {
    const event = signedEvent(
      { kind: 'paid', payment: { ...payment, ...wrong } } as never,
      WEBHOOK_SECRET,
      site.services.clock.now(),
    );
    expect((await site.deliver(event)).status).toBe(200);
  }
  // Its payment page takes no other payment.
  expect(await states()).toEqual(['expired']);
  expect(await site.leads()).toEqual([]);
});

it('BUY-01 a refund by the dealer frees the vehicle', async () => {
  const { id, page } = await site.start();
  await site.deliver(site.paid(id));
  const [row] = await site.rows();
  await site.deliver(
    signedEvent(
      { kind: 'refunded', payment: row?.payment_id ?? '' },
      WEBHOOK_SECRET,
      site.services.clock.now(),
    ),
  );
  expect(await states()).toEqual(['refunded']);
  expect(await site.view()).not.toHaveProperty('car_fields.reserved');
  expect((await site.at(page)).body).toContain('went back to your card');
});

it('BUY-01 CFG-13 without its vehicle a reservation speaks of what the dealer sells', async () => {
  const { id, page } = await site.start();
  await site.deliver(site.paid(id));
  await site.services.db.updateTable('reservations').set({ vehicle_id: 'gone' }).execute();
  const { html } = await site.pages.render(page, { ...RESERVES, verticals: ['motorcycles'] });
  expect(html.match(/The \w+ is reserved for you/)?.[0]).toBe('The motorcycle is reserved for you');
});

it('BUY-01 another dealer’s site knows nothing of a reservation', async () => {
  const { page, id } = await site.start();
  expect((await site.at(page, OTHER_HOST)).status).toBe(404);
  expect((await site.post(page, { action: 'give-up' }, { host: OTHER_HOST })).status).toBe(404);
  await site.deliver(site.paid(id), OTHER_HOST);
  expect(await states()).toEqual(['held']);
  for (const path of ['/reservations/x', `/reservations/${'x'.repeat(32)}`])
    expect((await site.at(path)).status).toBe(404);
});

it('BUY-220 BUY-221 BUY-223 page, checkout, receipt and terms page state the same terms', async () => {
  const line = 'Refundable until you sign the contract. Held for 3 days.';
  expect((await site.car()).body).toContain(line);
  const full = [
    '$200, which comes off the price',
    'We refund all of it until you sign the contract of sale.',
  ];
  const terms = await site.at('/terms-and-conditions');
  expect(terms.body).toContain('id="reserving"');
  const { id, page } = await site.start();
  const pages = [terms, await site.at(site.checkout), await site.at(page)];
  for (const { body } of pages)
    for (const words of [...full, '3 days from your payment']) expect(body).toContain(words);
  await site.deliver(site.paid(id));
  const receipt = await site.at(page);
  for (const words of full) expect(receipt.body).toContain(words);
  expect(receipt.body).toMatch(/Until the end of \d+ \w+ \d{4}/);
  expect(receipt.body).toContain('href="/terms-and-conditions#reserving"');
});

it('BUY-222 a reservation keeps the terms it was agreed on, whatever the dealer sets afterwards', async () => {
  const { id, page } = await site.start();
  const { reserve } = site.dealer;
  site.dealer.reserve = { amount: 900, heldDays: 1, refundableUntil: 'never' };
  try {
    await site.deliver(site.paid(id));
    expect((await site.at(page)).body).toContain('We refund all of it until you sign the contract of sale.');
    const [lead] = await site.leads();
    const { details } = JSON.parse(lead?.payload ?? '{}');
    expect(details).toContainEqual(
      expect.objectContaining({ name: 'reserve_terms', value: expect.stringContaining('Deposit: $200') }),
    );
    expect(details).toContainEqual(expect.objectContaining({ name: 'held_until' }));
  } finally {
    site.dealer.reserve = reserve;
  }
});
