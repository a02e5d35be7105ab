import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import { startSession } from '#src/features/account/server/session.ts';
import { signedEvent } from '#src/features/reservations/server/payments/local-payments.ts';
import {
  checkPaymentAlarms,
  returnPaymentsDue,
} from '#src/features/reservations/server/payments/return-payment.ts';
import {
  OTHER_HOST,
  openReservationSite,
  RESERVING_HOST,
  WEBHOOK_SECRET,
} from '../fixtures/reservation-site.ts';

const PATH = '/online-payment';
const ANN = { id: 'contact-1', dealer: 'switchboard', phone: '0412345678', email: 'ann@example.com' };
const INVOICE = { reference: 'INV-1007', amount: '1,250.50' };

let site: Awaited<ReturnType<typeof openReservationSite>>;
let jobs: Parameters<typeof returnPaymentsDue>[0] & Parameters<typeof checkPaymentAlarms>[0];
let cookie: string;
beforeAll(async () => {
  site = await openReservationSite({
    'account.signIn': true,
    'account.onlinePayment': true,
    'account.myGarage': true,
    'payments.logos': ['visa'],
  });
  jobs = { ...site.services, tenants: createTenants([site.dealer]) };
  await site.services.db
    .insertInto('contacts')
    .values({
      ...{ ...ANN, first_name: 'Ann', last_name: 'Quill', website: 'switchboard', dealership_slug: '' },
      ...{ opt_in_consent: null, terms_consent: null, created_at: '', updated_at: '' },
    })
    .execute();
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.clear();
  await site.services.db.deleteFrom('online_payments').execute();
  await site.services.db.deleteFrom('returned_payments').execute();
  cookie = (await startSession(site.services, ANN)).split(';')[0] ?? '';
});

const invoices = () => site.services.db.selectFrom('online_payments').selectAll().execute();
const pay = (body: Record<string, string> = INVOICE) => site.post(PATH, body, { headers: { cookie } });
async function started() {
  const response = await pay();
  const id = response.headers.location?.split('/pay/')[1] ?? '';
  return {
    response,
    id,
    page: new URL(site.sandbox.find(id)?.order.successAddress ?? 'http://none').pathname,
  };
}

it('BUY-01 NAV-08 a signed-in shopper pays an invoice, and the dealer gets it as a lead, once', async () => {
  const form = await site.at(PATH, RESERVING_HOST, { cookie });
  expect(form.status).toBe(200);
  expect(form.body).toContain('Invoice or reference number');
  expect(form.body).toContain('aria-label="Visa"');
  const { response, id, page } = await started();
  expect(response.status).toBe(303);
  expect(site.sandbox.find(id)?.order).toMatchObject({
    amount: 125_050,
    currency: 'AUD',
    description: 'Invoice INV-1007',
  });
  expect((await site.at(page)).body).toContain('We’re confirming your payment');
  expect((await site.at(`${page}?cancelled=1`)).body).toContain('nothing was charged');
  const event = site.paid(id);
  await Promise.all(Array.from({ length: 20 }, () => site.deliver(event)));
  const done = await site.at(page);
  expect(done.body).toContain('We have received your payment of $1,250.50.');
  const [lead, ...more] = await site.leads();
  expect(more).toEqual([]);
  expect(JSON.parse(lead?.payload ?? '{}')).toMatchObject({
    ...{ name: 'Ann', phone: '0412345678', subcategory: 'Online Payment', tags: ['online-payment'] },
    message: 'Paid $1,250.50 online for INV-1007.',
  });
  expect((await invoices())[0]).toMatchObject({ lead_id: lead?.id, payload: '' });
});

it('BUY-01 NAV-08 without sign-in nothing is paid, and no page is shown', async () => {
  const page = await site.at(PATH);
  expect([page.status, page.headers.location]).toEqual([
    302,
    expect.stringContaining('/sign-in?type=online-payment'),
  ]);
  const post = await site.post(PATH, INVOICE);
  expect(post.status).not.toBe(200);
  expect((await site.post(PATH, INVOICE, { host: OTHER_HOST, headers: { cookie } })).status).not.toBe(200);
  expect(await invoices()).toEqual([]);
});

it('BUY-01 an amount that is none is asked for again', async () => {
  const refused = await pay({ reference: 'INV-1', amount: 'all of it' });
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('Please enter an amount from $1 to $50,000');
});

it.each([
  ['amount', { amount: 100 }],
  ['currency', { currency: 'USD' }],
])(
  'BUY-07 an invoice paid with another %s is owed back and raises the alarm, once',
  async (_what, change) => {
    const { id, page } = await started();
    const { payment } = JSON.parse(site.paid(id).body);
    const event = { kind: 'paid', payment: { ...payment, ...change } };
    const report = () => site.deliver(signedEvent(event, WEBHOOK_SECRET, site.services.clock.now()));
    site.sandbox.behave('fails');
    await report();
    const owed = () => site.services.db.selectFrom('returned_payments').selectAll().execute();
    expect(await owed()).toMatchObject([{ payment_id: payment.payment, due_at: expect.any(String) }]);
    site.sandbox.behave('answers');
    await returnPaymentsDue(jobs);
    expect(site.sandbox.find(id)?.refunded).toBe(true);
    expect(await owed()).toMatchObject([{ due_at: null }]);
    expect([await site.leads(), (await invoices())[0]?.lead_id]).toEqual([[], null]);
    expect((await site.at(page)).body).not.toContain('We have received your payment');
    const subjects: string[] = [];
    for (const _round of [1, 2]) {
      await checkPaymentAlarms(jobs, async (_, { subject }) => subjects.push(subject) > 0);
      await report();
    }
    expect(subjects).toEqual([expect.stringContaining('A payment not as agreed')]);
  },
);

it('BUY-01 an invoice that cannot be stored is not paid, and what was typed stays', async () => {
  const { schema } = site.services.db;
  await schema.alterTable('online_payments').renameTo('unreachable').execute();
  const refused = await pay();
  await schema.alterTable('unreachable').renameTo('online_payments').execute();
  expect(refused.status).toBe(503);
  expect(refused.body).toContain(`value="${INVOICE.reference}"`);
  expect((await pay()).status).toBe(303);
});

it('BUY-01 an invoice whose refund is reported before its payment is no lead', async () => {
  const { id, page } = await started();
  const paid = site.paid(id);
  const { payment, reference } = JSON.parse(paid.body).payment as { payment: string; reference: string };
  const refund = { kind: 'refunded', payment, reference } as const;
  await site.deliver(signedEvent(refund, WEBHOOK_SECRET, site.services.clock.now()));
  await site.deliver(paid);
  expect(await site.leads()).toEqual([]);
  expect((await invoices())[0]).toMatchObject({ payment_id: payment, payload: '', lead_id: null });
  expect((await site.at(page)).body).toContain('refunded');
});

it('BUY-01 another dealer’s site knows nothing of a payment', async () => {
  const { page } = await started();
  expect((await site.at(page, OTHER_HOST)).status).toBe(404);
});

it('BUY-01 AUTH-07 behind a gate a vehicle is reserved by who has signed in, and is in their garage', async () => {
  const open = await site.at(site.checkout);
  expect([open.status, open.headers.location]).toEqual([
    302,
    expect.stringContaining('/sign-in?type=checkout'),
  ]);
  const unknown = await site.start();
  expect([unknown.id, await site.rows()]).toEqual(['', []]);
  const form = await site.at(site.checkout, RESERVING_HOST, { cookie });
  expect(form.body).toContain('value="04 1234 5678"');
  const { id, page } = await site.start({}, { cookie });
  await site.deliver(site.paid(id));
  expect((await site.rows())[0]).toMatchObject({ state: 'reserved', contact_id: ANN.id });
  const garage = await site.at('/my-garage', RESERVING_HOST, { cookie });
  expect(garage.body).toContain(`href="${page}"`);
  expect(garage.body.replace(/<[^>]+>/g, ' ')).toMatch(/Paid\s+\$200 on /);
});
