import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { consumeVerifiedPhone } from '#src/features/leads/server/phone-code/verified-phone.ts';
import { type LocalSms, localSms } from '#src/platform/sms/local-sms.ts';
import { ask } from '../fixtures/http-site.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';
import { codeIn, otherThan } from '../fixtures/phone-codes.ts';
import { servePages } from '../fixtures/served-pages.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const HOST = 'www.switchboard.example';
const OTHER_HOST = 'www.another.example';
const UNUSED_HOST = 'www.unused.example';
const CLOSED_HOST = 'www.closed.example';
/** The popup of the quick quote verifies phones. */
const USED = { 'finance.quickQuote': 'popup' };
const PHONE = '0412 345 678';
const JSON_TYPE = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
const PATHS = ['send', 'verify'] as const;

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let site: Awaited<ReturnType<typeof servePages>>;
let sms: LocalSms;

beforeAll(async () => {
  const pagesEntry = inject('pagesEntry');
  pages = await openRenderedPages({ host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry });
  sms = localSms(pages.services.clock);
  pages.services.sms = sms;
  const dealer = pages.configured(USED);
  const another = { ...dealer, slug: 'another', name: 'Another', hosts: [OTHER_HOST] };
  const unused = { ...pages.configured(), slug: 'unused', name: 'Unused', hosts: [UNUSED_HOST] };
  const closed = {
    ...{ ...dealer, slug: 'closed', name: 'Closed', hosts: [CLOSED_HOST] },
    status: { ...dealer.status, state: 'paused' as const },
  };
  site = await servePages(pages.services, [dealer, another, unused, closed], pagesEntry);
});
afterAll(async () => {
  await site.stop();
  await pages.close();
});
afterEach(async () => {
  sms.behave('answers');
  for (const table of ['phone_codes', 'phone_tokens', 'rate_counts'] as const)
    await pages.services.db.deleteFrom(table).execute();
});

type More = { host?: string; headers?: Record<string, string> };
const postText = (path: string, body: string, { host = HOST, headers = {} }: More = {}) =>
  ask(site.port, {
    ...{ host, method: 'POST', path: `/api/phone-codes/${path}`, body: Buffer.from(body) },
    headers: { ...JSON_TYPE, ...headers },
  });
const post = (path: string, body: object, more?: More) =>
  postText(path, JSON.stringify({ phone: PHONE, purpose: 'finance', ...body }), more);
const newest = () => codeIn(sms.arrivals.at(-1)?.text);
const errorOf = ({ status, body }: { status: number; body: string }) => [status, JSON.parse(body).error];

it('AUTH-05 a site that sends codes for finance alone counts tries', async () => {
  const body = Buffer.from(JSON.stringify({ phone: PHONE }));
  const counted = (host: string) =>
    ask(site.port, { host, method: 'POST', path: '/api/rate-limit', body, headers: JSON_TYPE });
  const { status, body: text } = await counted(HOST);
  expect([status, JSON.parse(text)]).toEqual([200, { allowed: true }]);
  expect(errorOf(await counted(UNUSED_HOST))).toEqual([
    404,
    expect.objectContaining({ code: 'codes_not_used' }),
  ]);
});

it('AUTH-01 AUTH-02 a code arrives by text message, bound to the site, and is exchanged for a token once', async () => {
  const sent = await post('send', {});
  expect([sent.status, JSON.parse(sent.body)]).toEqual([200, { sent: true }]);
  expect(sent.headers['cache-control']).toBe('no-store');
  const code = newest();
  expect(sms.arrivals.at(-1)?.text).toContain(`\n@${pages.configured().hosts[0]} #${code}`);
  const verified = await post('verify', { code });
  expect(verified.status).toBe(200);
  expect(JSON.parse(verified.body)).toEqual({ phone_token: expect.stringMatching(/^[\w-]{43}$/) });
  expect(verified.headers['set-cookie']).toBeUndefined();
  expect(errorOf(await post('verify', { code }))).toEqual([
    422,
    expect.objectContaining({ code: 'wrong_code' }),
  ]);
});

it('AUTH-01 CFG-02 a site whose forms use no codes sends none, nor does one that is closed, for any purpose', async () => {
  const before = sms.arrivals.length;
  for (const path of PATHS) {
    for (const purpose of ['finance', 'sign-in'] as const) {
      const refused = await post(path, { purpose, code: '123456' }, { host: UNUSED_HOST });
      expect(errorOf(refused)).toEqual([404, expect.objectContaining({ code: 'codes_not_used' })]);
    }
    expect((await post(path, { code: '123456' }, { host: CLOSED_HOST })).status).toBeGreaterThanOrEqual(400);
  }
  expect(sms.arrivals).toHaveLength(before);
});

it('AUTH-02 ERR-03 every mistake has its exact message and a stable code', async () => {
  const required = 'This is a required field.';
  const digits = 'Code must be 6 digits.';
  const wrong = 'The verification code is invalid. Please try again.';
  const many = 'Too many verification attempts. Please try again later.';
  const error = (code: string, message: string, field: string) => ({
    code,
    message,
    fields: { [field]: message },
  });
  expect(errorOf(await post('send', { phone: ' ' }))).toEqual([
    422,
    error('invalid_phone', required, 'phone'),
  ]);
  expect(errorOf(await post('send', { phone: '07 5550 1234' }))).toEqual([
    422,
    error('invalid_phone', 'Enter an Australian mobile number, such as 0412 345 678.', 'phone'),
  ]);
  expect(errorOf(await post('verify', { code: '' }))).toEqual([422, error('invalid_code', required, 'code')]);
  expect(errorOf(await post('verify', { code: '12345' }))).toEqual([
    422,
    error('invalid_code', digits, 'code'),
  ]);
  await post('send', {});
  const code = otherThan(newest());
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(errorOf(await post('verify', { code }))).toEqual([422, error('wrong_code', wrong, 'code')]);
  const refused = await post('verify', { code });
  expect(errorOf(refused)).toEqual([429, { code: 'too_many_codes', message: many }]);
  expect(refused.headers['retry-after']).toBe('600');
  for (let send = 0; send < 4; send += 1) expect((await post('send', {})).status).toBe(200);
  expect(errorOf(await post('send', {}))).toEqual([429, { code: 'too_many_codes', message: many }]);
});

it('ERR-03 a failure of ours has the given fallbacks, never a bare 500', async () => {
  for (const mode of ['busy', 'fails', 'silent'] as const) {
    sms.behave(mode);
    expect(errorOf(await post('send', {}))).toEqual([
      503,
      { code: 'code_not_sent', message: 'An unknown error occurred.' },
    ]);
  }
  await pages.services.db.schema.alterTable('phone_codes').renameTo('gone').execute();
  try {
    expect(errorOf(await post('verify', { code: '123456' }))).toEqual([
      503,
      { code: 'code_not_verified', message: 'An unknown error occurred during verification.' },
    ]);
  } finally {
    await pages.services.db.schema.alterTable('gone').renameTo('phone_codes').execute();
  }
});

it.each(PATHS)(
  'AUTH-01 AUTH-02 %s takes posts of its own site alone, as JSON of its own shape',
  async (path) => {
    const before = sms.arrivals.length;
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://attacker.example' };
    expect((await post(path, {}, { headers })).status).toBe(403);
    expect((await post(path, {}, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
    expect((await post(path, {}, { host: 'unknown.example' })).status).toBe(421);
    const read = await ask(site.port, { host: HOST, path: `/api/phone-codes/${path}` });
    expect([read.status, read.headers.allow]).toEqual([405, 'POST']);
    const bodies = [
      ...[
        '',
        '{',
        'null',
        '[]',
        '"x"',
        '7',
        '{"phone":7}',
        'phone=0412345678&purpose=finance',
        '{"__proto__":{}}',
      ],
      ...[{ purpose: 'other' }, { phone: ['0412345678'] }, { phone: 'x'.repeat(101) }].map((body) =>
        JSON.stringify({ phone: PHONE, purpose: 'finance', code: '123456', ...body }),
      ),
      JSON.stringify({ phone: PHONE, purpose: 'finance', code: { $ne: '' } }).replace(
        PHONE,
        path === 'send' ? 'x' : PHONE,
      ),
    ];
    for (const body of bodies) expect((await postText(path, body)).status).toBeOneOf([400, 422]);
    expect((await postText(path, `{"phone":"${'1'.repeat(70_000)}"}`)).status).toBe(413);
    expect(sms.arrivals).toHaveLength(before);
  },
);

it('AUTH-02 another dealer’s code and token are worth nothing here', async () => {
  await post('send', {}, { host: OTHER_HOST });
  const code = newest();
  expect(sms.arrivals.at(-1)?.text).toContain(`@${OTHER_HOST} #`);
  expect((await post('verify', { code })).status).toBe(422);
  const verified = await post('verify', { code }, { host: OTHER_HOST });
  const { phone_token: token } = JSON.parse(verified.body);
  const { db, clock } = pages.services;
  const at = { purpose: 'finance', phone: PHONE, token } as const;
  expect(await consumeVerifiedPhone(db, clock.now(), { dealer: 'switchboard', ...at })).toBe(false);
  expect(await consumeVerifiedPhone(db, clock.now(), { dealer: 'another', ...at })).toBe(true);
});

it('AUTH-02 a phone that asked for a code and one that did not get the same responses', async () => {
  await post('send', {});
  const code = otherThan(newest());
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const known = await post('verify', { code });
    const unknown = await post('verify', { code, phone: '0498 765 432' });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
  }
});

it('AUTH-01 a shopper who leaves while a code is sent still gets it, and it works', async () => {
  sms.behave('late');
  const before = sms.arrivals.length;
  const sending = vi.spyOn(sms, 'send');
  const body = JSON.stringify({ phone: PHONE, purpose: 'finance' });
  await new Promise<void>((resolve) => {
    const socket = connect(site.port, '127.0.0.1', () => {
      socket.write(
        `POST /api/phone-codes/send HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
    void vi
      .waitUntil(() => sending.mock.calls.length > 0, { timeout: PATIENCE_MS })
      .then(() => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
  await expect.poll(() => sms.arrivals.length).toBe(before + 1);
  expect((await post('verify', { code: newest() })).status).toBe(200);
});
