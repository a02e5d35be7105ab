import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import {
  adfMailAdapter,
  type MailRoute,
  mailAdapter,
} from '#src/features/leads/server/destinations/lead-email.ts';
import { podiumAdapter } from '#src/features/leads/server/destinations/podium.ts';
import { adfHttpAdapter, webhookAdapter } from '#src/features/leads/server/destinations/signed-webhook.ts';
import { dealerFetch } from '#src/platform/external-services/dealer-fetch.ts';
import { smtpMailer } from '#src/platform/mail/mailer.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { webhookSignature } from '#src/platform/webhooks/webhook-signature.ts';
import { type RunningDemoCrm, startDemoCrm } from '../../scripts/demo/crm/demo-crm.ts';
import { tempFolder } from '../fixtures/http-site.ts';
import { messageOf } from '../fixtures/lead-message.ts';
import { VENDOR } from '../fixtures/lead-vendor.ts';

const KEY = 'demo key';
let dataDir: string;
let crm: RunningDemoCrm;
const start = () =>
  startDemoCrm({
    port: 0,
    dataDir,
    keys: { riverbend: [KEY] },
    mailboxes: { 'leads@riverbend.example': 'riverbend' },
  });

beforeEach(async () => {
  dataDir = tempFolder();
  crm = await start();
});
afterEach(async () => {
  await crm.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const SURROUNDINGS = { clock: systemClock, fetch: dealerFetch(['127.0.0.1:*']) };

const send = (leadId: string, payload: Partial<LeadPayload>, dealer = 'riverbend', signingKey = KEY) =>
  webhookAdapter({ name: 'crm', url: `${crm.url}/hooks/${dealer}`, signingKey, ...SURROUNDINGS }).deliver(
    messageOf(payload, { leadId }),
  );
const listed = async (path = '/arrivals.json') =>
  (await (await fetch(`${crm.url}${path}`)).json()) as { way: string; dealer: string; key: string }[];
const byMail = (): MailRoute => ({
  mailer: smtpMailer({ url: crm.smtpUrl, from: 'websites@forecourt.example' }),
  name: 'inbox',
  addressOf: () => 'leads@riverbend.example',
  vendorOf: () => VENDOR,
});
const inbox = async () => (await fetch(crm.url)).text();

it('FORM-11 shows what arrived, newest first, each lead once', async () => {
  await send('1', { name: 'First' });
  await send('2', { name: 'Second' });
  expect(await send('1', { name: 'First' })).toEqual({ kind: 'delivered' });
  const page = await inbox();
  expect(page).toContain('2 leads received');
  expect(page.indexOf('Second')).toBeLessThan(page.indexOf('First'));
  expect(page).toContain('arrived 2 times, stored once');
});

it('FORM-11 keeps its leads across a restart', async () => {
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

it('FORM-11 shows strangers’ input as text', async () => {
  const nasty = '<img src=x onerror=alert(1)>"\'&';
  await send('1', { name: nasty, message: nasty, email: nasty, car_description: nasty, url: nasty });
  const page = await inbox();
  expect(page).not.toContain('<img');
  expect(page).toContain('&lt;img');
});

it('FORM-11 shows each lead with its channel: JSON, ADF, e-mail, message', async () => {
  const post = { name: 'crm', ...SURROUNDINGS, url: `${crm.url}/hooks/riverbend`, signingKey: KEY };
  const message = {
    name: 'sms',
    ...SURROUNDINGS,
    url: `${crm.url}/messages/riverbend`,
    locationUid: 'valley',
  };
  const adapters = [
    webhookAdapter(post),
    adfHttpAdapter(post, () => VENDOR),
    adfMailAdapter(byMail()),
    mailAdapter({ ...byMail(), name: 'people' }),
    podiumAdapter({ ...message, token: KEY }),
  ];
  for (const adapter of [...adapters, ...adapters]) {
    expect(await adapter.deliver(messageOf())).toEqual({ kind: 'delivered' });
  }
  const { mailer } = byMail();
  await mailer.send({
    key: 'ack',
    to: 'annabel@example.com',
    fromName: 'Riverbend Motor Group',
    subject: 'We have your enquiry',
    text: 'Thank you.',
    autoSubmitted: 'auto-replied',
  });
  expect((await listed()).map(({ way, dealer }) => [way, dealer])).toEqual([
    ['json', 'riverbend'],
    ['adf', 'riverbend'],
    ['adf_mail', 'riverbend'],
    ['mail', 'riverbend'],
    ['message', 'riverbend'],
    ['reply', 'Riverbend Motor Group'],
  ]);
  expect(await listed('/leads.json')).toMatchObject([
    { arrivals: 2, lead: { lead_id: 'lead-1', sequence: 1 } },
  ]);
  const page = await inbox();
  expect(page).toContain('5 leads received');
  expect(page.match(/arrived 2 times, stored once/g)).toHaveLength(5);
  expect(page).toContain('&lt;name part=&quot;first&quot; type=&quot;individual&quot;&gt;Annabel');
  const adf = await (await fetch(`${crm.url}/?way=adf&still`)).text();
  expect(adf.match(/<article/g)).toHaveLength(1);
  expect(adf).not.toContain('http-equiv');
});

it('FORM-11 takes no message without the token, and no XML that is no ADF', async () => {
  const message = {
    name: 'sms',
    ...SURROUNDINGS,
    url: `${crm.url}/messages/riverbend`,
    locationUid: 'valley',
  };
  expect(await podiumAdapter({ ...message, token: 'another' }).deliver(messageOf())).toMatchObject({
    reason: 'HTTP 401',
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  for (const body of ['<lead/>', '<adf>', '{}']) {
    const response = await fetch(`${crm.url}/hooks/riverbend`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/xml',
        'Idempotency-Key': '1',
        'X-Forecourt-Timestamp': timestamp,
        'X-Forecourt-Signature': webhookSignature(KEY, timestamp, body),
      },
      body,
    });
    expect(response.status, body).toBe(400);
  }
  expect(await listed()).toEqual([]);
});
