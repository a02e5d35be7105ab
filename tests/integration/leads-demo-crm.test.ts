import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '#src/domain/clock.ts';
import type { LeadPayload } from '#src/domain/lead/lead-payload.ts';
import { webhookSignature } from '#src/domain/lead/webhook-signature.ts';
import { webhookCourier } from '#src/providers/couriers/webhook.ts';
import { type RunningDemoCrm, startDemoCrm } from '../../scripts/processes/demo-crm.ts';
import { tempFolder } from '../fixtures/http-site.ts';
import { messageOf } from '../fixtures/lead-message.ts';

const KEY = 'demo key';
let dataDir: string;
let crm: RunningDemoCrm;
const start = () => startDemoCrm({ port: 0, dataDir, keys: { riverbend: [KEY] } });

beforeEach(async () => {
  dataDir = tempFolder();
  crm = await start();
});
afterEach(async () => {
  await crm.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const send = (leadId: string, payload: Partial<LeadPayload>, dealer = 'riverbend', signingKey = KEY) =>
  webhookCourier({ url: `${crm.url}/hooks/${dealer}`, signingKey, clock: systemClock }).deliver(
    messageOf(payload, { leadId }),
  );
const inbox = async () => (await fetch(crm.url)).text();

it('FORM-11 shows what arrived, newest first, each lead once', async () => {
  await send('1', { name: 'First' });
  await send('2', { name: 'Second' });
  expect(await send('1', { name: 'First' })).toEqual({ kind: 'delivered' });
  const page = await inbox();
  expect(page).toContain('2 leads received');
  expect(page.indexOf('Second')).toBeLessThan(page.indexOf('First'));
  expect(page).toContain('arrived 2 times, kept once');
});

it('FORM-11 remembers its leads over a restart', async () => {
  await send('1', { name: 'First' });
  await crm.stop();
  crm = await start();
  expect(await inbox()).toContain('1 lead received');
});

it('FORM-11 takes no lead without the right signature', async () => {
  expect((await send('1', {}, 'riverbend', 'another key')).kind).toBe('retry');
  expect((await send('1', {}, 'unknown-dealer', '')).kind).toBe('retry');
  expect((await send('1', {}, 'constructor', KEY)).kind).toBe('retry');
  expect(await inbox()).toContain('0 leads received');
});

it('FORM-11 a signed body that is no lead is a 400', async () => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const response = await fetch(`${crm.url}/hooks/riverbend`, {
    method: 'POST',
    headers: {
      'Idempotency-Key': '1',
      'X-Forecourt-Timestamp': timestamp,
      'X-Forecourt-Signature': webhookSignature(KEY, timestamp, '['),
    },
    body: '[',
  });
  expect(response.status).toBe(400);
});

it('FORM-11 shows what strangers wrote as text', async () => {
  const nasty = '<img src=x onerror=alert(1)>"\'&';
  await send('1', { name: nasty, message: nasty, email: nasty, car_description: nasty, url: nasty });
  const page = await inbox();
  expect(page).not.toContain('<img');
  expect(page).toContain('&lt;img');
});
