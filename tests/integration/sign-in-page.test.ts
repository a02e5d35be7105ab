import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type AccountSites, PHONE, startAccountSites } from '../fixtures/account-site.ts';
import { otherThan } from '../fixtures/phone-codes.ts';

const DETAILS = { name: 'Annabel', last_name: 'Quillfeather', email: 'annabel@example.com' };
const ON = { 'account.signIn': true };
const REQUIRED = 'This is a required field.';
const DIGITS = 'Code must be 6 digits.';
const WRONG = 'The verification code is invalid. Please try again.';
const MANY = 'Too many verification attempts. Please try again later.';

let site: AccountSites;
beforeAll(async () => {
  site = await startAccountSites({
    harbour: ON,
    garage: { ...ON, 'account.myGarage': true, 'links.garage': '/mymotorama' },
    strict: { ...ON, 'leads.termsCheckbox': true },
    off: {},
  });
});
afterAll(() => site.stop());
afterEach(() => site.clear());

const send = (body: object = {}) => site.post('/sign-in', { phone: PHONE, ...body });
const rows = (table: 'contacts' | 'sessions' | 'verifications') =>
  site.services.db.selectFrom(table).selectAll().execute();
const hasCodeField = (html: string) =>
  /<input[^>]*name="code"/.test(html.replace(/<template>.*?<\/template>/s, ''));

it('FORM-243 the number and its button come first; name, email and offers are folded below', async () => {
  const { body } = await site.get('/sign-in');
  const form = body.slice(body.indexOf('<form class="lead-form"'));
  const places = ['name="phone"', '>Send Code<', '<details', 'name="email"', 'name="opt_in"'];
  const at = places.map((part) => form.indexOf(part));
  expect(at.every((place) => place > 0)).toBe(true);
  expect(at).toEqual([...at].sort((a, b) => a - b));
  expect(form).not.toMatch(/<details[^>]* open/);
  const refused = await site.post('/sign-in', { phone: PHONE, email: 'annabel' });
  expect(refused.body).toMatch(/<details[^>]* open/);
});

it('AUTH-01 AUTH-03 NAV-08 a shopper signs in with the code sent, without scripts, and the sign-in is recorded', async () => {
  const form = await site.get('/sign-in?type=my-garage');
  expect(form.status).toBe(200);
  expect(form.headers['cache-control']).toBe('no-store');
  expect(form.body).toContain('Send Code');
  expect(form.body).toContain('noindex');
  expect(hasCodeField(form.body)).toBe(false);
  const sent = await site.post('/sign-in?redirect=/about-us', { phone: PHONE, ...DETAILS, opt_in: 'on' });
  expect(sent.status).toBe(200);
  expect(sent.body).toMatch(/<input[^>]*autocomplete="one-time-code"[^>]*autofocus/i);
  for (const text of ['Resend Code', 'data-page-event="36"', 'value="Annabel"', 'value="04 1234 5678"'])
    expect(sent.body).toContain(text);
  const signedIn = await site.post('/sign-in?redirect=/about-us', {
    ...{ phone: PHONE, ...DETAILS, opt_in: 'on' },
    code: site.newest(),
  });
  expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/about-us']);
  expect(signedIn.headers['cache-control']).toBe('no-store');
  expect(site.cookieOf(signedIn)).toMatch(/^forecourt_session=[\w-]{43}$/);
  const [contact] = await rows('contacts');
  expect(contact).toMatchObject({
    ...{ dealer: 'harbour', phone: '0412345678', first_name: 'Annabel', last_name: 'Quillfeather' },
    ...{
      email: 'annabel@example.com',
      website: expect.stringMatching(/^http:..harbour.localhost/),
      dealership_slug: 'harbour-city',
    },
    terms_consent: null,
  });
  expect(JSON.parse(contact?.opt_in_consent ?? '')).toMatchObject({
    text: expect.stringMatching(/\w/),
    version: expect.stringMatching(/\w/),
    channel: 'Website form',
  });
  expect(
    (await rows('verifications')).toSorted((a, b) => a.verification_type.localeCompare(b.verification_type)),
  ).toMatchObject([
    { website_slug: 'harbour', dealership_slug: 'harbour-city', verification_type: 'sms', user_id: null },
    { website_slug: 'harbour', verification_type: 'verify', user_id: contact?.id },
  ]);
});

it('AUTH-02 ERR-05 every mistake has its exact message, and nothing typed is lost', async () => {
  const mistakes: [object, number, string][] = [
    [{ phone: '' }, 422, REQUIRED],
    [{ phone: '07 5550 1234' }, 422, 'Enter an Australian mobile number, such as 0412 345 678.'],
    [{ phone: '+1 412 345 6789' }, 422, 'Enter an Australian mobile number, such as 0412 345 678.'],
    [{ email: 'none' }, 422, 'Enter an email address, such as name@example.com.'],
  ];
  const before = site.sms.arrivals.length;
  for (const [body, status, message] of mistakes) {
    const refused = await send({ ...DETAILS, ...body });
    expect([refused.status, refused.body.includes(message)]).toEqual([status, true]);
    expect(refused.body).toContain('value="Quillfeather"');
    expect(hasCodeField(refused.body)).toBe(false);
  }
  expect(site.sms.arrivals).toHaveLength(before);
  await send();
  const code = otherThan(site.newest());
  for (const [typed, message] of [
    ['', REQUIRED],
    ['12345', DIGITS],
    ['1234567', DIGITS],
    ['12345x', DIGITS],
    ['１２３４５６', DIGITS],
    ...Array.from({ length: 5 }, () => [code, WRONG] as const),
  ] as const) {
    const refused = await send({ ...DETAILS, code: typed });
    expect([refused.status, refused.body.includes(message)]).toEqual([422, true]);
    expect(refused.body).toContain('value="Quillfeather"');
    expect(refused.body).toContain('<title>Error: ');
    expect(hasCodeField(refused.body)).toBe(true);
  }
  const many = await send({ code });
  expect([many.status, many.headers['retry-after'], many.body.includes(MANY)]).toEqual([429, '600', true]);
  expect(await rows('sessions')).toEqual([]);
});

it('AUTH-02 a code is taken as a phone or a clipboard gives it, with spaces and dashes', async () => {
  await send();
  const code = site.newest();
  expect((await send({ code: ` ${code.slice(0, 3)}-${code.slice(3)} ` })).status).toBe(303);
});

it('AUTH-01 Resend Code sends another code, which replaces the first', async () => {
  await send();
  const first = site.newest();
  const again = await send({ code: '12', send_code: 'yes' });
  expect([again.status, hasCodeField(again.body)]).toEqual([200, true]);
  expect(site.sms.arrivals.length).toBeGreaterThan(1);
  if (first !== site.newest()) expect((await send({ code: first })).status).toBe(422);
  expect((await send({ code: site.newest() })).status).toBe(303);
});

it('AUTH-01 ERR-03 what cannot be sent or compared is a fault of ours with its text, and the details stay', async () => {
  site.sms.behave('fails');
  const unsent = await send(DETAILS);
  expect([unsent.status, unsent.body.includes('An unknown error occurred.')]).toEqual([503, true]);
  expect(unsent.body).toContain('value="Quillfeather"');
  expect(await rows('verifications')).toEqual([]);
  site.sms.behave('answers');
  await send();
  const code = site.newest();
  const { db } = site.services;
  await db.schema.alterTable('sessions').renameTo('gone').execute();
  const failed = await send({ ...DETAILS, code });
  await db.schema.alterTable('gone').renameTo('sessions').execute();
  expect([failed.status, failed.body.includes('An unknown error occurred during verification.')]).toEqual([
    503,
    true,
  ]);
  // The phone is verified: no other code is needed.
  const token = /name="phone_token" value="([\w-]{43})"/.exec(failed.body)?.[1] ?? '';
  expect((await send({ ...DETAILS, phone_token: token })).status).toBe(303);
  expect((await send({ ...DETAILS, phone_token: token })).status).toBe(422);
});

it('AUTH-01 a site that cannot send codes says whom to call, and asks for no number', async () => {
  const { sms } = site.services;
  site.services.sms = undefined;
  const { body } = await site.get('/sign-in');
  site.services.sms = sms;
  expect(body).toContain('We can’t send codes right now.');
  expect(body).toContain('href="tel:0755500100"');
  expect(body).not.toContain('name="phone"');
});

it('AUTH-07 after sign-in a shopper without a page to go to gets the garage, else the home page', async () => {
  const at = async (dealer: string, path = '/sign-in') => {
    await site.post(path, { phone: PHONE }, { dealer });
    const { headers } = await site.post(path, { phone: PHONE, code: site.newest() }, { dealer });
    return headers.location;
  };
  expect(await at('garage')).toBe('/mymotorama');
  expect(await at('harbour')).toBe('/');
  expect(await at('harbour', '/sign-in?redirect=/sign-in')).toBe('/');
  expect(await at('harbour', '/sign-in?redirect=/finance?car_id=7%23top')).toBe('/finance?car_id=7#top');
  expect((await site.get('/sign-in', { dealer: 'off' })).status).toBe(404);
});

it('AUTH-01 a redirect to another site is not in the page', async () => {
  for (const redirect of ['https://evil.example/x', '//evil.example', '/\\evil.example']) {
    const { status, body } = await site.get(`/sign-in?redirect=${encodeURIComponent(redirect)}`);
    expect([status, body.includes('evil.example')], redirect).toEqual([200, false]);
  }
});

it('AUTH-04 a shopper who is signed in goes on at once; a new sign-in ends the former session', async () => {
  const cookie = await site.signIn();
  const { status, headers } = await site.get('/sign-in?redirect=/about-us', { cookie });
  expect([status, headers.location]).toEqual([303, '/about-us']);
  await site.post('/sign-in', { phone: PHONE }, { cookie });
  await site.post('/sign-in', { phone: PHONE, code: site.newest() }, { cookie });
  expect(await rows('sessions')).toHaveLength(1);
  expect((await site.get('/sign-in', { cookie })).status).toBe(200);
});

it('AUTH-03 where the terms must be accepted, no code is sent without, and the version accepted is recorded', async () => {
  const at = { dealer: 'strict' };
  const before = site.sms.arrivals.length;
  const refused = await site.post('/sign-in', { phone: PHONE }, at);
  expect(refused.body).toContain('*You must agree to the terms of use before submitting.');
  expect(site.sms.arrivals).toHaveLength(before);
  const asked = await site.post('/sign-in', { phone: PHONE, terms: 'on' }, at);
  expect(asked.body).toMatch(/name="opt_in_version" value="[^"]+"/);
  expect(asked.body).toMatch(/name="terms_version" value="sha256:[0-9a-f]{12}"/);
  // What was published since is not what was accepted.
  const sent = { phone: PHONE, terms: 'on', terms_version: 'sha256:0123456789ab', code: site.newest() };
  expect((await site.post('/sign-in', sent, at)).status).toBe(303);
  const [contact] = await rows('contacts');
  expect(JSON.parse(contact?.terms_consent ?? '')).toMatchObject({
    text: 'I agree to the terms of use',
    version: 'sha256:0123456789ab',
  });
});

it('AUTH-04 another website signs no one in or out', async () => {
  await send();
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  const refused = await site.post('/sign-in', { phone: PHONE, code: site.newest() }, { headers });
  expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined]);
});

it('AUTH-04 what one phone verified signs no other phone in, nor this one at another dealer', async () => {
  await send();
  const body = { phone: PHONE, purpose: 'sign-in', code: site.newest() };
  const verified = await site.postJson('/api/phone-codes/verify', body);
  const token = String(JSON.parse(verified.body).phone_token);
  const tries = [
    { phone: '0498 765 432', dealer: 'harbour' },
    { phone: PHONE, dealer: 'garage' },
  ];
  for (const { phone, dealer } of tries) {
    const refused = await site.post('/sign-in', { phone, phone_token: token }, { dealer });
    expect([refused.status, site.cookieOf(refused)]).toEqual([422, undefined]);
  }
  expect(await rows('sessions')).toEqual([]);
  expect((await send({ phone_token: token })).status).toBe(303);
});
