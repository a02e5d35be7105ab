import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { signInContact, sweepSessions } from '#src/features/account/server/queries/contact-queries.ts';
import { endSession, signedInContact, startSession } from '#src/features/account/server/session.ts';
import { recordVerification } from '#src/features/leads/server/queries/phone-code-queries.ts';
import { DAY_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';

const DETAILS = { firstName: 'Annabel', lastName: 'Quillfeather', email: 'Annabel@Example.com' };
const TERMS = {
  text: 'The terms',
  version: 'sha256:1',
  channel: 'Website form',
  at: '2026-07-01T00:00:00.000Z',
};
const RECORD = {
  website: 'https://riverbend.example',
  dealershipSlug: 'south',
  optInConsent: null,
  termsConsent: TERMS,
};
const NOTHING = { firstName: '', lastName: '', email: '' };
const PHONE = '0412345678';

let setup: LeadSetup;
beforeAll(async () => {
  setup = await leadServices();
});
afterAll(() => setup.stop());
afterEach(async () => {
  for (const table of ['sessions', 'contacts', 'verifications'] as const)
    await setup.services.db.deleteFrom(table).execute();
  setup.time.now = START;
});

const now = () => setup.services.clock.now().toISOString();
const contact = ({ dealer = 'riverbend', phone = PHONE, details = DETAILS } = {}) =>
  signInContact(setup.services.db, { dealer, phone }, { ...details, ...RECORD }, now());
const sessions = () => setup.services.db.selectFrom('sessions').selectAll().execute();
/** What a browser sends back. */
const sent = (setCookie: string) => setCookie.split(';')[0] ?? '';
const at = (dealer: string, cookie: string | null) => signedInContact(setup.services, dealer, cookie);
async function signedIn(): Promise<string> {
  return sent(await startSession(setup.services, await contact()));
}

it('AUTH-03 a phone is one contact at a dealer, and another at another dealer', async () => {
  const first = await contact();
  expect(first).toEqual({
    ...{ id: first.id, dealer: 'riverbend', phone: PHONE },
    ...{ firstName: 'Annabel', lastName: 'Quillfeather', email: 'annabel@example.com' },
  });
  expect(await contact({ details: NOTHING })).toEqual(first);
  const renamed = await contact({ details: { ...NOTHING, firstName: 'Ann' } });
  expect(renamed).toEqual({ ...first, firstName: 'Ann' });
  expect((await contact({ dealer: 'another' })).id).not.toBe(first.id);
  expect((await contact({ phone: '0498765432' })).id).not.toBe(first.id);
});

it('AUTH-03 sign-ins of one phone at the same time share a contact', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => contact()));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
});

it('AUTH-03 the site, the dealership and the texts agreed to are recorded with a contact', async () => {
  await contact();
  const { db } = setup.services;
  const consents = () =>
    db.selectFrom('contacts').select(['opt_in_consent', 'terms_consent']).executeTakeFirst();
  const row = await db.selectFrom('contacts').selectAll().executeTakeFirst();
  expect(row).toMatchObject({ website: 'https://riverbend.example', dealership_slug: 'south' });
  expect(await consents()).toEqual({ opt_in_consent: null, terms_consent: JSON.stringify(TERMS) });
  const optInConsent = { ...TERMS, text: 'Updates' };
  const again = { ...DETAILS, ...RECORD, optInConsent, termsConsent: null };
  await signInContact(db, { dealer: 'riverbend', phone: PHONE }, again, now());
  expect(await consents()).toEqual({
    opt_in_consent: JSON.stringify(optInConsent),
    terms_consent: JSON.stringify(TERMS),
  });
});

it('AUTH-03 a code sent and a phone verified are recorded, the latter with its contact', async () => {
  const { db } = setup.services;
  await recordVerification(db, { dealer: 'riverbend', dealershipSlug: 'south', type: 'sms', now: now() });
  const of = { dealer: 'riverbend', dealershipSlug: 'south', userId: 'c1' };
  await recordVerification(db, { ...of, type: 'verify', now: now() });
  const rows = await db.selectFrom('verifications').selectAll().orderBy('verification_type').execute();
  const row = { website_slug: 'riverbend', dealership_slug: 'south' };
  expect(rows).toMatchObject([
    { ...row, verification_type: 'sms', user_id: null },
    { ...row, verification_type: 'verify', user_id: 'c1' },
  ]);
});

it('AUTH-04 a browser with a session is signed in, and without one is not', async () => {
  const cookie = await signedIn();
  expect(await at('riverbend', cookie)).toMatchObject({ phone: PHONE, firstName: 'Annabel' });
  expect(await at('riverbend', `a=1; ${cookie}; b=2`)).toMatchObject({ phone: PHONE });
  const token = cookie.split('=')[1] ?? '';
  const strange = [
    ...[null, '', 'forecourt_session', 'forecourt_session=', `forecourt_session=${token}x`],
    ...[`other=${token}`, `forecourt_session=${'A'.repeat(43)}`, `forecourt_session=${'x'.repeat(10_000)}`],
    ...[`forecourt_session="${token}"`, `forecourt_session=${token.toLowerCase()}`, '\0', '%'.repeat(100)],
  ];
  for (const header of strange) expect(await at('riverbend', header)).toBeUndefined();
});

it('AUTH-04 the session of one dealer is worth nothing at another, even if a row of it were copied there', async () => {
  const cookie = await signedIn();
  expect(await at('another', cookie)).toBeUndefined();
  await endSession(setup.services, 'another', cookie);
  expect(await at('riverbend', cookie)).toBeDefined();
  await setup.services.db.updateTable('sessions').set({ dealer: 'another' }).execute();
  expect(await at('another', cookie)).toBeUndefined();
});

it('AUTH-04 the token is stored only as a hash', async () => {
  const token = (await signedIn()).split('=')[1] ?? 'none';
  expect(JSON.stringify(await sessions())).not.toContain(token);
});

it('AUTH-04 a session ends thirty days after its last use, and is extended at most once a day', async () => {
  const cookie = await signedIn();
  const expiry = async () => Date.parse((await sessions())[0]?.expires_at ?? '');
  setup.time.now = START + DAY_MS - MINUTE_MS;
  expect(await at('riverbend', cookie)).toBeDefined();
  expect(await expiry()).toBe(START + 30 * DAY_MS);
  setup.time.now = START + DAY_MS;
  await Promise.all([at('riverbend', cookie), at('riverbend', cookie)]);
  expect(await expiry()).toBe(START + 31 * DAY_MS);
  setup.time.now = START + 31 * DAY_MS;
  expect(await at('riverbend', cookie)).toBeUndefined();
  expect(await expiry()).toBe(START + 31 * DAY_MS);
  await sweepSessions(setup.services.db, now());
  expect(await sessions()).toEqual([]);
});

it('AUTH-06 a copy of the cookie is worth nothing after sign-out', async () => {
  const cookie = await signedIn();
  const elsewhere = sent(await startSession(setup.services, await contact()));
  const ended = await endSession(setup.services, 'riverbend', cookie);
  expect(ended).toBe('forecourt_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
  expect(await at('riverbend', cookie)).toBeUndefined();
  expect(await at('riverbend', elsewhere)).toBeDefined();
  expect(await endSession(setup.services, 'riverbend', cookie)).toBe(ended);
  expect(await endSession(setup.services, 'riverbend', null)).toBe(ended);
});

it('AUTH-04 behind TLS the cookie is of this host alone, and one without the prefix is not read', async () => {
  const services = { ...setup.services, env: { ...setup.services.env, BEHIND_TLS: 'yes' as const } };
  const cookie = await startSession(services, await contact());
  expect(cookie).toMatch(
    /^__Host-forecourt_session=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(await signedInContact(services, 'riverbend', sent(cookie))).toBeDefined();
  const tossed = sent(cookie).replace('__Host-', '');
  expect(await signedInContact(services, 'riverbend', tossed)).toBeUndefined();
  expect(await endSession(services, 'riverbend', sent(cookie))).toMatch(/^__Host-.*Max-Age=0.*; Secure$/);
});
