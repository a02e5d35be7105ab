import { afterEach, beforeEach, expect, it } from 'vitest';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { type LeadAdmin, openLeadAdmin } from '#src/features/leads/server/operations/lead-admin.ts';
import { eraseAll } from '#src/features/leads/server/privacy/erase-person.ts';
import { leadSheet } from '../../scripts/leads/show.ts';
import { addCar, CAR_ID, LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';

let setup: LeadSetup;
let admin: LeadAdmin;

beforeEach(async () => {
  setup = await leadServices();
  admin = await openLeadAdmin(setup.services.env, setup.services.clock);
  await addCar(setup);
  const { db } = setup.services;
  const { record } = await db.selectFrom('vehicles').select('record').executeTakeFirstOrThrow();
  const priced = { ...JSON.parse(record), price: 4_500_000, price_type: 'drive_away' };
  await db
    .updateTable('vehicles')
    .set({ record: JSON.stringify(priced), price_cents: 4_500_000 })
    .execute();
});
afterEach(async () => {
  await admin.close();
  await setup.stop();
});

async function sheetOf(id: string): Promise<string> {
  const found = await admin.show(id);
  if (found.kind !== 'found') throw new Error(found.kind);
  return leadSheet(found.lead);
}

async function send(form: string, body: Record<string, string>): Promise<string> {
  const { category: _, ...lead } = LEAD;
  const submission = { dealer: setup.dealer, form, body: { ...lead, ...body }, userAgent: '' };
  const outcome = await submitLead(setup.services, submission);
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
  return outcome.leadId;
}

it.each(['finance', 'vehicle-enquiry'])(
  'FIN-10 a lead of the form %s about a car shows its repayment and, in full, the wording beside it',
  async (form) => {
    const sheet = await sheetOf(await send(form, { car_id: CAR_ID }));
    const { interestRate, comparisonRate } = setup.dealer.finance;
    expect(sheet).toMatch(/\$\d+ \/ week over \d years/);
    expect(sheet).toContain(`${interestRate.toFixed(2)}% p.a. interest rate`);
    expect(sheet).toContain(`${comparisonRate?.toFixed(2)}% p.a. comparison rate`);
    const [, wording = ''] = sheet.split('Wording beside the repayment');
    for (const paragraph of setup.dealer.finance.disclaimer.split('\n')) expect(wording).toContain(paragraph);
  },
);

it('FIN-10 the wording outlives a change of the dealer’s file', async () => {
  const id = await send('finance', { car_id: CAR_ID });
  const before = setup.dealer.finance.disclaimer;
  setup.dealer = {
    ...setup.dealer,
    finance: { ...setup.dealer.finance, disclaimer: 'Basis: other words.' },
  };
  const later = await send('finance', { car_id: CAR_ID, message: 'Again' });
  expect(await sheetOf(id)).toContain(before);
  expect(await sheetOf(later)).toContain('Basis: other words.');
  expect(await sheetOf(later)).not.toContain(before);
});

it('FIN-10 a lead without a car has no repayment and no wording', async () => {
  const sheet = await sheetOf(await send('finance', { preferredDealership: 'riverbend-valley' }));
  expect(sheet).not.toContain('Wording beside the repayment');
  expect(sheet).not.toContain('finance_shown');
});

it('FORM-11 an erased lead keeps figures and wording, which name no one, and nothing of the person', async () => {
  const id = await send('finance', { car_id: CAR_ID, whoIsHelping: 'Kim Tran', vehiclePriceBudget: '45000' });
  const dataDir = setup.services.env.DATA_DIR;
  await eraseAll({ ...setup.services, dataDir }, [id], 'request');
  const sheet = await sheetOf(id);
  expect(sheet).toContain('Wording beside the repayment');
  for (const own of ['Kim Tran', '$45,000', LEAD.name, LEAD.last_name]) expect(sheet).not.toContain(own);
});
