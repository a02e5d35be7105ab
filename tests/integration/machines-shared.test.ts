import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { signInContact } from '#src/features/account/server/queries/contact-queries.ts';
import { endSession, signedInContact, startSession } from '#src/features/account/server/session.ts';
import { FAILURES_TO_OPEN } from '#src/features/leads/server/delivery/attempt-delivery.ts';
import { deliverOutbox } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { sendCode, verifyCode } from '#src/features/leads/server/phone-code/phone-verification.ts';
import { eraseAll } from '#src/features/leads/server/privacy/erase-person.ts';
import {
  placeHold,
  type Reservation,
} from '#src/features/reservations/server/queries/reservation-queries.ts';
import { endPrices, setOverlay } from '#src/features/stock/server/importing/stock-overlays.ts';
import { isWithinLimit, MAX_REVEALS_PER_HOUR } from '#src/platform/limits/rate-limits.ts';
import { tokenGuesses, WRONG_TOKENS } from '#src/platform/limits/token-guesses.ts';
import { localSms } from '#src/platform/sms/local-sms.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { environment } from '../fixtures/http-site.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { localAdapter } from '../fixtures/local-receivers.ts';
import { codeIn, otherThan } from '../fixtures/phone-codes.ts';

const PHONE = '0412 345 678';
const ADDRESS = '203.0.113.9';
const ROUNDS = 20;

let folder: string;
let machines: [Services, Services];
let first: Services;
let second: Services;
let dealer: DealerConfig;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-machines-'));
  const shared = await environment(folder);
  const open = async (name: string) => {
    // Nothing on their disks is shared.
    const env = { ...shared, DATA_DIR: join(folder, name) };
    return openServices({ env, dealers: demoDealers() });
  };
  machines = [await open('first'), await open('second')];
  [first, second] = machines;
  const riverbend = first.tenants.bySlug('riverbend');
  if (!riverbend) throw new Error('No dealer file of riverbend.');
  dealer = riverbend;
});
afterEach(async () => {
  await Promise.all(machines.map((services) => services.close()));
  rmSync(folder, { recursive: true, force: true });
});

const send = (to: Services, n: number, more: Partial<Parameters<typeof submitLead>[1]> = {}) =>
  submitLead(to, {
    ...{ dealer, form: 'contact', body: { ...LEAD, message: `Message ${n}` }, userAgent: '' },
    ...more,
  });
/** In turn at the first and the second machine. */
const inTurn = async <T>(
  count: number,
  work: (services: Services, n: number) => Promise<T>,
): Promise<T[]> => {
  const results: T[] = [];
  for (let n = 0; n < count; n += 1) results.push(await work(n % 2 === 0 ? first : second, n));
  return results;
};

it('PLAT-46 a shopper who signs in on one machine is signed in on the other, and signed out there as well', async () => {
  const record = { website: '', dealershipSlug: '', optInConsent: null, termsConsent: null };
  const details = { firstName: 'Annabel', lastName: 'Quillfeather', email: '' };
  const at = first.clock.now().toISOString();
  const contact = await signInContact(
    first.db,
    { dealer: dealer.slug, phone: '0412345678' },
    { ...details, ...record } as never,
    at,
  );
  const [cookie = ''] = (await startSession(first, contact)).split(';');
  expect(await signedInContact(second, dealer.slug, cookie)).toMatchObject({ firstName: 'Annabel' });
  await endSession(second, dealer.slug, cookie);
  expect(await signedInContact(first, dealer.slug, cookie)).toBeUndefined();
});

it('PLAT-46 a code that one machine has sent is exchanged at the other, once', async () => {
  const sms = localSms(first.clock);
  first.sms = sms;
  await sendCode(first, dealer, { phone: PHONE, purpose: 'finance' }, ADDRESS);
  const code = codeIn(sms.arrivals.at(-1)?.text);
  const outcomes = await Promise.all(
    machines.map((services) =>
      verifyCode(services, dealer, { phone: PHONE, purpose: 'finance', code }, ADDRESS),
    ),
  );
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['verified', 'wrong']);
});

it('PLAT-46 wrong codes are counted over both machines', async () => {
  const sms = localSms(first.clock);
  first.sms = sms;
  await sendCode(first, dealer, { phone: PHONE, purpose: 'finance' }, ADDRESS);
  const code = otherThan(codeIn(sms.arrivals.at(-1)?.text));
  const outcomes = await inTurn(8, (services) =>
    verifyCode(services, dealer, { phone: PHONE, purpose: 'finance', code }, ADDRESS),
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual([...Array(5).fill('wrong'), ...Array(3).fill('too_many')]);
});

it('PLAT-46 a network that has reached its limit on one machine is refused by the other', async () => {
  const allowed = await inTurn(MAX_REVEALS_PER_HOUR + 4, (services) =>
    isWithinLimit(services, dealer, 'call', ADDRESS),
  );
  expect(allowed.filter(Boolean)).toHaveLength(MAX_REVEALS_PER_HOUR);
});

it('PLAT-46 wrong tokens of one network are counted over both machines', async () => {
  const guesses = machines.map((services) => tokenGuesses('operators', services));
  const judge = (n: number, isRight: boolean) => guesses[n % 2]?.(ADDRESS, isRight);
  for (let n = 0; n < WRONG_TOKENS; n += 1) expect(await judge(n, false)).toBe('wrong');
  expect(await judge(0, true)).toBe('too_many');
  expect(await judge(1, false)).toBe('too_many');
  expect(await guesses[0]?.('198.51.100.7', true)).toBe('granted');
});

it('PLAT-46 leads of one address are counted over both machines', async () => {
  const limits = { address: { hold: 3, refuse: 5 }, phone: { hold: 99 }, site: { hold: 99, refuse: 99 } };
  for (const services of machines) services.env = { ...services.env, LEAD_LIMITS: limits };
  const outcomes = await inTurn(8, (services, n) => send(services, n, { clientAddress: ADDRESS }));
  expect(outcomes.map(({ kind }) => kind)).toEqual([
    ...Array(5).fill('accepted'),
    ...Array(3).fill('too_many'),
  ]);
});

it('PLAT-46 one lead sent to both machines at the same instant is stored once, and delivered once', async () => {
  const crm = localAdapter();
  for (let n = 0; n < ROUNDS; n += 1) {
    const twice = machines.map((services) =>
      send(services, n, { idempotencyKey: `submission-of-shopper-${n}` }),
    );
    const [one, other] = await Promise.all(twice);
    expect(one).toMatchObject({ kind: 'accepted' });
    expect(other).toEqual(one);
  }
  expect(await first.db.selectFrom('leads').select('id').execute()).toHaveLength(ROUNDS);
  for (let claimed = 1; claimed > 0; ) {
    const rounds = machines.map((services) =>
      deliverOutbox(services, { adapterFor: () => ({ adapter: crm }) }),
    );
    claimed = (await Promise.all(rounds)).reduce((sum, each) => sum + each);
  }
  const deliveries = await first.db.selectFrom('outbox').select('id').execute();
  expect(crm.arrivals).toHaveLength(deliveries.length);
});

it('PLAT-46 of two shoppers who reserve a vehicle on two machines at the same instant, one holds it', async () => {
  const at = first.clock.now();
  const holdOf = (vehicle: number, shopper: number): Reservation => ({
    ...{
      id: `hold-${vehicle}-${shopper}`,
      dealer: dealer.slug,
      vehicle_id: `vehicle-${vehicle}`,
      state: 'held',
    },
    ...{ amount_cents: 20_000, checkout_id: null, payment_id: null, lead_id: null, contact_id: null },
    ...{ phone: `04${vehicle}${shopper}`, network: null, session: null, email: '', payload: '{}' },
    ...{ description: null, page: null, created_at: at.toISOString() },
    ...{ expires_at: new Date(at.getTime() + 60_000).toISOString() },
    ...{ paid_at: null, refund_due_at: null, refunded_at: null, terms: null },
  });
  for (let vehicle = 0; vehicle < ROUNDS; vehicle += 1) {
    const outcomes = await Promise.all(
      machines.map(({ db }, shopper) => placeHold(db, holdOf(vehicle, shopper), 2)),
    );
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['held', 'not_free']);
  }
});

it('PLAT-46 a price whose last day is over is ended once, although both machines do so at the same instant', async () => {
  const id = 'vehicle-of-a-price';
  await setOverlay(first, { dealer: dealer.slug, id }, { price: 1_999_000 as never, until: '2020-01-01' });
  const ended = await Promise.all(machines.map((services) => endPrices(services)));
  expect(ended.toSorted()).toEqual([0, 1]);
});

it('PLAT-46 a destination that fails on one machine is left alone by both', async () => {
  const crm = localAdapter();
  crm.behave('fails');
  const deliver = (services: Services) =>
    deliverOutbox(services, { adapterFor: () => ({ adapter: crm }), random: () => 1 });
  for (let n = 0; n <= FAILURES_TO_OPEN; n += 1) await send(first, n);
  await deliver(first);
  expect(crm.arrivals).toHaveLength(FAILURES_TO_OPEN);
  expect(await deliver(second)).toBe(0);
  expect(await deliver(first)).toBe(0);
});

it('PLAT-46 what is erased on one machine is delivered by none', async () => {
  const crm = localAdapter();
  await send(first, 1);
  const leads = await second.db.selectFrom('leads').select('id').execute();
  const { db, clock, storage, env } = second;
  const admin = { db, clock, storage, dataDir: env.DATA_DIR };
  await eraseAll(
    admin,
    leads.map(({ id }) => id),
    'request',
  );
  expect(await deliverOutbox(first, { adapterFor: () => ({ adapter: crm }) })).toBe(0);
  expect(crm.arrivals).toEqual([]);
  const [lead] = await first.db.selectFrom('leads').select(['erased_at', 'phone', 'email']).execute();
  expect(lead).toEqual({ erased_at: expect.any(String), phone: '', email: '' });
});
