import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { drawPrize } from '#src/features/account/server/draw-prize.ts';
import { findPrizeDraw } from '#src/features/account/server/queries/prize-draw-queries.ts';
import type { Contact } from '#src/features/account/server/session.ts';
import { applyRetention } from '#src/features/leads/server/privacy/apply-retention.ts';
import { eraseAll, erasePhone } from '#src/features/leads/server/privacy/erase-person.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';

const CAP = { id: 'cap', label: 'A cap', chances: 1, wins: true };
const SERVICE = { id: 'service', label: 'A free service', chances: 3, wins: true };
const NOTHING = { id: 'nothing', label: 'Next time', chances: 6, wins: false };
const PHONE = '0412345678';
const AGENT = 'Browser/1';

let setup: LeadSetup;
let dealer: DealerConfig;
beforeAll(async () => {
  setup = await leadServices();
  dealer = withPrizes(CAP, SERVICE, NOTHING);
});
afterAll(() => setup.stop());
afterEach(async () => {
  setup.time.now = START;
  for (const table of ['prize_draws', 'outbox', 'leads'] as const)
    await setup.services.db.deleteFrom(table).execute();
});

const withPrizes = (...prizes: (typeof CAP)[]): DealerConfig => ({
  ...setup.dealer,
  account: { ...setup.dealer.account, signIn: true, prizeWheel: { prizes, terms: 'One draw each.' } },
});
const contact = (phone = PHONE): Contact => ({
  ...{ id: `contact-${phone}`, dealer: 'riverbend', phone },
  ...{ firstName: 'Annabel', lastName: 'Quillfeather', email: 'annabel@example.com' },
});
const draw = (at = dealer, who = contact()) => drawPrize(setup.services, at, who, AGENT);
const admin = () => ({
  db: setup.services.db,
  clock: setup.services.clock,
  dataDir: setup.folder,
  storage: undefined,
});
const stored = (slug = 'riverbend') => findPrizeDraw(setup.services.db, { dealer: slug, phone: PHONE });

it('CONT-09 what is drawn is stored with a lead that names it', async () => {
  const drawn = await draw(withPrizes(SERVICE, { ...SERVICE, id: 'same' }));
  expect(drawn).toMatchObject({ label: 'A free service', wins: true });
  expect(await stored()).toEqual(drawn);
  const [lead, ...others] = await setup.leads();
  expect(others).toEqual([]);
  expect(JSON.parse(lead?.payload ?? '')).toMatchObject({
    ...{ name: 'Annabel', last_name: 'Quillfeather', phone: PHONE, category: 'Spin to Win' },
    message: `Won at Spin to Win: A free service (${drawn?.prizeId})`,
    url: expect.stringMatching(/\/spin-to-win$/),
  });
  expect(lead?.id).toBe(drawn?.leadId);
  expect(await setup.outbox()).not.toEqual([]);
});

it('CONT-09 a field without a prize says so to the dealer too', async () => {
  const drawn = await draw(withPrizes({ ...NOTHING, wins: false }, { ...NOTHING, id: 'other' }));
  expect(drawn?.wins).toBe(false);
  const [lead] = await setup.leads();
  expect(JSON.parse(lead?.payload ?? '').message).toBe('Took part in Spin to Win without a prize: Next time');
});

it('CONT-09 of 50 draws of one phone at once one counts, and all show it', async () => {
  const drawn = await Promise.all(Array.from({ length: 50 }, () => draw()));
  expect(new Set(drawn.map((each) => JSON.stringify(each)))).toHaveProperty('size', 1);
  expect(await setup.leads()).toHaveLength(1);
  expect(await draw()).toEqual(drawn[0]);
});

it('CONT-09 a phone draws once at each dealer, whatever the wheel has by then', async () => {
  const first = await draw(withPrizes(CAP, { ...CAP, id: 'cap-2' }));
  expect(await draw(withPrizes(SERVICE, NOTHING))).toEqual(first);
  const another = { ...dealer, slug: 'another' };
  expect((await draw(another))?.leadId).not.toBe(first?.leadId);
  expect(await stored('another')).toBeDefined();
});

it('CONT-09 a site without a wheel draws nothing', async () => {
  const { prizeWheel: _, ...account } = dealer.account;
  expect(await draw({ ...dealer, account })).toBeUndefined();
  expect(await setup.leads()).toEqual([]);
});

it('CONT-09 every prize is drawn about as often as its chances say', async () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 400; n += 1) {
    const drawn = await draw(dealer, contact(`04${String(10_000_000 + n)}`));
    counts.set(drawn?.prizeId ?? '', (counts.get(drawn?.prizeId ?? '') ?? 0) + 1);
  }
  // Five standard deviations from 40, 120 and 240.
  expect(counts.get('cap')).toSatisfy((n: number) => n > 10 && n < 70);
  expect(counts.get('service')).toSatisfy((n: number) => n > 74 && n < 166);
  expect(counts.get('nothing')).toSatisfy((n: number) => n > 191 && n < 289);
});

it('CONT-09 FORM-13 an erased person has drawn nothing that is known, and cannot draw again', async () => {
  const drawn = await draw();
  await eraseAll(admin(), [drawn?.leadId ?? ''], 'request');
  const erased = { prizeId: '', label: '', wins: false, leadId: '' };
  expect(await stored()).toMatchObject(erased);
  expect(await draw()).toMatchObject(erased);
  expect(await setup.leads()).toHaveLength(1);
  await draw({ ...dealer, slug: 'another' });
  await erasePhone(admin(), PHONE, 'riverbend');
  expect((await stored('another'))?.label).not.toBe('');
});

it('CONT-09 draws are forgotten with the leads of their time', async () => {
  await draw();
  const months = dealer.leads.keepMonths;
  setup.time.now = START + (months * 31 - 40) * DAY_MS;
  await applyRetention(admin(), [dealer]);
  expect(await stored()).toBeDefined();
  setup.time.now = START + (months * 31 + 5) * DAY_MS;
  await applyRetention(admin(), [dealer]);
  expect(await stored()).toBeUndefined();
});
