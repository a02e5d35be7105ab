import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openReservationSite, SHOPPER } from '../fixtures/reservation-site.ts';

let site: Awaited<ReturnType<typeof openReservationSite>>;
beforeAll(async () => {
  site = await openReservationSite({}, { sendsTexts: true });
});
afterAll(() => site.stop());
beforeEach(() => site.clear());

/** Sends the form with more than its fields. */
const start = async (more: Record<string, string>) => {
  const response = await site.post(site.checkout, { ...SHOPPER, ...more });
  return { response };
};

it('BUY-06 AUTH-03 where texts are sent, a vehicle is held once the phone is verified, and that is recorded', async () => {
  const asked = await site.start();
  expect([asked.response.status, asked.id]).toEqual([200, '']);
  expect(asked.response.body).toContain('name="code"');
  expect(asked.response.body).toContain('value="Quillfeather"');
  expect((await site.rows()).map(({ state }) => state)).toEqual([]);
  const wrong = await start({ code: '12345' });
  expect(wrong.response.status).toBe(422);
  expect(wrong.response.body).toContain('Code must be 6 digits.');
  const code = /\d{6}/.exec(site.sms.arrivals.at(-1)?.text ?? '')?.[0] ?? '';
  const held = await start({ code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(held.response.status).toBe(303);
  expect((await site.rows()).map(({ state }) => state)).toEqual(['held']);
  const records = site.services.db
    .selectFrom('verifications')
    .selectAll()
    .where('verification_type', '=', 'verify');
  expect(await records.execute()).toMatchObject([{ user_id: expect.any(String) }]);
  await site.services.db.deleteFrom('reservations').execute();
  // Used up.
  expect((await start({ code })).response.status).toBe(422);
});

it('BUY-06 a verified phone needs no other code if the vehicle cannot be held', async () => {
  await site.start();
  const code = /\d{6}/.exec(site.sms.arrivals.at(-1)?.text ?? '')?.[0] ?? '';
  site.sandbox.behave('fails');
  const failed = await start({ code });
  expect(failed.response.status).toBe(503);
  const [, token = ''] = /name="phone_token" value="([^"]+)"/.exec(failed.response.body) ?? [];
  site.sandbox.behave('answers');
  expect((await start({ phone_token: token })).response.status).toBe(303);
  await site.services.db.deleteFrom('reservations').execute();
  expect((await start({ phone_token: token })).response.status).toBe(200);
});
