import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES, MAX_FORM_FIELDS } from '#src/server/routes/request-guard.ts';
import { KOOKABURRA, RIVERBEND, startSite } from '../fixtures/http-site.ts';

let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  site = await startSite(async (request) => {
    const { byteLength } = await request.arrayBuffer();
    return new Response(`received ${byteLength > 0 ? byteLength : 'nothing'}`);
  });
});
afterAll(() => site.stop());

const JSON_TYPE = { 'Content-Type': 'application/json' };
const post = (headers: Record<string, string>, body = '{}') =>
  site.ask({ method: 'POST', path: '/api/leads', headers, body });
const codeOf = (body: string) => JSON.parse(body).error.code;

describe('who may send', () => {
  it.each([
    ['same-origin fetch', { 'Sec-Fetch-Site': 'same-origin' }],
    ['typed by hand', { 'Sec-Fetch-Site': 'none' }],
    ['own Origin', { Origin: `http://${RIVERBEND}` }],
    ['neither header', {}],
  ])('PLAT-02 %s is accepted', async (_name, headers) => {
    expect((await post({ ...JSON_TYPE, ...headers })).body).toBe('received 2');
  });

  it.each([
    ['cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['same-site, another dealer', { 'Sec-Fetch-Site': 'same-site' }],
    [
      'cross-site with a forged Origin',
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://riverbend.localhost' },
    ],
    ['a foreign Origin', { Origin: 'https://evil.example' }],
    ["another dealer's Origin", { Origin: `http://${KOOKABURRA}` }],
    ['an Origin that only begins alike', { Origin: `http://${RIVERBEND}.evil.example` }],
    ['an opaque Origin', { Origin: 'null' }],
    ['an unreadable Origin', { Origin: '::::' }],
  ])('PLAT-02 %s is a 403', async (_name, headers) => {
    const answer = await post({ ...JSON_TYPE, ...headers });
    expect(answer.status).toBe(403);
    expect(codeOf(answer.body)).toBe('cross_site');
  });

  it('PLAT-02 the host is compared without regard to case', async () => {
    const headers = { ...JSON_TYPE, Origin: `http://${RIVERBEND}` };
    const asked = { method: 'POST', path: '/api/leads', host: 'RiverBend.localhost', headers, body: '{}' };
    expect((await site.ask(asked)).status).toBe(200);
  });
});

describe('what may be sent', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/x-www-form-urlencoded',
  ])('PLAT-02 %s is read', async (type) => {
    expect((await post({ 'Content-Type': type })).status).toBe(200);
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/jsonp', '', 'text/json'])(
    'PLAT-02 content type "%s" is a 415',
    async (type) => {
      const answer = await post(type ? { 'Content-Type': type } : {});
      expect(answer.status).toBe(415);
      expect(codeOf(answer.body)).toBe('unsupported_media_type');
    },
  );

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'PLAT-02 %s is a 405 that names what is allowed',
    async (method) => {
      const answer = await site.ask({ method, path: '/api/leads' });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD, POST');
    },
  );

  it.each([
    ['as many fields as are taken', MAX_FORM_FIELDS, 200],
    ['one field more', MAX_FORM_FIELDS + 1, 413],
    ['nothing but fields up to the limit of bytes', MAX_BODY_BYTES / 2, 413],
  ])('PLAT-02 a form of %s (%i fields) is answered', async (_name, fields, status) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = Buffer.from(Array.from({ length: fields }, () => 'a').join('&'));
    const answer = await site.ask({ method: 'POST', path: '/api/leads', headers, body });
    expect(answer.status).toBe(status);
    if (status === 413) expect(codeOf(answer.body)).toBe('too_many_fields');
  });

  it.each([
    ['at the limit', MAX_BODY_BYTES, false, 200],
    ['at the limit, chunked', MAX_BODY_BYTES, true, 200],
    ['one byte over', MAX_BODY_BYTES + 1, false, 413],
    ['one byte over, chunked', MAX_BODY_BYTES + 1, true, 413],
    ['ten times over', MAX_BODY_BYTES * 10, false, 413],
    ['ten times over, chunked', MAX_BODY_BYTES * 10, true, 413],
  ])('PLAT-02 a body %s (%i bytes) is answered', async (_name, size, chunked, status) => {
    const body = Buffer.alloc(size, 'x');
    const answer = await site.ask({ method: 'POST', path: '/api/leads', headers: JSON_TYPE, body, chunked });
    expect(answer.status).toBe(status);
    if (status === 413) expect(codeOf(answer.body)).toBe('body_too_large');
  });

  it.each(['/', '/about-us', '/cars/trade-in', '/cars/some-car/print', '/search/used-cars'])(
    'PLAT-02 a POST to %s, which takes none, is a 405',
    async (path) => {
      const answer = await site.ask({ method: 'POST', path, headers: JSON_TYPE, body: '{}' });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD');
    },
  );

  it.each([
    ['/enquire/contact/', '/enquire/contact'],
    ['/enquire/contact//?car_id=1', '/enquire/contact?car_id=1'],
    ['/api/leads/contact/', '/api/leads/contact'],
    ['/value-my-car/', '/value-my-car'],
  ])('FORM-11 a POST to %s is redirected to %s with its body', async (path, plain) => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const headers = { 'Content-Type': type };
      const asked = { method: 'POST', path, headers, body: 'name=Ann' };
      const first = await site.ask(asked);
      expect([first.status, first.headers.location]).toEqual([308, plain]);
      expect((await site.ask({ ...asked, path: plain })).body).toBe('received 8');
    }
  });

  it('FORM-11 a large body is read before the redirect, and the connection is reused', async () => {
    const body = 'x'.repeat(MAX_BODY_BYTES);
    const one = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: ${RIVERBEND}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { received } = await site.raw(one('/enquire/contact/') + one('/enquire/contact'), 1500);
    expect(received).toMatch(/^HTTP\/1\.1 308 /);
    expect(received).toContain(`received ${body.length}`);
  });

  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a type no form has', { 'Content-Type': 'text/plain' }, 415],
  ])('PLAT-02 a trailing slash bypasses no guard: %s', async (_name, headers, status) => {
    const path = '/enquire/contact/';
    const asked = { method: 'POST', path, headers: { ...JSON_TYPE, ...headers }, body: '{}' };
    expect((await site.ask(asked)).status).toBe(status);
  });

  it.each(['/about-us/', '/enquire/%63ontact/', '/search/used-cars/'])(
    'PLAT-02 a POST to %s is a 405 with and without its slash',
    async (path) => {
      const answer = await site.ask({ method: 'POST', path, headers: JSON_TYPE, body: '{}' });
      expect(answer.status).toBe(405);
    },
  );

  it('PLAT-02 a body without end is cut off and the server lives on', async () => {
    const endless = site.ask({
      method: 'POST',
      path: '/api/leads',
      headers: JSON_TYPE,
      body: Buffer.alloc(40 * 1024 * 1024),
      chunked: true,
    });
    // Whether the response or the closed connection comes first is up to the network.
    await endless.then(
      (answer) => expect(answer.status).toBe(413),
      (error: NodeJS.ErrnoException) => expect(['EPIPE', 'ECONNRESET']).toContain(error.code),
    );
    expect((await post(JSON_TYPE)).status).toBe(200);
  });
});

describe('slow and rude clients', () => {
  const HEAD = `POST /api/leads HTTP/1.1\r\nHost: ${RIVERBEND}\r\nContent-Type: application/json\r\n`;

  it.each([
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: riverbend.localhost\r\nX-Slow: '],
    ['a body that never comes', `${HEAD}Content-Length: 10\r\n\r\n{`],
    ['a chunk that never comes', `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{`],
  ])('PLAT-02 %s is cut off', async (_name, lines) => {
    const strict = await startSite(async () => new Response('too kind'), {
      timeouts: { request: 300, headers: 200, check: 50 },
    });
    const { received, closed } = await strict.raw(lines, 2000);
    expect(closed).toBe(true);
    expect(received).not.toContain('too kind');
    expect((await strict.ask({ path: '/enquire/live' })).body).toBe('too kind');
    await strict.stop();
  });

  it.each([
    ['two lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['length and chunks', `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['two hosts', `GET / HTTP/1.1\r\nHost: ${RIVERBEND}\r\nHost: ${KOOKABURRA}\r\nConnection: close\r\n\r\n`],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'],
    ['headers beyond measure', `GET / HTTP/1.1\r\nHost: ${RIVERBEND}\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
  ])('PLAT-02 %s is refused and the server lives on', async (_name, lines) => {
    const { received } = await site.raw(lines);
    expect(received).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await post(JSON_TYPE)).status).toBe(200);
  });

  it('PLAT-02 a client that hangs up in the middle is no fault of ours', async () => {
    const logged: unknown[] = [];
    const own = await startSite(async () => new Response('fine'));
    own.services.log.error = (...words: unknown[]) => void logged.push(words);
    await own.raw(`${HEAD}Content-Length: 10\r\n\r\n{`, 100);
    await wait(100);
    expect(logged).toEqual([]);
    expect((await own.ask({ path: '/enquire/live' })).body).toBe('fine');
    await own.stop();
  });
});
