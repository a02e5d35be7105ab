import { afterEach, beforeEach, expect, it } from 'vitest';
import { deliverOutbox } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { MAX_ACKNOWLEDGEMENTS_PER_DAY } from '#src/features/leads/server/delivery/thank-you-email.ts';
import { adapterFor } from '#src/features/leads/server/destinations/adapter-for.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { checkLeadAlarms, outboxStatus } from '#src/features/leads/server/operations/monitor-delivery.ts';
import { newestLeads } from '#src/features/leads/server/queries/lead-list-queries.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { addCar, CAR_ID, LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { localAdapter } from '../fixtures/local-receivers.ts';
import { startMailServer } from '../fixtures/mail-server.ts';

let setup: LeadSetup;
let mails: Awaited<ReturnType<typeof startMailServer>>;

beforeEach(async () => {
  setup = await leadServices();
  mails = await startMailServer();
  Object.assign(setup.services.env, { SMTP_URL: mails.url, MAIL_FROM: 'sites@forecourt.example' });
  setup.dealer.leads.acknowledgement.enabled = true;
  setup.dealer.leads.alarm.emails = [];
});
afterEach(async () => {
  await mails.stop();
  await setup.stop();
});

let sent = 0;
async function send(body: object = {}, form = 'contact') {
  sent += 1;
  const outcome = await submitLead(setup.services, {
    dealer: setup.dealer,
    form,
    body: { ...LEAD, message: `Message ${sent}`, ...body },
    userAgent: '',
  });
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return outcome.leadId;
}
const crm = localAdapter();
/** Dealers' own destinations take everything; the acknowledgement goes by real mail. */
const deliver = () =>
  deliverOutbox(setup.services, {
    adapterFor: (dealer, destination, services) =>
      destination === 'acknowledgement' ? adapterFor(dealer, destination, services) : { adapter: crm },
    random: () => 1,
  });
const thanks = async () =>
  (await setup.outbox()).filter(({ destination }) => destination === 'acknowledgement');

it('FORM-11 a shopper with an e-mail address is thanked once, by the dealer, marked as automatic', async () => {
  await addCar(setup);
  const id = await send({ car_id: CAR_ID }, 'enquiry');
  await deliver();
  await deliver();
  expect(mails.arrivals).toHaveLength(1);
  const [{ envelope, mail } = { envelope: undefined, mail: undefined }] = mails.arrivals;
  expect(envelope?.to).toEqual([LEAD.email]);
  expect(mail?.from).toMatchObject({ name: setup.dealer.name, address: 'sites@forecourt.example' });
  expect(mail?.replyTo).toMatchObject([{ address: setup.dealer.email }]);
  expect(mail?.subject).toBe(setup.dealer.leads.acknowledgement.subject);
  expect(mail?.messageId).toContain(id);
  expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-replied');
  for (const words of [
    '2021 Toyota HiLux',
    setup.dealer.leads.responsePromise,
    setup.dealer.legalName,
    '#',
  ]) {
    expect(mail?.text).toContain(words);
    expect(mail?.html).toBeTruthy();
  }
});

it('FORM-11 no acknowledgement is sent if the dealer has it off, or for a held lead', async () => {
  await send({ contact_code_2: 'x' });
  setup.dealer.leads.acknowledgement.enabled = false;
  await send();
  expect(await thanks()).toEqual([]);
});

it('FORM-11 without a mail server no acknowledgement is queued', async () => {
  setup.services.env.SMTP_URL = undefined;
  await send();
  expect(await thanks()).toEqual([]);
});

it('FORM-11 the form cannot flood a stranger: an address is thanked a few times a day, in any spelling', async () => {
  for (let n = 0; n < MAX_ACKNOWLEDGEMENTS_PER_DAY + 3; n++) {
    await send({ email: n % 2 === 0 ? 'Stranger@Example.com' : `stranger+${n}@example.com` });
  }
  expect(await thanks()).toHaveLength(MAX_ACKNOWLEDGEMENTS_PER_DAY);
  await send({ email: 'another@example.com' });
  expect(await thanks()).toHaveLength(MAX_ACKNOWLEDGEMENTS_PER_DAY + 1);
  setup.time.now += DAY_MS;
  await send({ email: 'stranger@example.com' });
  expect(await thanks()).toHaveLength(MAX_ACKNOWLEDGEMENTS_PER_DAY + 2);
  const counts = await setup.services.db.selectFrom('rate_counts').selectAll().execute();
  expect(JSON.stringify(counts).toLowerCase()).not.toContain('example');
});

it('FORM-11 a mail server that is unavailable delays the thanks, not the lead, and raises no alarm', async () => {
  mails.behave('fails');
  await send();
  await deliver();
  expect((await setup.outbox()).map(({ destination, state }) => `${destination} ${state}`).sort()).toEqual([
    'acknowledgement pending',
    expect.stringMatching(/ delivered$/),
  ]);
  expect(await outboxStatus(setup.services)).toMatchObject({ pending: 0, oldestPendingSeconds: null });
  setup.time.now += DAY_MS - 1000;
  await checkLeadAlarms(setup.services);
  expect(setup.logged.join()).not.toContain('leads need attention');
  mails.behave('accepts');
  await deliver();
  expect(mails.arrivals).toHaveLength(1);
});

it('FORM-11 a refused acknowledgement is no alarm about a lead, and no lead that was given up', async () => {
  mails.behave('refuses');
  await send();
  await deliver();
  expect(await thanks()).toMatchObject([{ state: 'dead' }]);
  await checkLeadAlarms(setup.services);
  const logged = setup.logged.map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(logged.filter(({ level }) => level >= 50)).toEqual([]);
  expect(logged.map(({ msg }) => msg)).toContain('acknowledgement not delivered');
  expect(await outboxStatus(setup.services)).toMatchObject({ dead: 0 });
  const filter = { kinds: ['lead'], state: 'dead' } as const;
  expect(await newestLeads(setup.services.db, filter, 10)).toEqual([]);
});

it('FORM-11 an acknowledgement a day late is not sent', async () => {
  await send();
  setup.time.now += DAY_MS + 1;
  await deliver();
  expect(mails.arrivals).toEqual([]);
  expect(await thanks()).toMatchObject([{ state: 'dead', last_error: 'too late to thank' }]);
});

it('FORM-11 the dealer and the operators are alerted by e-mail when leads wait', async () => {
  setup.dealer.leads.alarm.emails = ['manager@dealer.example'];
  setup.services.env.OPS_EMAIL = ['ops@forecourt.example', 'manager@dealer.example'];
  setup.dealer.leads.acknowledgement.enabled = false;
  await send();
  setup.time.now += DAY_MS;
  await checkLeadAlarms(setup.services);
  await checkLeadAlarms(setup.services);
  expect(mails.arrivals.map(({ envelope }) => envelope.to[0]).sort()).toEqual([
    'manager@dealer.example',
    'ops@forecourt.example',
  ]);
  expect(mails.arrivals[0]?.mail.subject).toBe('Riverbend Motor Group: 1 lead waits to be delivered');
});
