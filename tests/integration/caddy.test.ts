import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAddress, trustedProxies } from '#src/platform/http/client-address.ts';
import { startServeProcess } from '../../scripts/programs/serve-process.ts';
import { CADDYFILE, findCaddy, startCaddy } from '../fixtures/caddy.ts';
import { serveMadeUp } from '../fixtures/serve-made-up.ts';

/** Caddy asks for readiness every second. */
const CHECKED_MS = 2500;
const OWN = 'www.riverbendmotors.example';
const program = findCaddy();
if (!program)
  console.warn('Skipped: no Caddy on this machine (Debian, Ubuntu: apt-get install caddy, or set CADDY).');

describe.skipIf(!program)('behind Caddy', () => {
  let server: Awaited<ReturnType<typeof serveMadeUp>>;
  let otherPort: number;
  let caddy: Awaited<ReturnType<typeof startCaddy>>;
  beforeAll(async () => {
    const page = `<p>page</p>${' '.repeat(2000)}`;
    server = await serveMadeUp(
      { '/contact-us/index.html': page },
      { env: { BEHIND_TLS: 'yes', TRUSTED_PROXIES: '127.0.0.1' } },
    );
    otherPort = await getPort();
    caddy = await startCaddy(program ?? '', [server.port, otherPort]);
    // Only one of the two runs, which Caddy knows once it has asked both.
    await setTimeout(CHECKED_MS);
  });
  afterAll(async () => {
    await caddy.stop();
    await server.end();
  });

  it('PLAT-02 the Caddyfile is valid', () => {
    execFileSync(program ?? '', ['validate', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
      stdio: 'pipe',
    });
  });

  it('PLAT-02 every host of a dealer gets a certificate at the first visit, other names get none', async () => {
    const page = await caddy.https(OWN, { path: '/contact-us' });
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<p>page</p>') });
    await expect(caddy.https('www.stranger.example')).rejects.toThrow(/alert|reset|hang up/i);
  });

  it('PLAT-02 http redirects to the same address over https, which stays so for two years', async () => {
    const plain = await caddy.http(OWN, { path: '/search?make=kia' });
    expect(plain).toMatchObject({ status: 308, headers: { location: `https://${OWN}/search?make=kia` } });
    const { headers } = await caddy.https(OWN, { path: '/contact-us' });
    expect(headers['strict-transport-security']).toMatch(/^max-age=63072000/);
    expect(headers.server).toBeUndefined();
  });

  it('PLAT-02 pages come compressed by the server, once', async () => {
    const compressed = await caddy.https(OWN, { path: '/contact-us', headers: { 'Accept-Encoding': 'br' } });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect((await caddy.https(OWN, { path: '/contact-us' })).headers['content-encoding']).toBeUndefined();
  });

  it('PLAT-02 long headers and large bodies are refused, and shoppers cannot ask which hosts there are', async () => {
    expect((await caddy.https(OWN, { headers: { 'X-Long': 'x'.repeat(40_000) } })).status).toBe(431);
    const body = 'x'.repeat(10_000_000);
    const headers = { 'Content-Type': 'application/json', Origin: `https://${OWN}` };
    const large = await caddy.https(OWN, { method: 'POST', path: '/api/leads/contact', body, headers });
    // Forecourt refuses it by its headers. Where it has closed before Caddy had sent all, Caddy has no response.
    expect([413, 502]).toContain(large.status);
    expect((await caddy.https(OWN, { path: `/tls-hosts?domain=${OWN}` })).status).toBe(404);
  });

  it('PLAT-36 one of two servers is restarted without a failed request', async () => {
    const env = { ...server.env, DRAIN_ANNOUNCE_MS: '3000' };
    const start = (port: number) =>
      startServeProcess({ dealersDir: 'dealers', dist: server.dist, env: { ...env, PORT: String(port) } });
    const other = await start(otherPort);
    await setTimeout(CHECKED_MS);
    const sent: Promise<number | string>[] = [];
    const timer = setInterval(() => {
      const page = caddy.https(OWN, { path: '/contact-us', from: `127.0.0.${1 + (sent.length % 250)}` });
      sent.push(page.then(({ status }) => status, String));
    }, 20);
    await setTimeout(500);
    await other.stop('SIGTERM');
    const next = await start(otherPort);
    await setTimeout(CHECKED_MS);
    clearInterval(timer);
    const outcomes = await Promise.all(sent);
    await next.stop('SIGTERM');
    expect(outcomes.length).toBeGreaterThan(200);
    expect(outcomes.filter((outcome) => outcome !== 200)).toEqual([]);
  }, 300_000);

  it('PLAT-02 during a restart requests wait; a server that stays down has a page of its own', async () => {
    const port = server.port;
    await server.stop('SIGTERM');
    const waiting = caddy.https(OWN, { path: '/contact-us' });
    const next = await startServeProcess({
      dealersDir: 'dealers',
      dist: server.dist,
      env: { ...server.env, PORT: String(port) },
    });
    expect((await waiting).status).toBe(200);
    await next.stop('SIGTERM');
    const down = await caddy.https(OWN, { path: '/contact-us' });
    expect(down).toMatchObject({
      status: 503,
      headers: {
        'retry-after': '10',
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      },
      body: expect.stringContaining('<h1>Back in a moment</h1>'),
    });
    expect(down.body).toContain('{ color-scheme: light dark;');

    const echo = createServer((req, res) => void res.end(JSON.stringify(req.headers)));
    await new Promise<void>((resolve) => echo.listen(port, '127.0.0.1', resolve));
    const forged = {
      'X-Forwarded-For': '203.0.113.7',
      'X-Forwarded-Host': 'www.stranger.example',
      Traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      Tracestate: 'a=b',
    };
    const { body } = await caddy.https(OWN, { headers: forged, from: '127.0.0.9' });
    await new Promise((resolve) => echo.close(resolve));
    expect(JSON.parse(body)).not.toHaveProperty('traceparent');
    expect(JSON.parse(body)).not.toHaveProperty('tracestate');
    expect(JSON.parse(body)).toMatchObject({
      host: OWN,
      'x-forwarded-for': '127.0.0.9',
      'x-forwarded-host': OWN,
      'x-forwarded-proto': 'https',
    });
  });
});

it.skipIf(!program)(
  'PLAT-02 behind a CDN that Caddy and the server trust, the client is the shopper',
  async () => {
    const echo = createServer((req, res) => void res.end(req.headers['x-forwarded-for']));
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    const { port } = echo.address() as AddressInfo;
    const caddy = await startCaddy(program ?? '', [port, port], '127.0.1.0/24');
    try {
      const headers = { 'X-Forwarded-For': '192.0.2.66, 203.0.113.7' };
      const seenFrom = async (from: string) => (await caddy.https(OWN, { headers, from })).body;
      const byEdge = await seenFrom('127.0.1.5');
      expect(clientAddress('127.0.0.1', byEdge, trustedProxies(['127.0.0.1', '127.0.1.0/24']))).toBe(
        '203.0.113.7',
      );
      // Without the CDN in TRUSTED_PROXIES all its shoppers are one client.
      expect(clientAddress('127.0.0.1', byEdge, trustedProxies(['127.0.0.1']))).toBe('127.0.1.5');
      expect(await seenFrom('127.0.0.9')).toBe('127.0.0.9');
    } finally {
      await caddy.stop();
      await new Promise((resolve) => echo.close(resolve));
    }
  },
);
