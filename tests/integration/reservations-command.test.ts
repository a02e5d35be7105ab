import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { stripePayments } from '#src/features/reservations/server/payments/stripe-payments.ts';
import { runReservations } from '../../scripts/leads/reservations/run-reservations.ts';
import { addCar, CAR_ID, LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, startStripeServer } from '../fixtures/stripe-server.ts';

const ID = 'r'.repeat(32);

let setup: LeadSetup;
/** As JSON. */
let payload = '';
let stripe: Awaited<ReturnType<typeof startStripeServer>>;
beforeAll(async () => {
  setup = await leadServices();
  stripe = await startStripeServer();
  await addCar(setup, {
    location_slug: 'fortitude-valley',
    more: { dealership_slug: 'riverbend-valley', price: 4_000_000, payment_processors: ['card'] },
  });
  const { dealer, services } = setup;
  await submitLead(services, { dealer, form: 'contact', body: { ...LEAD, opt_in: 'on' }, userAgent: '' });
  payload = (await setup.leads())[0]?.payload ?? '';
});
afterAll(async () => {
  await stripe.stop();
  await setup.stop();
});
afterEach(async () => {
  stripe.behave('answers');
  stripe.refunds.length = 0;
  for (const table of ['reservations', 'leads', 'outbox', 'index_changes'] as const)
    await setup.services.db.deleteFrom(table).execute();
});

async function run(...args: string[]) {
  const { DATA_DIR, DATABASE_URL } = setup.services.env;
  return runCommand(runReservations, args, {
    ...{ DATA_DIR, DATABASE_URL, LOG_LEVEL: 'silent', PAYMENTS_URL: stripe.url },
    SITE_SECRET: 'a secret of at least thirty-two characters',
    DEALER_RIVERBEND_STRIPE_KEY: STRIPE_KEY,
    DEALER_RIVERBEND_STRIPE_WEBHOOK: STRIPE_WEBHOOK_SECRET,
  });
}

/** A shopper holds the car, or has paid for it. */
async function reserve({ isPaid }: { isPaid: boolean }): Promise<string> {
  const account = stripePayments({ url: stripe.url, key: STRIPE_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET });
  const made = await account.createCheckout({
    ...{ amount: 20_000, currency: 'AUD', description: 'Deposit', reference: ID },
    ...{ successAddress: 'https://x.example/a', cancelAddress: 'https://x.example/b' },
    ...{ expiresAt: new Date(Date.now() + 1_920_000), idempotencyKey: `${Math.random()}` },
  });
  if (made.kind !== 'created') throw new Error(made.reason);
  if (isPaid) stripe.pay(made.id);
  const now = new Date().toISOString();
  await setup.services.db
    .insertInto('reservations')
    .values({
      ...{ id: ID, dealer: 'riverbend', vehicle_id: CAR_ID, amount_cents: 20_000, checkout_id: made.id },
      ...{ state: isPaid ? 'reserved' : 'held', payment_id: isPaid ? `pi_${made.id}` : null, lead_id: null },
      ...{ contact_id: null, phone: '0412345678', email: 'annabel@example.com' },
      ...{ payload: isPaid ? '' : payload, created_at: now },
      ...{ expires_at: new Date(Date.now() + 2_000_000).toISOString(), paid_at: isPaid ? now : null },
      ...{ refund_due_at: null, refunded_at: null },
    })
    .execute();
  return made.id;
}
const state = async () => {
  const [row] = await setup.services.db.selectFrom('reservations').select('state').execute();
  return row?.state;
};
const marks = () => setup.services.db.selectFrom('index_changes').select('vehicle_id').execute();

it('BUY-01 list shows what is held and reserved, and no shopper', async () => {
  expect((await run('list')).out).toContain('No reservations.');
  await reserve({ isPaid: false });
  const { code, out } = await run('list', '--dealer', 'riverbend');
  expect(code).toBe(0);
  for (const word of [ID, 'riverbend', 'held', '$200']) expect(out).toContain(word);
  expect(out).not.toMatch(/annabel|quillfeather|0412/i);
  expect((await run('list', '--state', 'reserved')).out).toContain('No reservations.');
  expect((await run('list', '--dealer', 'brightkey')).out).toContain('No reservations.');
});

it('BUY-222 list says until when a paid vehicle is promised', async () => {
  await reserve({ isPaid: true });
  const terms = JSON.stringify({ amount_cents: 20_000, held_days: 2, refundable_until: 'contract' });
  const paid = { paid_at: '2026-07-02T03:00:00.000Z', terms };
  await setup.services.db.updateTable('reservations').set(paid).execute();
  expect((await run('list')).out).toContain('2026-07-04T03:00:00.000Z');
});

it('BUY-01 release ends a hold and its payment page', async () => {
  const checkout = await reserve({ isPaid: false });
  expect(await run('release', ID)).toMatchObject({ code: 0, out: expect.stringContaining('is free') });
  expect([await state(), stripe.sessions.get(checkout)?.status]).toEqual(['cancelled', 'expired']);
  expect(await run('release', ID)).toMatchObject({
    code: 1,
    err: expect.stringContaining('had ended before'),
  });
});

it('BUY-01 released at the moment it is paid, it stays the shopper’s', async () => {
  const checkout = await reserve({ isPaid: false });
  stripe.pay(checkout);
  expect(await run('release', ID)).toMatchObject({ code: 1, err: expect.stringContaining('has paid') });
  expect(await state()).toBe('reserved');
});

it('BUY-01 refund pays the deposit back once and frees the vehicle; release does not without a word', async () => {
  const checkout = await reserve({ isPaid: true });
  expect(await run('release', ID)).toMatchObject({ code: 1, err: expect.stringContaining('--paid-back') });
  expect(await state()).toBe('reserved');
  expect(await run('refund', ID)).toMatchObject({ code: 0, out: expect.stringContaining('is free') });
  expect([await state(), stripe.refunds]).toEqual(['refunded', [`pi_${checkout}`]]);
  expect(await marks()).toEqual([{ vehicle_id: CAR_ID }]);
  expect(await run('refund', ID)).toMatchObject({
    code: 1,
    err: expect.stringContaining('had ended before'),
  });
  expect(stripe.refunds).toHaveLength(1);
});

it('BUY-01 release --paid-back frees a vehicle without a refund at the processor', async () => {
  await reserve({ isPaid: true });
  expect((await run('release', ID, '--paid-back')).code).toBe(0);
  expect([await state(), stripe.refunds]).toEqual(['refunded', []]);
});

it('BUY-01 a processor that does not respond changes nothing', async () => {
  await reserve({ isPaid: true });
  stripe.behave('fails');
  expect(await run('refund', ID)).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not respond'),
  });
  expect(await state()).toBe('reserved');
  await setup.services.db.deleteFrom('reservations').execute();
  stripe.behave('answers');
  await reserve({ isPaid: false });
  stripe.behave('fails');
  expect((await run('release', ID)).code).toBe(1);
  expect(await state()).toBe('held');
  expect((await run('refund', ID)).err).toContain('No deposit was paid');
});

it.each([
  [],
  ['drop'],
  ['list', 'x'],
  ['list', '--state', 'lost'],
  ['list', '--limit', '0'],
  ['release'],
  ['refund', 'a', 'b'],
])('BUY-01 "%s %s %s" prints the usage', async (...args) => {
  const { code, err } = await run(...args.filter(Boolean));
  expect([code, err]).toEqual([2, expect.stringContaining('npm run leads -- reservations list')]);
});

it('BUY-01 an unknown reservation is an error of one line', async () => {
  expect(await run('refund', 'x')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no such.*\n$/),
  });
});
