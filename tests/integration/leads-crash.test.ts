import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishSettings } from '#src/publishing/release/publish-settings.ts';
import { startDemoCrm } from '../../scripts/demo/crm/demo-crm.ts';
import { tempFolder } from '../fixtures/http-site.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { buildForTest, jsonBody, startServer } from '../fixtures/lead-site.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

const HEALTH_TOKEN = 'sixteen-characters';

let build: Awaited<ReturnType<typeof buildForTest>>;

beforeAll(async () => {
  build = await buildForTest();
});

const key = (n: number | string) => ({ submission_key: `submission-key-${n}` });

describe('after a crash', () => {
  it('FORM-11 a server set not to deliver leaves that to others', async () => {
    const quiet = await startServer(build.outDir, {
      env: { DELIVER_LEADS: 'no', DEALER_RIVERBEND_CRM_KEY: 'a key', HEALTH_TOKEN },
    });
    await quiet.ask({ path: '/api/leads/contact', ...jsonBody({ ...LEAD, ...key('quiet') }) });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const { body } = await quiet.ask({
      path: '/health',
      headers: { Authorization: `Bearer ${HEALTH_TOKEN}` },
    });
    expect(JSON.parse(body)).toMatchObject({ leads: { pending: 1, unavailable: 0 } });
    // It checks waiting leads without delivering any.
    const db = await openTestDatabase(quiet.dataDir);
    const leases = await db.selectFrom('leases').select('name').execute();
    await db.destroy();
    expect(leases).toContainEqual({ name: 'lead-alarms' });
    const output = quiet.output();
    await quiet.stop();
    expect(output).toContain('lead stored');
    expect(output).not.toContain('lead deliver');
  });

  it('FORM-11 every acknowledged lead survives kill -9 and reaches the CRM once', async () => {
    const dataDir = tempFolder();
    const keys = { DEALER_RIVERBEND_CRM_KEY: 'k'.repeat(32) };
    const crash = await startServer(build.outDir, { dataDir });
    const acknowledged: string[] = [];
    const sending = Array.from({ length: 60 }, async (_, n) => {
      const answer = await crash
        .ask({ path: '/api/leads/contact', ...jsonBody({ ...LEAD, ...key(`crash-${n}`) }) })
        .catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(JSON.parse(answer.body).lead_id);
      if (acknowledged.length === 20) await crash.kill();
    });
    await Promise.all(sending);
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);

    const crm = await startDemoCrm({
      port: 0,
      dataDir,
      keys: { riverbend: [keys.DEALER_RIVERBEND_CRM_KEY] },
    });
    const dealersDir = join(dataDir, 'dealers');
    mkdirSync(dealersDir);
    const dealerFile = readFileSync('dealers/riverbend.json', 'utf8');
    writeFileSync(
      join(dealersDir, 'riverbend.json'),
      dealerFile.replace(/http:\/\/127\.0\.0\.1:\d+(?=\/hooks)/, crm.url),
    );
    const db = await openTestDatabase(dataDir);
    await db.updateTable('outbox').set({ next_attempt_at: '', leased_until: null }).execute();
    const dist = join(dataDir, 'dist');
    cpSync(build.outDir, dist, { recursive: true });
    publishSettings(dealersDir, dist);
    const again = await startServer(dist, { dataDir, env: keys });
    const received = async (): Promise<string[]> => {
      const leads = await (await fetch(`${crm.url}/leads.json`)).json();
      return leads.map(({ lead }: { lead: { lead_id: string } }) => lead.lead_id);
    };
    const stored = (await db.selectFrom('leads').select('id').execute()).map(({ id }) => id);
    await db.destroy();
    await expect.poll(async () => (await received()).length).toBe(stored.length);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect((await received()).sort()).toEqual(stored.sort());
    await again.kill();
    await crm.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
