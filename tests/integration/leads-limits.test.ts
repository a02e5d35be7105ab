import { afterEach, beforeEach, expect, it } from 'vitest';
import { sweepLeadCounts } from '#src/features/leads/server/intake/screen-lead.ts';
import type { LeadSubmission } from '#src/features/leads/server/intake/store-submission.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { countOne } from '#src/platform/database/rate-counts.ts';
import { LIMIT_WINDOW_MS } from '#src/platform/limits/rate-limits.ts';
import { LEAD, type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';

const ADDRESS = '203.0.113.9';
let setup: LeadSetup;

beforeEach(async () => {
  setup = await leadServices();
  setup.services.env = {
    ...setup.services.env,
    LEAD_LIMITS: { address: { hold: 3, refuse: 5 }, phone: { hold: 4 }, site: { hold: 20, refuse: 30 } },
  };
});
afterEach(() => setup.stop());

let sent = 0;
const phoneOf = (n: number) => `04${String(10_000_000 + n)}`;
/** Another shopper's lead each time, unless set otherwise. */
function send(body: Partial<typeof LEAD> = {}, more: Partial<LeadSubmission> = {}) {
  sent++;
  return submitLead(setup.services, {
    dealer: setup.dealer,
    form: 'contact',
    body: { ...LEAD, phone: phoneOf(sent), ...body },
    userAgent: '',
    clientAddress: ADDRESS,
    idempotencyKey: `submission-key-${sent}`,
    ...more,
  });
}
const kinds = (outcomes: { kind: string }[]) => outcomes.map(({ kind }) => kind);
const states = async () => (await setup.outbox()).map(({ state }) => state);
const times = <T>(n: number, work: (at: number) => T) => Array.from({ length: n }, (_, at) => work(at));
const counts = () =>
  setup.services.db.selectFrom('rate_counts').select(['key', 'count']).orderBy('count').execute();

it('FORM-11 many leads from one address are stored and held; a flood is refused with the number to call', async () => {
  const outcomes = [];
  for (let n = 0; n < 7; n++) outcomes.push(await send());
  expect(kinds(outcomes)).toEqual([...times(5, () => 'accepted'), 'too_many', 'too_many']);
  expect(outcomes[6]).toEqual({
    kind: 'too_many',
    retryAfterSeconds: LIMIT_WINDOW_MS / 1000,
    phone: setup.dealer.phones.override ?? setup.dealer.phones.main,
  });
  expect(await states()).toEqual(['pending', 'pending', 'pending', 'held', 'held']);
  expect((await setup.outbox()).at(-1)?.last_error).toBe('many leads from one address');
  expect((await setup.leads()).length).toBe(5);
});

it('FORM-11 other addresses, other dealers and later windows are not limited', async () => {
  for (let n = 0; n < 6; n++) await send();
  expect((await send()).kind).toBe('too_many');
  expect((await send({}, { clientAddress: '198.51.100.1' })).kind).toBe('accepted');
  expect((await send({}, { clientAddress: undefined })).kind).toBe('accepted');
  const other = setup.services.tenants.bySlug('kookaburra-cars');
  expect(other && (await send({}, { dealer: other })).kind).toBe('accepted');
  setup.time.now = START + LIMIT_WINDOW_MS;
  expect((await send()).kind).toBe('accepted');
  expect((await states()).filter((state) => state === 'held')).toHaveLength(2);
});

it('FORM-11 one network of IPv6 is one sender', async () => {
  const outcomes = [];
  for (let n = 0; n < 6; n++) outcomes.push(await send({}, { clientAddress: `2001:db8:1:2::${n}` }));
  expect(outcomes.at(-1)?.kind).toBe('too_many');
});

it('FORM-11 one phone number is held when it sends many leads, in any spelling, and never refused', async () => {
  const outcomes = [];
  for (let n = 0; n < 12; n++) {
    const phone = n % 2 ? '0412 345 678' : '+61412345678';
    outcomes.push(await send({ phone }, { clientAddress: `203.0.113.${n}` }));
  }
  expect(new Set(kinds(outcomes))).toEqual(new Set(['accepted']));
  expect((await states()).filter((state) => state === 'pending')).toHaveLength(4);
});

it('FORM-11 a site takes leads up to its limit', async () => {
  const outcomes = [];
  for (let n = 0; n < 32; n++) outcomes.push(await send({}, { clientAddress: `198.51.100.${n}` }));
  expect(kinds(outcomes).lastIndexOf('accepted')).toBe(29);
  expect((await states()).indexOf('held')).toBe(20);
});

it('FORM-11 a submission counts once, and gets the same response when limits are reached', async () => {
  const again = () => send(LEAD, { idempotencyKey: 'the-same-submission' });
  const first = await again();
  for (let n = 0; n < 9; n++) expect(await again()).toEqual(first);
  expect((await counts()).map(({ count }) => count)).toEqual([1, 1, 1]);
  for (let n = 0; n < 6; n++) await send();
  expect((await send()).kind).toBe('too_many');
  expect(await again()).toEqual(first);
  expect((await send({ ...LEAD, name: 'Bob' }, { idempotencyKey: 'the-same-submission' })).kind).toBe(
    'changed',
  );
});

it('FORM-11 refused or invalid leads do not count', async () => {
  for (let n = 0; n < 9; n++) await send({ email: 'none' });
  expect(await counts()).toEqual([]);
  for (let n = 0; n < 9; n++) await send();
  expect((await counts()).map(({ count }) => count)).toEqual([...times(5, () => 1), 5, 5]);
});

/** More are the fault of the database. */
const MOST_ATTEMPTS = 50;

it('FORM-11 300 concurrent posts of one phone are counted exactly', async () => {
  setup.services.env.LEAD_LIMITS.address.refuse = 1000;
  setup.services.env.LEAD_LIMITS.site.refuse = 1000;
  // On a busy machine some find no connection to Postgres in time. They count for nothing, and are sent again.
  const sendUntilStored = async (n: number) => {
    const again = () => send({ phone: LEAD.phone }, { idempotencyKey: `one-of-many-posts-${n}` });
    let outcome = await again();
    for (let more = MOST_ATTEMPTS; more > 0 && outcome.kind === 'not_stored'; more -= 1)
      outcome = await again();
    return outcome;
  };
  const outcomes = await Promise.all(times(300, sendUntilStored));
  expect(kinds(outcomes)).toEqual(times(300, () => 'accepted'));
  expect((await counts()).map(({ count }) => count)).toEqual([300, 300, 300]);
  expect(await setup.leads()).toHaveLength(300);
  expect((await states()).filter((state) => state === 'pending')).toHaveLength(3);
});

it('FORM-11 of 50 concurrent posts no more than the limit is stored', async () => {
  const outcomes = await Promise.all(times(50, () => send()));
  expect(kinds(outcomes).filter((kind) => kind === 'accepted')).toHaveLength(5);
  expect(await setup.leads()).toHaveLength(5);
});

it('FORM-11 counts contain no personal data, and are deleted when they expire', async () => {
  await send(LEAD);
  const kept = JSON.stringify(await counts());
  for (const word of [ADDRESS, '412345678', '345678']) expect(kept).not.toContain(word);
  expect(setup.logged.join()).not.toContain(ADDRESS);
  expect(JSON.stringify(await setup.leads())).not.toContain(ADDRESS);
  setup.time.now += LIMIT_WINDOW_MS;
  expect(await sweepLeadCounts(setup.services)).toBe(0);
  setup.time.now += LIMIT_WINDOW_MS;
  expect(await sweepLeadCounts(setup.services)).toBe(3);
});

it('FORM-11 the first lead of a window sweeps expired counts', async () => {
  await send();
  setup.time.now += 3 * LIMIT_WINDOW_MS;
  await send();
  expect(await counts()).toHaveLength(3);
});

it('FORM-11 300 concurrent calls count to 300', async () => {
  const window = { key: 'k', windowStart: 'a', expiresAt: 'b' };
  const found = await Promise.all(times(300, () => countOne(setup.services.db, window)));
  expect([...found].sort((a, b) => a - b)).toEqual(times(300, (n) => n + 1));
});
