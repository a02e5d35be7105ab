import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { SQLITE_FILE } from '#src/platform/database/open-database.ts';
import { WRONG_TOKENS } from '#src/platform/limits/token-guesses.ts';
import { startSite } from '../fixtures/http-site.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { ENGINE } from '../fixtures/test-database.ts';

const TOKEN = 'a token of sixteen or more'.replaceAll(' ', '-');
const LEFT_OUT = [{ slug: 'harbour', reason: 'its settings cannot be read' }];

let site: Awaited<ReturnType<typeof startSite>>;
beforeEach(async () => {
  site = await startSite(async () => undefined, { env: { HEALTH_TOKEN: TOKEN } });
});
afterEach(() => site.stop());

const health = async (authorization?: string) => {
  const answer = await site.ask({
    path: '/health',
    host: '10.0.0.1',
    ...(authorization === undefined ? {} : { headers: { Authorization: authorization } }),
  });
  return { status: answer.status, body: JSON.parse(answer.body) };
};
const inFull = () => health(`Bearer ${TOKEN}`);
const file = () => join(site.services.env.DATA_DIR, SQLITE_FILE);
const sendLead = async () => {
  const dealer = site.services.tenants.bySlug('riverbend');
  if (!dealer) throw new Error('No dealer file of riverbend.');
  return submitLead(site.services, { dealer, form: 'contact', body: LEAD, userAgent: '' });
};

it('PLAT-02 without a token only the server’s liveness is shown', async () => {
  expect(await health()).toEqual({ status: 200, body: { status: 'ok' } });
  await site.services.db.destroy();
  await expect.poll(() => health()).toEqual({ status: 503, body: { status: 'failing' } });
});

it('PLAT-02 with the token the full state is shown', async () => {
  await sendLead();
  site.services.tenants.replace({ dealers: site.services.tenants.all, leftOut: LEFT_OUT });
  const dealers = site.services.tenants.all.length;
  expect(await inFull()).toEqual({
    status: 200,
    body: {
      status: 'degraded',
      database: { engine: ENGINE, write: 'ok', reason: null },
      search: 'engine',
      searchesDiverted: 0,
      dealers: { served: dealers, leftOut: LEFT_OUT },
      leads: { pending: 1, dead: 0, held: 0, oldestPendingSeconds: expect.any(Number), unavailable: 0 },
      imports: [],
    },
  });
});

it.each(['Bearer wrong', TOKEN, `Bearer ${TOKEN}x`, 'Bearer ', `Basic ${TOKEN}`])(
  'PLAT-02 another token (%s) is refused without details',
  async (authorization) => {
    const answer = await health(authorization);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: { code: 'wrong_token', message: expect.any(String) } });
  },
);

it('PLAT-02 without HEALTH_TOKEN no token opens it', async () => {
  const open = await startSite(async () => undefined);
  const answer = await open.ask({ path: '/health', headers: { Authorization: 'Bearer ' } });
  expect(answer.status).toBe(401);
  await open.stop();
});

it('PLAT-20 after ten wrong tokens, here and at the metrics, a client network waits even with the right one', async () => {
  const metrics = (authorization: string) =>
    site.ask({ path: '/-/metrics', headers: { Authorization: authorization } });
  for (let guess = 0; guess < WRONG_TOKENS; guess += 2) {
    expect((await health(`Bearer guess-${guess}`)).status).toBe(401);
    expect((await metrics(`Bearer guess-${guess}`)).status).toBe(401);
  }
  const refused = await site.ask({ path: '/health', headers: { Authorization: `Bearer ${TOKEN}` } });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
  expect(JSON.parse(refused.body).error.code).toBe('too_many_tokens');
  expect((await metrics(`Bearer ${TOKEN}`)).status).toBe(429);
  expect((await health()).status).toBe(200);
});

it('PLAT-02 for concurrent requests, the disk is tested once', async () => {
  const writes = vi.spyOn(site.services.db, 'insertInto');
  const answers = await Promise.all(Array.from({ length: 50 }, () => health()));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(writes.mock.calls.length).toBe(1);
});

describe.runIf(ENGINE === 'sqlite')('failures that prevent storing a lead', () => {
  const expectFailing = async (reason: string) => {
    await expect.poll(async () => (await health()).status).toBe(503);
    const { status, body } = await inFull();
    expect(status).toBe(503);
    expect(body).toMatchObject({ status: 'failing', database: { write: 'failed' } });
    expect(body.database.reason).toContain(reason);
  };

  it('PLAT-02 a full disk is failing, and alive again once there is room', async () => {
    const { db } = site.services;
    await sql`pragma max_page_count = 1`.execute(db);
    await expectFailing('no space is left');
    await sql`pragma max_page_count = 1000000`.execute(db);
    await expect.poll(async () => (await health()).status).toBe(200);
  });

  it('PLAT-02 FORM-11 a database file deleted under the server is failing, and no lead is acknowledged', async () => {
    rmSync(file());
    await expectFailing('was deleted');
    expect((await sendLead()).kind).toBe('not_stored');
  });

  it('PLAT-02 FORM-11 a database file replaced under the server is failing, and no lead is acknowledged', async () => {
    copyFileSync(file(), `${file()}.restored`);
    renameSync(`${file()}.restored`, file());
    await expectFailing('was replaced');
    expect((await sendLead()).kind).toBe('not_stored');
  });

  it('PLAT-02 a database that another program writes to is alive and reported as locked', async () => {
    const other = new DatabaseSync(file());
    other.exec('begin immediate');
    expect((await health()).status).toBe(200);
    expect((await inFull()).body).toMatchObject({ status: 'degraded', database: { write: 'locked' } });
    other.close();
  });
});

it('PLAT-02 health is only read', async () => {
  const statuses = await Promise.all(
    ['POST', 'PUT', 'DELETE', 'HEAD'].map((method) => site.ask({ path: '/health', method })),
  );
  expect(statuses.map(({ status }) => status)).toEqual([405, 405, 405, 200]);
});
