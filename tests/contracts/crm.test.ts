import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#src/domain/clock.ts';
import type { CrmClient } from '#src/providers/crm/crm.ts';
import { BUSY_RETRY_AFTER_MS, type CrmMood, localCrm } from '#src/providers/crm/local-crm.ts';
import { webhookCrm } from '#src/providers/crm/webhook-crm.ts';
import { CRM_KEY, startCrmServer } from '../fixtures/crm-server.ts';

type Crm = {
  client: CrmClient;
  behave(mood: CrmMood): void;
  kept(): string[];
  stop(): Promise<void>;
};

const TIMEOUT_MS = 300;

async function overHttp(): Promise<Crm> {
  const server = await startCrmServer();
  const client = webhookCrm({
    url: server.url,
    signingKey: CRM_KEY,
    clock: systemClock,
    timeoutMs: TIMEOUT_MS,
  });
  return { ...server, client, kept: () => [...server.kept.keys()] };
}

async function inProcess(): Promise<Crm> {
  const crm = localCrm();
  return { client: crm, behave: crm.behave, kept: () => [...crm.kept.keys()], stop: async () => {} };
}

describe.each([
  ['over HTTP', overHttp],
  ['in process', inProcess],
])('a CRM %s', (_name, start) => {
  let crm: Crm;
  beforeEach(async () => {
    crm = await start();
  });
  afterEach(() => crm.stop());
  const deliver = (leadId = 'lead-1') =>
    crm.client.deliver({ leadId, body: `{"lead_id":"${leadId}","n":"é"}` });

  it('FORM-11 takes a lead', async () => {
    expect(await deliver()).toEqual({ kind: 'delivered' });
    expect(crm.kept()).toEqual(['lead-1']);
  });

  it('FORM-11 counts a lead that arrives twice as delivered and keeps one', async () => {
    await deliver();
    expect(await deliver()).toEqual({ kind: 'delivered' });
    expect(crm.kept()).toEqual(['lead-1']);
  });

  it.each([
    ['busy', { kind: 'retry', reason: 'HTTP 429', afterMs: BUSY_RETRY_AFTER_MS }],
    ['fails', { kind: 'retry', reason: 'HTTP 500' }],
    ['silent', { kind: 'retry', reason: 'no answer in time' }],
    ['refuses', { kind: 'rejected', reason: 'HTTP 400' }],
  ] as const)('FORM-11 that %s keeps nothing and says whether to come back', async (mood, outcome) => {
    crm.behave(mood);
    expect(await deliver()).toEqual(outcome);
    expect(crm.kept()).toEqual([]);
    crm.behave('accepts');
    expect(await deliver()).toEqual({ kind: 'delivered' });
  });

  it.each([
    ['late', 'no answer in time'],
    ['loses-answer', 'no connection'],
  ] as const)('FORM-11 whose answer is %s has the lead once after another try', async (mood, reason) => {
    crm.behave(mood);
    expect(await deliver()).toEqual({ kind: 'retry', reason });
    crm.behave('accepts');
    expect(await deliver()).toEqual({ kind: 'delivered' });
    expect(crm.kept()).toEqual(['lead-1']);
  });
});

describe('the webhook', () => {
  it('FORM-11 CFG-23 signed with another key is not taken, and tried again: a key may be rotated', async () => {
    const server = await startCrmServer();
    const client = webhookCrm({ url: server.url, signingKey: 'another', clock: systemClock });
    expect(await client.deliver({ leadId: 'x', body: '{}' })).toEqual({
      kind: 'retry',
      reason: 'HTTP 401',
    });
    expect(server.forged).toEqual(['x']);
    await server.stop();
  });

  it('FORM-11 is not sent on to wherever a redirect points', async () => {
    const server = await startCrmServer();
    server.behave('redirects');
    const client = webhookCrm({ url: server.url, signingKey: CRM_KEY, clock: systemClock });
    expect(await client.deliver({ leadId: 'x', body: '{}' })).toMatchObject({ kind: 'retry' });
    await server.stop();
  });

  it('FORM-11 nobody listening is worth another try', async () => {
    const server = await startCrmServer();
    await server.stop();
    const client = webhookCrm({ url: server.url, signingKey: CRM_KEY, clock: systemClock });
    expect(await client.deliver({ leadId: 'x', body: '{}' })).toEqual({
      kind: 'retry',
      reason: 'no connection',
    });
  });
});
