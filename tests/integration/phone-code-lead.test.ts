import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { sendCode, verifyCode } from '#src/features/leads/server/phone-code/phone-verification.ts';
import { eraseAll } from '#src/features/leads/server/privacy/erase-person.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { type PhoneSetup, phoneServices } from '../fixtures/phone-codes.ts';

const UNVERIFIED = {
  kind: 'invalid',
  errors: { phone: 'Verify your phone number with the code we send you.' },
};

let setup: PhoneSetup;
beforeAll(async () => {
  setup = await phoneServices();
  LEAD_FORMS.contact.verifiesPhone = () => 'finance';
});
afterAll(async () => {
  delete LEAD_FORMS.contact.verifiesPhone;
  await setup.stop();
});
afterEach(async () => {
  for (const table of ['outbox', 'leads', 'rate_counts', 'phone_codes', 'phone_tokens'] as const)
    await setup.services.db.deleteFrom(table).execute();
});

const submit = (more: Record<string, string> = {}, form = 'contact') =>
  submitLead(setup.services, { dealer: setup.dealer, form, body: { ...LEAD, ...more }, userAgent: '' });
async function tokenFor(phone: string, purpose: 'finance' | 'sign-in' = 'finance'): Promise<string> {
  await sendCode(setup.services, setup.dealer, { phone, purpose }, undefined);
  const code = setup.newest();
  const verified = await verifyCode(setup.services, setup.dealer, { phone, purpose, code }, undefined);
  if (verified.kind !== 'verified') throw new Error(verified.kind);
  return verified.token;
}

it('FIN-19 AUTH-02 a form that verifies the phone stores nothing without the token of that phone', async () => {
  expect(await submit()).toEqual(UNVERIFIED);
  for (const phone_token of [
    'x',
    'x'.repeat(5000),
    await tokenFor('0498 765 432'),
    await tokenFor(LEAD.phone, 'sign-in'),
  ])
    expect(await submit({ phone_token })).toEqual(UNVERIFIED);
  expect(await setup.leads()).toEqual([]);
  expect(await submit({ phone_token: await tokenFor(LEAD.phone) })).toMatchObject({ kind: 'accepted' });
});

it('FIN-19 a token is good for one lead, which may be sent again', async () => {
  const phone_token = await tokenFor(LEAD.phone);
  const first = await submit({ phone_token });
  expect(first).toMatchObject({ kind: 'accepted' });
  expect(await submit({ phone_token })).toEqual(first);
  expect(await submit({ phone_token, message: 'Another.' })).toEqual(UNVERIFIED);
  const leads = await setup.leads();
  expect(leads).toHaveLength(1);
  expect(leads[0]?.payload).not.toContain(phone_token);
});

it('FIN-19 of ten leads at once with one token one is stored', async () => {
  const phone_token = await tokenFor(LEAD.phone);
  const sent = await Promise.all(
    Array.from({ length: 10 }, (_, n) => submit({ phone_token, message: `Message ${n}` })),
  );
  expect(sent.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
  expect(await setup.leads()).toHaveLength(1);
});

it('FIN-19 other forms need no token', async () => {
  expect(await submit({}, 'careers')).toMatchObject({ kind: 'accepted' });
});

it('FORM-11 AUTH-02 erasing a person erases codes and verified phones too; retention leaves a code just sent', async () => {
  const { db, clock } = setup.services;
  const rows = async () =>
    (await db.selectFrom('phone_codes').selectAll().execute()).length +
    (await db.selectFrom('phone_tokens').selectAll().execute()).length;
  const admin = { db, clock, dataDir: setup.folder, storage: undefined };
  await submit({}, 'careers');
  await tokenFor(LEAD.phone);
  await sendCode(setup.services, setup.dealer, { phone: LEAD.phone, purpose: 'finance' }, undefined);
  await sendCode(setup.services, setup.dealer, { phone: '0498765432', purpose: 'finance' }, undefined);
  const [lead] = await setup.leads();
  expect(await rows()).toBe(3);
  await eraseAll(admin, [lead?.id ?? ''], 'retention');
  expect(await rows()).toBe(3);
  await db.updateTable('leads').set({ phone: '0412345678', erased_at: null }).execute();
  await eraseAll(admin, [lead?.id ?? ''], 'request');
  expect(await rows()).toBe(1);
});
