import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SIGN_IN_TYPES } from '#src/config/sections/business/account-section.ts';
import { signInText } from '#src/features/account/view/sign-in-text.ts';
import { type AccountSites, PHONE, startAccountSites } from '../fixtures/account-site.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { OFF_SITE_ADDRESSES } from '../fixtures/off-site-addresses.ts';

const GATED = {
  'account.signIn': true,
  'account.gates.tradeIn': true,
  'account.gates.equifaxFinance': true,
  'pages.trade-in.enabled': true,
  'pages.finance.enabled': true,
  'pages.personalised-finance.enabled': true,
};

let site: AccountSites;
beforeAll(async () => {
  site = await startAccountSites({ harbour: GATED, other: GATED, open: { 'pages.trade-in.enabled': true } });
});
afterAll(() => site.stop());
afterEach(async () => {
  await site.clear();
  for (const table of ['outbox', 'leads', 'trade_ins'] as const)
    await site.services.db.deleteFrom(table).execute();
});

const GATES = [
  ['/trade-in', 'trade-in'],
  ['/value-my-car', 'trade-in'],
  ['/finance', 'car-finance'],
  ['/personalised/finance', 'finance'],
] as const;

describe.each(GATES)('%s', (path, type) => {
  it('CFG-19 AUTH-04 AUTH-07 is shown to a shopper who has signed in, and nothing of it to anyone else', async () => {
    const address = `${path}?car_id=7`;
    const refused = await site.get(address);
    const to = `/sign-in?${new URLSearchParams({ type, redirect: address, back: '/' })}`;
    expect([refused.status, refused.headers.location, refused.body]).toEqual([302, to, '']);
    expect(refused.headers['cache-control']).toBe('no-store');
    await site.post(to, { phone: PHONE });
    const signedIn = await site.post(to, { phone: PHONE, code: site.newest() });
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, address]);
    const cookie = site.cookieOf(signedIn);
    const shown = await site.get(address, { cookie });
    expect(shown.status).toBe(200);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(shown.headers['x-robots-tag']).toBe('noindex');
    // Not from a cache that has it by now, nor with the cookie of another site.
    expect((await site.get(address)).status).toBe(302);
    expect((await site.get(address, { cookie, dealer: 'other' })).status).toBe(302);
    expect((await site.get(address, { cookie: `${cookie}x` })).status).toBe(302);
  });
});

it('AUTH-07 NAV-08 every reason for sign-in has its own words', async () => {
  expect(SIGN_IN_TYPES).toHaveLength(8);
  const headings = SIGN_IN_TYPES.map((type) => signInText(type).heading);
  expect(new Set(headings).size).toBe(8);
  for (const [at, type] of SIGN_IN_TYPES.entries())
    expect((await site.get(`/sign-in?type=${type}`)).body).toContain(`<h1>${headings[at]}</h1>`);
  expect((await site.get('/sign-in?type=constructor')).body).toContain('<h1>Sign in</h1>');
});

it('AUTH-04 a form behind a gate is refused without a session, by page and by endpoint, and taken with one', async () => {
  const lead = { ...LEAD, category: '', preferredDealership: 'harbour-city' };
  const leads = () => site.services.db.selectFrom('leads').select('form').execute();
  const asJson = (cookie?: string, dealer = 'harbour') =>
    site.post('/api/leads/finance', lead, { cookie, dealer });
  expect((await asJson()).status).toBe(403);
  expect(JSON.parse((await asJson()).body).error.code).toBe('sign_in_required');
  const posted = await site.post('/enquire/finance', lead);
  expect([posted.status, posted.headers['cache-control']]).toEqual([403, 'no-store']);
  expect(posted.body).toContain('<title>Error: ');
  const signIn = /<a href="([^"]*)" target="_blank" rel="noopener">Sign in in a new tab/.exec(
    posted.body,
  )?.[1];
  expect(signIn).toMatch(/^\/sign-in\?type=car-finance&amp;redirect=%2Fenquire%2Ffinance/);
  expect(posted.body).toContain(`value="${lead.email}"`);
  expect((await site.get('/enquire/finance')).headers.location).toMatch(/^\/sign-in\?type=car-finance/);
  const cookie = await site.signIn();
  expect((await asJson(cookie, 'other')).status).toBe(403);
  expect(await leads()).toEqual([]);
  expect((await site.get('/enquire/finance', { cookie })).status).toBe(200);
  expect((await site.get('/finance', { cookie })).body).toContain('action="/enquire/finance"');
  const taken = await asJson(cookie);
  expect([taken.status, JSON.parse(taken.body).error]).toEqual([201, undefined]);
  expect((await site.post('/enquire/finance', { ...lead, message: 'Again' }, { cookie })).status).toBe(303);
  expect(await leads()).toHaveLength(2);
});

it('AUTH-04 FORM-10 a valuation behind a gate cannot be begun, continued or recorded past it', async () => {
  const begin = (cookie?: string) => site.post('/value-my-car', { no_plate: 'on' }, { cookie });
  const refused = await begin();
  expect([refused.status, refused.headers.location]).toEqual([
    303,
    '/sign-in?type=trade-in&redirect=%2Fvalue-my-car&back=%2F',
  ]);
  const aboutCar = await site.post('/value-my-car?car_id=7', { no_plate: 'on', car_id: '7' });
  expect(aboutCar.headers.location).toBe(
    '/sign-in?type=trade-in&redirect=%2Fvalue-my-car%3Fcar_id%3D7&back=%2F',
  );
  expect(await site.services.db.selectFrom('trade_ins').selectAll().execute()).toEqual([]);
  const cookie = await site.signIn();
  const begun = await begin(cookie);
  expect([begun.status, begun.headers.location]).toEqual([303, expect.stringMatching(/^\/value-my-car\//)]);
  const step = begun.headers.location ?? '';
  expect((await site.get(step, { cookie })).status).toBe(200);
  expect((await site.get(step)).status).toBe(302);
  expect((await site.post(step, {})).status).toBe(303);
  const asked = await site.post(step, {}, { headers: { Accept: 'application/json' } });
  expect([asked.status, JSON.parse(asked.body).error.code]).toEqual([403, 'sign_in_required']);
  const record = { column_name: 'valuation', trade_in_id: step.split('/')[2] ?? '' };
  const recorded = await site.postJson('/api/miscellaneous', record);
  expect([recorded.status, JSON.parse(recorded.body).error.code]).toEqual([403, 'sign_in_required']);
});

it('AUTH-04 a valuation without a gate is open to anyone', async () => {
  expect((await site.get('/trade-in', { dealer: 'open' })).status).not.toBe(302);
  expect((await site.post('/value-my-car', { no_plate: 'on' }, { dealer: 'open' })).headers.location).toMatch(
    /^\/value-my-car\//,
  );
});

it('AUTH-04 of 200 off-site addresses to go on or back to none is followed', async () => {
  const cookie = await site.signIn();
  const own = 'http://harbour.localhost';
  for (const address of OFF_SITE_ADDRESSES) {
    const path = `/sign-in?${new URLSearchParams({ redirect: address, back: address })}`;
    const { status, headers } = await site.get(path, { cookie });
    expect([address, status]).toEqual([address, 303]);
    expect(new URL(headers.location ?? '', `${own}/sign-in`).origin).toBe(own);
    const { body } = await site.get(path);
    const back = /<a class="sign-in-back" href="([^"]*)"/.exec(body)?.[1] ?? '';
    expect(new URL(back, `${own}/sign-in`).origin).toBe(own);
  }
});

it('AUTH-06 signing out ends the session on the server: the gate is closed to a copy of the cookie too', async () => {
  const cookie = await site.signIn();
  expect((await site.get('/trade-in', { cookie })).status).toBe(200);
  const foreign = { 'Sec-Fetch-Site': 'cross-site' };
  expect((await site.post('/api/sign-out', {}, { cookie, headers: foreign })).status).toBe(403);
  expect((await site.get('/api/sign-out', { cookie })).status).toBe(405);
  expect((await site.post('/api/sign-out', {}, { cookie, dealer: 'other' })).status).toBe(303);
  expect((await site.get('/trade-in', { cookie })).status).toBe(200);
  const out = await site.post('/api/sign-out', { back: '/about-us' }, { cookie });
  expect([out.status, out.headers.location]).toEqual([303, '/about-us']);
  expect(out.headers['set-cookie']?.[0]).toMatch(/^forecourt_session=; .*Max-Age=0/);
  expect((await site.get('/trade-in', { cookie })).status).toBe(302);
  expect((await site.post('/api/sign-out', { back: '//evil.example' }, { cookie })).headers.location).toBe(
    '/',
  );
});
