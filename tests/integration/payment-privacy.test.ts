import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deleteAccount } from '#src/features/account/server/account-privacy.ts';
import { startSession } from '#src/features/account/server/session.ts';
import { applyRetention } from '#src/features/leads/server/privacy/apply-retention.ts';
import { eraseAll, findPerson } from '#src/features/leads/server/privacy/erase-person.ts';
import { signedEvent } from '#src/features/reservations/server/payments/local-payments.ts';
import {
  eraseReservations,
  eraseReservationsOfPerson,
  exportReservations,
  findRestoredReservations,
} from '#src/features/reservations/server/reservation-privacy.ts';
import { DAY_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { openReservationSite, WEBHOOK_SECRET } from '../fixtures/reservation-site.ts';

const ANN = { id: 'contact-1', dealer: 'switchboard', phone: '0412345678', email: 'ann@example.com' };
const OTHER_PHONE = '0498 765 432';
const INVOICE = { reference: 'INV-1007', amount: '1,250.50' };
const HOLD_OVER_MS = 36 * MINUTE_MS;
/** Longer than the 24 months a dealer stores leads. */
const LONG_MS = 800 * DAY_MS;

let site: Awaited<ReturnType<typeof openReservationSite>>;
let cookie: string;
beforeAll(async () => {
  site = await openReservationSite({ 'account.signIn': true, 'account.onlinePayment': true });
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.clear();
  const { db } = site.services;
  for (const table of ['online_payments', 'contacts', 'sessions'] as const)
    await db.deleteFrom(table).execute();
  const now = site.services.clock.now().toISOString();
  await db
    .insertInto('contacts')
    .values({
      ...{ ...ANN, first_name: 'Ann', last_name: 'Quill', website: 'switchboard', dealership_slug: '' },
      ...{ opt_in_consent: null, terms_consent: null, created_at: now, updated_at: now },
    })
    .execute();
  cookie = (await startSession(site.services, ANN)).split(';')[0] ?? '';
});

const admin = () => ({ ...site.services, dataDir: site.services.env.DATA_DIR });
const invoices = () => site.services.db.selectFrom('online_payments').selectAll().execute();
/** What the tables of payments say of people. */
const people = async () =>
  JSON.stringify([
    (await site.rows()).map(({ phone, email, payload, contact_id }) => [phone, email, payload, contact_id]),
    (await invoices()).map(({ payload, contact_id }) => [payload, contact_id]),
    (await site.leads()).map(({ phone, email, payload }) => [phone, email, payload]),
  ]);
const ANYONE = /quill|annabel|0412345678|0498765432|@example|contact-1/i;

it('FORM-11 BUY-01 the person of a deposit that went back is erased when leads of that time are', async () => {
  const first = await site.start({}, { cookie });
  const { body } = site.paid(first.id);
  site.time.now += HOLD_OVER_MS;
  await site.services.db.updateTable('reservations').set({ state: 'expired' }).execute();
  await site.start({ phone: OTHER_PHONE }, { cookie });
  await site.deliver(signedEvent(JSON.parse(body), WEBHOOK_SECRET, site.services.clock.now()));
  expect((await site.rows())[0]).toMatchObject({ state: 'refunded', phone: '0412345678', lead_id: null });
  const retain = (dryRun = false) => applyRetention(admin(), [site.dealer], { dryRun });
  expect(await retain()).toMatchObject({ reservations: 0 });
  site.time.now += LONG_MS;
  expect(await retain(true)).toMatchObject({ reservations: 1 });
  expect((await site.rows())[0]?.phone).toBe('0412345678');
  expect(await retain()).toMatchObject({ reservations: 1 });
  expect((await site.rows())[0]).toMatchObject({ state: 'refunded', phone: '', email: '', contact_id: null });
  expect(await retain()).toMatchObject({ reservations: 0 });
});

it('FORM-11 BUY-01 who deletes the account is erased from what it reserved under another number, and its lead', async () => {
  const { id } = await site.start({ phone: OTHER_PHONE }, { cookie });
  await site.deliver(site.paid(id));
  expect((await site.rows())[0]).toMatchObject({ state: 'reserved', contact_id: ANN.id });
  await deleteAccount(site.services, ANN);
  expect(await people()).not.toMatch(ANYONE);
  expect((await site.rows())[0]?.state).toBe('reserved');
});

it('FORM-11 BUY-01 what someone else reserved with the number of an erased lead stays theirs', async () => {
  const { id } = await site.start({ phone: OTHER_PHONE }, { cookie });
  await site.deliver(site.paid(id));
  const [own] = await site.rows();
  if (!own) throw new Error('nothing is reserved');
  const other = { ...own, id: 'other', vehicle_id: 'other', lead_id: null, contact_id: null };
  await site.services.db
    .insertInto('reservations')
    .values({ ...other, email: 'bob@example.com' })
    .execute();
  await eraseAll(admin(), await findPerson(admin(), { email: own.email }, undefined), 'request');
  const emails = Object.fromEntries((await site.rows()).map(({ id, email }) => [id, email]));
  expect(emails).toEqual({ [own.id]: '', other: 'bob@example.com' });
});

it('FORM-11 BUY-01 an invoice of an erased account has no person; paid afterwards, it goes back and is no lead', async () => {
  const response = await site.post('/online-payment', INVOICE, { headers: { cookie } });
  const id = response.headers.location?.split('/pay/')[1] ?? '';
  expect(await people()).toMatch(ANYONE);
  await deleteAccount(site.services, ANN);
  expect(await people()).not.toMatch(ANYONE);
  const event = site.paid(id);
  site.sandbox.behave('fails');
  expect((await site.deliver(event)).status).toBe(503);
  site.sandbox.behave('answers');
  for (let n = 0; n < 3; n += 1) expect((await site.deliver(event)).status).toBe(200);
  expect(site.sandbox.find(id)?.refunded).toBe(true);
  expect(await site.leads()).toEqual([]);
  expect(await invoices()).toMatchObject([
    { refunded_at: expect.any(String), payload: '', contact_id: null },
  ]);
});

it('FORM-11 BUY-01 a hold without a lead that a backup brought back is erased again from the log', async () => {
  await site.start({}, { cookie });
  const backup = await site.rows();
  expect(backup).toMatchObject([{ state: 'held', phone: ANN.phone }]);
  await eraseReservationsOfPerson(admin(), { phone: ANN.phone }, undefined);
  expect(await people()).not.toContain('Annabel');
  expect(await findRestoredReservations(admin())).toEqual([]);
  for (const row of backup)
    await site.services.db.updateTable('reservations').set(row).where('id', '=', row.id).execute();
  const restored = await findRestoredReservations(admin());
  expect(restored).toEqual(backup.map(({ id }) => id));
  await eraseReservations(admin(), restored, 'request');
  expect(await people()).not.toContain('Annabel');
});

it('FORM-11 BUY-01 reservations and invoices are exported whole, and those of no other dealer', async () => {
  await site.start({ name: '=Annabel' }, { cookie });
  await site.post('/online-payment', INVOICE, { headers: { cookie } });
  const written = async (dealer: string, format: 'csv' | 'ndjson') =>
    (await Array.fromAsync(exportReservations(admin(), dealer, format))).map(({ text }) => text).join('');
  const rows = (await written('switchboard', 'ndjson'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toMatchObject([
    { kind: 'reservation', state: 'held', phone: ANN.phone, payload: { name: '=Annabel' } },
    { kind: 'invoice', amount_cents: 125_050, contact_id: ANN.id, payload: { name: 'Ann' } },
  ]);
  const csv = await written('switchboard', 'csv');
  expect(csv.split('\r\n')).toHaveLength(4);
  expect(csv).toContain('"04 1234 5678"');
  expect(await written('another', 'ndjson')).toBe('');
});
