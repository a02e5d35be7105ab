import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tempFolder } from '../fixtures/http-site.ts';
import { addCar, CAR_ID } from '../fixtures/lead-services.ts';
import { buildForTest, formBody, startServer } from '../fixtures/lead-site.ts';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, startStripeServer } from '../fixtures/stripe-server.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

const SHOPPER = {
  name: 'Annabel',
  last_name: 'Quillfeather',
  email: 'annabel.quillfeather@example.com',
  phone: '0412 345 678',
  postcode: '4006',
  message: '',
};
const CHECKOUT = '/cars/2021-toyota-hilux-s123/checkout';

it('BUY-01 kill -9 between payment and event, and in the middle of one: one reservation, one lead', async () => {
  const { outDir } = await buildForTest();
  const stripe = await startStripeServer();
  const dataDir = tempFolder();
  const start = () =>
    startServer(outDir, {
      dataDir,
      env: {
        DEALER_RIVERBEND_STRIPE_KEY: STRIPE_KEY,
        DEALER_RIVERBEND_STRIPE_WEBHOOK: STRIPE_WEBHOOK_SECRET,
        PAYMENTS_URL: stripe.url,
        DELIVER_LEADS: 'no',
      },
    });
  const output: string[] = [];

  const first = await start();
  const db = await openTestDatabase(dataDir);
  await addCar({ services: { db } });
  const { record } = await db.selectFrom('vehicles').select('record').executeTakeFirstOrThrow();
  const reservable = { payment_processors: ['card'], price: 3_000_000, dealership_slug: 'riverbend-valley' };
  await db
    .updateTable('vehicles')
    .set({ record: JSON.stringify({ ...JSON.parse(record), ...reservable }), price_cents: 3_000_000 })
    .execute();
  const sent = await first.ask({ path: CHECKOUT, ...formBody(SHOPPER) });
  expect([sent.status, sent.headers.location]).toEqual([303, 'https://checkout.stripe.com/c/pay/cs_test_1']);
  output.push(first.output());
  await first.kill();

  const event = stripe.pay('cs_test_1');
  if (!event) throw new Error('The session takes no payment.');
  const delivery = { path: '/api/payments/webhook', method: 'POST', ...event, body: Buffer.from(event.body) };
  const second = await start();
  const lost = Array.from({ length: 5 }, () => second.ask(delivery).catch(() => undefined));
  await Promise.race(lost);
  output.push(second.output());
  await second.kill();
  await Promise.all(lost);

  const third = await start();
  for (let n = 0; n < 3; n += 1) expect((await third.ask(delivery)).status).toBe(200);
  expect((await third.ask({ path: CHECKOUT, ...formBody(SHOPPER) })).headers.location).toBe(
    '/cars/2021-toyota-hilux-s123',
  );
  output.push(third.output());
  const rows = await db.selectFrom('reservations').select(['vehicle_id', 'state', 'payment_id']).execute();
  expect(rows).toEqual([{ vehicle_id: CAR_ID, state: 'reserved', payment_id: 'pi_cs_test_1' }]);
  const leads = await db.selectFrom('leads').select('form').execute();
  expect(leads).toEqual([{ form: 'reserve' }]);
  expect(stripe.refunds).toEqual([]);
  expect(output.join('\n')).not.toMatch(/annabel|quillfeather|0412345678|sk_test|whsec/i);
  await db.destroy();
  await third.stop();
  await stripe.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
