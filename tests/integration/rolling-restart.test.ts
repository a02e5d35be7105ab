import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import getPort from 'get-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeFolder } from '#src/dealer-files/release/release-folders.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { serverSource, switchCode } from '#src/publishing/release/code-release.ts';
import { type ServeProcess, startServeProcess } from '../../scripts/programs/serve-process.ts';
import { findCaddy, startCaddy } from '../fixtures/caddy.ts';
import { ask, ENDLESS_LIMITS, type ReceivedResponse, RIVERBEND } from '../fixtures/http-site.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { storeMadeUpCode } from '../fixtures/made-up-code.ts';
import { madeUpReleases } from '../fixtures/made-up-releases.ts';
import { otherSource } from '../fixtures/other-source.ts';
import { getFrom } from '../fixtures/shoppers.ts';
import { databasePlace } from '../fixtures/test-database.ts';
import { startTwoUpstreams } from '../fixtures/two-upstreams.ts';

const REQUESTS_A_SECOND = 50;
const LEADS_A_SECOND = 5;
const MS = 1000;
const HOST = 'www.riverbendmotors.example';
/** As in the unit, for Caddy, which asks for readiness every second. */
const ANNOUNCE_MS = '3000';
const SHOPPERS = 250;

/** Pages that say which code rendered them, and the endpoint of leads. */
const entryOf = (code: string) => `
const folder = 'file://' + process.cwd() + '/src/features/leads/server/intake/respond-to-lead.ts';
const { respondToLead } = await import(folder);
export async function renderPage(request, locals) {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.endsWith('/api/leads/contact'))
    return respondToLead(locals.services, locals.dealer, 'contact', request, locals);
  await new Promise((resolve) => setTimeout(resolve, Number(searchParams.get('ms') ?? 0)));
  return new Response('code ${code}', { headers: { 'content-type': 'text/html' } });
}`;

/** Every response says that the other server sent it. */
const signed = (text: string) =>
  text.replace('const { id } = record(req, res);', "$&\n    res.setHeader('X-Server', 'two');");

let made: Awaited<ReturnType<typeof madeUpReleases>>;
let env: Record<string, string>;
let ends: (() => unknown)[];

function storeCode(code: string, server: string): void {
  storeMadeUpCode(made.dist, code, entryOf(code));
  writeFileSync(join(codeFolder(made.dist, code), 'code.json'), JSON.stringify({ server }));
}

beforeEach(async () => {
  made = await madeUpReleases();
  ends = [made.remove];
  storeCode('code1', serverSource());
  await switchCode(made.dist, 'code1');
  await made.store('one1', { hosts: [HOST] });
  made.goLive('one1');
  env = {
    ...(await databasePlace(made.dataDir)),
    ...{ SITE_SECRET: 'a secret of at least thirty-two characters', MEILI_HOST: 'http://127.0.0.1:9' },
    ...{ DELIVER_LEADS: 'no', LEAD_LIMITS: ENDLESS_LIMITS, DRAIN_ANNOUNCE_MS: ANNOUNCE_MS },
    TRUSTED_PROXIES: '127.0.0.1',
  };
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
});

async function serve(port: number, folder: string): Promise<ServeProcess> {
  const server = await startServeProcess({
    ...{ dealersDir: 'dealers', dist: made.dist, folder },
    env: { ...env, PORT: String(port) },
  });
  ends.push(() => server.stop('SIGKILL'));
  return server;
}

/** Requests at a steady rate, whether the ones before have ended or not. */
function steadily<T>(perSecond: number, send: (at: number) => Promise<T>) {
  const sent: Promise<T>[] = [];
  const timer = setInterval(() => sent.push(send(sent.length)), MS / perSecond);
  return async () => {
    clearInterval(timer);
    return Promise.all(sent);
  };
}

type Proxy = {
  get(path: string, at: number): Promise<ReceivedResponse>;
  post(path: string, body: string, at: number): Promise<ReceivedResponse>;
};
const FROM_OWN_PAGE = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };

async function startOwnProxy(ports: readonly [number, number]): Promise<Proxy> {
  const { port, stop } = await startTwoUpstreams(ports);
  ends.push(stop);
  return {
    get: (path) => getFrom(port, path),
    post: (path, body) => ask(port, { method: 'POST', path, host: RIVERBEND, headers: FROM_OWN_PAGE, body }),
  };
}

async function startCaddyProxy(program: string, ports: readonly [number, number]): Promise<Proxy> {
  const { https, stop } = await startCaddy(program, ports);
  ends.push(stop);
  // Each from a network of its own, because those of one wait for each other.
  const from = (at: number) => `127.1.${at % SHOPPERS}.1`;
  return {
    get: (path, at) => https(HOST, { path, from: from(at) }),
    post: (path, body, at) =>
      https(HOST, { path, body, method: 'POST', headers: FROM_OWN_PAGE, from: from(at) }),
  };
}

const caddy = findCaddy();
if (!caddy)
  console.warn('Skipped: no Caddy on this machine (Debian, Ubuntu: apt-get install caddy, or set CADDY).');
const PROXIES = {
  'a proxy of the test': startOwnProxy,
  ...(caddy && { Caddy: (ports: readonly [number, number]) => startCaddyProxy(caddy, ports) }),
};

it.each(Object.entries(PROXIES))(
  'PLAT-36 two servers behind %s are replaced by those of other code under load: no request fails, no lead is lost or doubled',
  async (_, start) => {
    const ports = [await getPort(), await getPort()] as const;
    let servers = await Promise.all(ports.map((port) => serve(port, '.')));
    const proxy = await start(ports);
    await expect
      .poll(() => proxy.get('/about-us', 0).then(({ status }) => status, String), { timeout: 20_000 })
      .toBe(200);

    const paths = ['/about-us', '/enquire/x?ms=0', '/', '/enquire/x?ms=300'];
    const endShoppers = steadily(REQUESTS_A_SECOND, (at) => {
      const path = paths[at % paths.length] ?? '/';
      return proxy.get(path, at).then(
        ({ status, body, headers }) => ({ path, status, by: `${headers['x-server'] ?? 'one'}: ${body}` }),
        (error: unknown) => ({ path, status: 0, by: String(error) }),
      );
    });
    const endLeads = steadily(LEADS_A_SECOND, (at) =>
      proxy
        .post('/api/leads/contact', JSON.stringify({ ...LEAD, submission_key: `submission-key-${at}` }), at)
        .then(
          ({ status, body }) => ({ status, lead: JSON.parse(body).lead_id as string | undefined }),
          (error: unknown) => ({ status: String(error), lead: undefined }),
        ),
    );
    await setTimeout(MS);

    const source = otherSource(signed);
    ends.splice(1, 0, source.remove);
    storeCode('code2', source.name);
    await made.store('two2', { code: 'code2', hosts: [HOST] });
    await switchCode(made.dist, 'code2', { releases: { riverbend: 'two2' } });
    made.goLive('two2');
    const next: ServeProcess[] = [];
    for (const [at, server] of servers.entries()) {
      await server.stop();
      expect(await server.exited).toBe(0);
      next.push(await serve(ports[at] ?? 0, source.folder));
    }
    servers = next;
    await setTimeout(MS);

    const [pages, leads] = [await endShoppers(), await endLeads()];
    expect(pages.filter(({ status }) => status !== 200)).toEqual([]);
    const rendered = pages.filter(({ path }) => path !== '/about-us').map(({ by }) => by);
    expect([...new Set(rendered)].sort()).toEqual(['one: code code1', 'two: code code2']);
    expect(rendered.at(-1)).toBe('two: code code2');
    expect(pages.length).toBeGreaterThan(5 * REQUESTS_A_SECOND);

    expect(leads.filter(({ status }) => status !== 201)).toEqual([]);
    const db = await openDatabase({ DATA_DIR: resolve(made.dataDir), DATABASE_URL: env.DATABASE_URL ?? '' });
    const stored = await db.selectFrom('leads').select('id').execute();
    await db.destroy();
    expect(stored.map(({ id }) => id).sort()).toEqual(leads.map(({ lead }) => lead).sort());
  },
  600_000,
);
