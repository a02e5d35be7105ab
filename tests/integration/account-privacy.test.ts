import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  eraseAccounts,
  findAccounts,
  findRestoredAccounts,
} from '#src/features/account/server/account-privacy.ts';
import { signInContact } from '#src/features/account/server/queries/contact-queries.ts';
import { startSession } from '#src/features/account/server/session.ts';
import { exportAccounts } from '#src/features/leads/server/operations/export-records.ts';
import { applyRetention } from '#src/features/leads/server/privacy/apply-retention.ts';
import { recordVerification } from '#src/features/leads/server/queries/phone-code-queries.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';

const PHONE = '0412345678';
const GIVEN = {
  ...{ firstName: '=Ann', lastName: 'Lee', email: 'ann@example.com' },
  ...{
    website: 'https://riverbend.example',
    dealershipSlug: 'south',
    optInConsent: null,
    termsConsent: null,
  },
};

let setup: LeadSetup;
beforeAll(async () => {
  setup = await leadServices();
});
afterAll(() => setup.stop());
afterEach(async () => {
  setup.time.now = START;
  for (const table of ['sessions', 'contacts', 'verifications'] as const)
    await setup.services.db.deleteFrom(table).execute();
});

const admin = () => ({ ...setup.services, dataDir: setup.services.env.DATA_DIR });
const at = () => setup.services.clock.now().toISOString();
async function account(dealer = 'riverbend', phone = PHONE, email = GIVEN.email) {
  const { db } = setup.services;
  const contact = await signInContact(db, { dealer, phone }, { ...GIVEN, email }, at());
  const of = { dealer, dealershipSlug: 'south', now: at() };
  await recordVerification(db, { ...of, type: 'verify', userId: contact.id });
  return contact;
}
const rows = async () => ({
  contacts: (await setup.services.db.selectFrom('contacts').select('id').execute()).length,
  sessions: (await setup.services.db.selectFrom('sessions').select('dealer').execute()).length,
  verifications: (await setup.services.db.selectFrom('verifications').select('id').execute()).length,
});
const retain = (dealer: DealerConfig, dryRun = false) => applyRetention(admin(), [dealer], { dryRun });

it('FORM-11 AUTH-03 a person is found and erased by phone or e-mail, at one dealer or at all, with sessions and records', async () => {
  const here = await account();
  await startSession(setup.services, here);
  await account('kookaburra-cars');
  await account('riverbend', '0498765432', 'other@example.com');
  expect(await findAccounts(admin(), {}, undefined)).toEqual([]);
  expect(await findAccounts(admin(), { phone: PHONE }, 'riverbend')).toEqual([here.id]);
  expect(await findAccounts(admin(), { email: 'ann@example.com' }, undefined)).toHaveLength(2);
  await eraseAccounts(admin(), await findAccounts(admin(), { phone: PHONE }, 'riverbend'), 'request');
  expect(await rows()).toEqual({ contacts: 2, sessions: 0, verifications: 2 });
  await eraseAccounts(admin(), await findAccounts(admin(), { phone: PHONE }, undefined), 'request');
  expect(await rows()).toEqual({ contacts: 1, sessions: 0, verifications: 1 });
});

it('FORM-11 an account that a restored backup brought back is found by the log, which names no one', async () => {
  const { db } = setup.services;
  const { id } = await account();
  const backup = await db.selectFrom('contacts').selectAll().executeTakeFirstOrThrow();
  await eraseAccounts(admin(), [id], 'request');
  expect(await findRestoredAccounts(admin())).toEqual([]);
  await db.insertInto('contacts').values(backup).execute();
  expect(await findRestoredAccounts(admin())).toEqual([id]);
});

it('FORM-11 accounts that no one has used for the retention period go, those signed in stay', async () => {
  const { dealer } = setup;
  await account();
  const kept = await account('riverbend', '0498765432');
  await account('kookaburra-cars');
  setup.time.now = START + (dealer.leads.keepMonths * 31 + 1) * DAY_MS;
  await startSession(setup.services, kept);
  expect(await retain(dealer, true)).toMatchObject({ accounts: 1 });
  expect(await rows()).toMatchObject({ contacts: 3 });
  expect(await retain(dealer)).toMatchObject({ accounts: 1 });
  const left = await setup.services.db
    .selectFrom('contacts')
    .select(['dealer', 'phone'])
    .orderBy('dealer')
    .execute();
  expect(left).toEqual([
    { dealer: 'kookaburra-cars', phone: PHONE },
    { dealer: 'riverbend', phone: '0498765432' },
  ]);
  expect(await rows()).toMatchObject({ verifications: 1 });
});

it('FORM-11 the accounts of a dealer are exported whole, without formulas in a spreadsheet', async () => {
  await startSession(setup.services, await account());
  await account('kookaburra-cars');
  const written = async (format: 'csv' | 'ndjson') => {
    let text = '';
    for await (const part of exportAccounts(admin(), 'riverbend', format)) text += part.text;
    return text;
  };
  const csv = await written('csv');
  expect(csv.split('\r\n')).toHaveLength(3);
  for (const cell of ['"04 1234 5678"', '"\'=Ann"', '"ann@example.com"']) expect(csv).toContain(cell);
  expect(JSON.parse(await written('ndjson'))).toMatchObject({
    phone: PHONE,
    first_name: '=Ann',
    dealer: 'riverbend',
    signed_in_at: [at()],
  });
});
