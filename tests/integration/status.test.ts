import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPointer } from '#src/dealer-files/release/current-release.ts';
import { releaseFolder } from '#src/dealer-files/release/release-folders.ts';
import { deliverOutbox } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { putFeedState } from '#src/features/stock/server/queries/feed-queries.ts';
import { scheduledFeed } from '#src/features/stock/server/schedule/scheduled-feed.ts';
import { addMachine } from '#src/platform/database/machines.ts';
import { gatherDealers } from '#src/server/status/gather-status.ts';
import { METRICS_PATH, STATUS_PATH } from '#src/server/status/operator-access.ts';
import { runStatus } from '../../scripts/status/run-status.ts';
import { startSite } from '../fixtures/http-site.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { publishedFolder } from '../fixtures/published.ts';
import { runCommand } from '../fixtures/run-command.ts';

const HEALTH_TOKEN = 'a-token-of-sixteen-or-more';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' };

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite(async () => undefined, {
    env: { HEALTH_TOKEN, TRUSTED_PROXIES: ['127.0.0.1'] },
  });
  const dealer = site.services.tenants.bySlug('riverbend');
  if (!dealer) throw new Error('No dealer file of riverbend.');
  await submitLead(site.services, { dealer, form: 'contact', body: LEAD, userAgent: '' });
  await site.services.db.updateTable('outbox').set({ state: 'dead' }).execute();
});
afterAll(() => site.stop());

const bearer = { Authorization: `Bearer ${HEALTH_TOKEN}` };
const page = (headers: Record<string, string> = {}) =>
  site.ask({ path: STATUS_PATH, host: '10.0.0.1', headers: { Accept: 'text/html', ...headers } });
const sendToken = (token: string, headers: Record<string, string> = {}) =>
  site.ask({
    ...{ method: 'POST', path: STATUS_PATH, host: 'riverbend.localhost' },
    headers: { ...FORM, Accept: 'text/html', ...headers },
    body: `token=${token}`,
  });

it('PLAT-02 without HEALTH_TOKEN the addresses of operators do not exist, on any host', async () => {
  const open = await startSite(async () => undefined);
  const plain: unknown[] = [];
  for (const path of [STATUS_PATH, METRICS_PATH]) {
    for (const host of ['riverbend.localhost', 'unknown.example']) {
      for (const headers of [{}, { Authorization: 'Bearer ' }, bearer]) {
        const { status, body } = await open.ask({ path, host, headers });
        plain.push(`${status} ${body}`);
      }
    }
  }
  const posted = await open.ask({ method: 'POST', path: STATUS_PATH, headers: FORM, body: 'token=' });
  plain.push(`${posted.status} ${posted.body}`);
  expect(new Set(plain)).toEqual(new Set(['404 There is no such page.']));
  await open.stop();
});

it('PLAT-02 a browser is asked for the token; the page is never cached, indexed or framed', async () => {
  const { status, body, headers } = await page();
  expect(status).toBe(401);
  expect(body).toContain('name="token"');
  expect(body).not.toContain('riverbend');
  const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
  expect(body).not.toMatch(/<script|style="/);
});

it('PLAT-02 FORM-11 the screen has red first, with the command that fixes it, and nothing of a person', async () => {
  const { status, body } = await page(bearer);
  expect(status).toBe(200);
  const first = body.slice(body.indexOf('<li'), body.indexOf('</li>'));
  expect(first).toContain('class="red"');
  expect(body).toContain('1 lead was given up.');
  expect(body).toContain('<code>npm run leads -- retry --dead --dealer riverbend</code>');
  for (const { slug } of site.services.tenants.all) expect(body).toContain(`?dealer=${slug}">${slug}</a> `);
  for (const personal of [LEAD.name, LEAD.last_name, LEAD.email, '0412', LEAD.message])
    expect(body).not.toContain(personal);
});

it('PLAT-02 the token in the form gives a browser a cookie for the status alone', async () => {
  const { status, headers } = await sendToken(HEALTH_TOKEN);
  expect([status, headers.location]).toEqual([303, STATUS_PATH]);
  const [cookie = ''] = headers['set-cookie'] ?? [];
  expect(cookie).toMatch(
    /^forecourt_status=\d+\.[\w-]+; Path=\/-\/; Max-Age=3600; HttpOnly; SameSite=Strict$/,
  );
  const [pair = ''] = cookie.split(';');
  expect((await page({ Cookie: pair })).status).toBe(200);
  expect((await page({ Cookie: `${pair}x` })).status).toBe(401);
});

it('PLAT-02 the form is refused from another website, with another type and when it is too large', async () => {
  expect((await sendToken(HEALTH_TOKEN, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  expect((await sendToken(HEALTH_TOKEN, { 'Content-Type': 'text/plain' })).status).toBe(415);
  expect((await sendToken('x'.repeat(70_000))).status).toBe(413);
  expect((await site.ask({ method: 'POST', path: METRICS_PATH, headers: FORM, body: '' })).status).toBe(405);
});

it('PLAT-02 wrong tokens of one client network are limited, those of others are not', async () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const statuses: number[] = [];
  for (let time = 0; time < 12; time += 1)
    statuses.push((await sendToken('wrong', from('203.0.113.9'))).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  const refused = await page({ ...bearer, ...from('203.0.113.9') });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
  expect((await page({ ...bearer, ...from('203.0.113.200') })).status).toBe(200);
});

it('PLAT-02 FORM-11 PLAT-03 metrics count requests, leads and stock by dealer', async () => {
  await site.ask({ path: '/about-us' });
  expect((await site.ask({ path: METRICS_PATH })).status).toBe(401);
  const { status, headers, body } = await site.ask({ path: METRICS_PATH, headers: bearer });
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(body).toContain('forecourt_requests_total{kind="page",dealer="riverbend",status="2xx"} 1');
  expect(body).toContain('forecourt_leads{dealer="riverbend",state="dead"} 1');
  expect(body).toContain('forecourt_leads{dealer="kookaburra-cars",state="dead"} 0');
  expect(body).toContain('forecourt_stock_vehicles{dealer="riverbend"} 0');
  expect(body).toContain('forecourt_search_engine_available{engine="shared"} 1');
  expect(body).toContain('forecourt_status 2');
  expect(body).toMatch(/process_resident_memory_bytes \d+/);
});

it('PLAT-02 npm run status says the same, with what only the server knows, and ends with 1 where something is red', async () => {
  const { env } = site.services;
  const published = publishedFolder('dealers');
  const args = ['--dist', published.dist, '--dealers-dir', 'dealers'];
  const variables = {
    ...{ DATA_DIR: env.DATA_DIR, DATABASE_URL: env.DATABASE_URL, HEALTH_TOKEN },
    ...{ HOST: '127.0.0.1', PORT: String(site.port), MEILI_HOST: 'http://127.0.0.1:9' },
  };
  const shown = await runCommand(runStatus, args, variables);
  expect(shown).toMatchObject({ code: 1, err: '' });
  expect(shown.out.indexOf('RED')).toBe(0);
  expect(shown.out).toContain('1 lead was given up.');
  expect(shown.out).toContain('npm run leads -- retry --dead --dealer riverbend');
  expect(shown.out).toContain('green  search engine: Meilisearch responds.');
  expect(shown.out).toContain('green  server: Release test uses');
  expect(shown.out).not.toContain(LEAD.last_name);

  const json = await runCommand(runStatus, [...args, '--json'], variables);
  expect(JSON.parse(json.out)).toMatchObject({ level: 'red', facts: { server: { kind: 'answered' } } });

  const without = await runCommand(runStatus, args, { ...variables, HEALTH_TOKEN: undefined });
  expect(without.out).toContain('green  server: A server responds.');
  expect(without.out).toContain('RED    search engine: Meilisearch is unavailable');

  const pointer = readPointer(published.dist, 'riverbend');
  const id = pointer && 'release' in pointer ? pointer.release : '';
  writeFileSync(join(releaseFolder(published.dist, 'riverbend', id), 'release.json'), '{"format":9}');
  const damaged = await runCommand(runStatus, args, variables);
  expect(damaged.out).toContain(
    `RED    riverbend: Its live release ${id} is damaged: its settings cannot be read (format 9, this version reads 1).\n       npm run build -- riverbend`,
  );

  const wrong = { ...variables, HEALTH_TOKEN: 'another-token-of-sixteen' };
  const refusals: string[] = [];
  for (let time = 0; time < 11; time += 1) {
    const { out } = await runCommand(runStatus, args, wrong);
    refusals.push(...(out.match(/AMBER {2}server: .*HEALTH_TOKEN.*\(\d+\)/g) ?? ['not amber']));
  }
  expect(refusals).toEqual([
    ...Array.from({ length: 10 }, () => expect.stringMatching(/refuses this HEALTH_TOKEN \(401\)$/)),
    expect.stringMatching(/refuses every HEALTH_TOKEN after too many wrong ones \(429\)$/),
  ]);

  const silent = await runCommand(runStatus, args, { ...variables, PORT: '9' });
  expect(silent.out).toContain('RED    server: No server responds at http://127.0.0.1:9: ');
  const now = new Date().toISOString();
  const other = { id: 'web2 serve 4321', host: 'web2', pid: 12, kind: 'serve', port: 4321, state: 'ready' };
  const row = { ...other, code: 'code1', behind: null, behind_since: null, memory_mb: 1, errors: 0 };
  await addMachine(site.services.db, { ...row, started_at: now, seen_at: now });
  const elsewhere = await runCommand(runStatus, args, { ...variables, PORT: '9' });
  expect(elsewhere.out).not.toContain('No server responds');
  const asked = await runCommand(runStatus, [...args, '--server', 'http://127.0.0.1:9'], variables);
  expect(asked.out).toContain('RED    server: No server responds at http://127.0.0.1:9: ');
  published.remove();
});

it('PLAT-03 a feed on a schedule is judged by its last success, with its failures', async () => {
  const { db, clock, tenants } = site.services;
  const now = clock.now();
  const named = tenants.bySlug('riverbend');
  if (!named?.stock.feed) throw new Error('No feed of riverbend.');
  const dealer = { ...named, stock: { ...named.stock, feed: { ...named.stock.feed, every: 60 } } };
  const seen = async () => {
    const sources = { db, clock, releaseOf: () => undefined, isEdited: () => undefined };
    const [facts] = await gatherDealers({ ...sources, dealers: [dealer] });
    return facts?.feed;
  };
  const none = { lastSuccessAt: undefined, lastOutcome: undefined, lastError: undefined, failures: 0 };
  expect(await seen()).toMatchObject(none);
  const state = scheduledFeed(dealer, undefined, now)?.state;
  if (!state) throw new Error('The feed is not on a schedule.');
  const last_success_at = '2026-07-10T02:00:00.000Z';
  await putFeedState(db, {
    ...state,
    last_success_at,
    last_outcome: 'failed',
    last_error: 'http_500',
    failures: 4,
  });
  expect(await seen()).toEqual({
    ...{ lastSuccessAt: last_success_at, lastOutcome: 'failed', lastError: 'http_500', failures: 4 },
    staleFrom: '2026-07-10T05:00:00.000Z',
    lastFileAt: undefined,
    fileMissingFrom: undefined,
  });
});

it('FORM-11 a setting that leads wait for is named at once, each lead counted once', async () => {
  const { db, clock, tenants } = site.services;
  const dealer = tenants.bySlug('kookaburra-cars');
  if (!dealer) throw new Error('No dealer file of kookaburra-cars.');
  await submitLead(site.services, { dealer, form: 'contact', body: LEAD, userAgent: '' });
  await deliverOutbox(site.services);
  const waiting = await db
    .selectFrom('outbox')
    .selectAll()
    .where('last_error', 'like', '%DEALER_KOOKABURRA_CRM_KEY%')
    .executeTakeFirst();
  if (!waiting) throw new Error('No lead waits.');
  const second = { ...waiting, id: `${waiting.id}-2`, destination: 'crm-of-the-group' };
  await db.insertInto('outbox').values(second).execute();
  const sources = { db, clock, releaseOf: () => undefined, isEdited: () => undefined };
  const [facts] = await gatherDealers({ ...sources, dealers: [dealer] });
  expect(facts?.missingSettings).toEqual([
    { reason: 'environment variable DEALER_KOOKABURRA_CRM_KEY is not set', leads: 1 },
  ]);
  expect(facts?.waitsForSettingsAlone).toBe(true);
  // A receiver's words count for nothing, whatever they say.
  const theirs = { last_error: 'environment variable X is not set', error_code: null };
  await db.updateTable('outbox').set(theirs).where('id', '=', second.id).execute();
  const [later] = await gatherDealers({ ...sources, dealers: [dealer] });
  expect(later).toMatchObject({ missingSettings: [{ leads: 1 }], waitsForSettingsAlone: false });
});
