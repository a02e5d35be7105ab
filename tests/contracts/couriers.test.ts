import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#src/domain/clock.ts';
import { adfHttpCourier } from '#src/providers/couriers/adf-http.ts';
import type { Courier, LeadMessage } from '#src/providers/couriers/courier.ts';
import {
  BUSY_RETRY_AFTER_MS,
  localCourier,
  type ReceiverMood,
} from '#src/providers/couriers/local-courier.ts';
import type { SignedReceiver } from '#src/providers/couriers/signed-post.ts';
import { webhookCourier } from '#src/providers/couriers/webhook.ts';
import { messageOf } from '../fixtures/lead-message.ts';
import { RECEIVER_KEY, startLeadReceiver } from '../fixtures/lead-receiver.ts';
import { VENDOR } from '../fixtures/lead-vendor.ts';

type Receiver = {
  courier: Courier;
  behave(mood: ReceiverMood): void;
  kept(): string[];
  stop(): Promise<void>;
};

const TIMEOUT_MS = 300;

/** Couriers whose posts are signed. */
const SIGNED = {
  webhook: webhookCourier,
  'ADF by HTTP': (receiver: SignedReceiver) => adfHttpCourier(receiver, () => VENDOR),
};

const overHttp = (make: (receiver: SignedReceiver) => Courier) => async (): Promise<Receiver> => {
  const server = await startLeadReceiver();
  const courier = make({
    url: server.url,
    signingKey: RECEIVER_KEY,
    clock: systemClock,
    timeoutMs: TIMEOUT_MS,
  });
  return { ...server, courier, kept: () => [...server.kept.keys()] };
};

async function inProcess(): Promise<Receiver> {
  const courier = localCourier();
  return { courier, behave: courier.behave, kept: () => [...courier.kept.keys()], stop: async () => {} };
}

describe.each([
  ['webhook', overHttp(SIGNED.webhook)],
  ['ADF by HTTP', overHttp(SIGNED['ADF by HTTP'])],
  ['local one', inProcess],
])('a receiver behind the %s', (_name, start) => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await start();
  });
  afterEach(() => receiver.stop());
  const deliver = (message: Partial<LeadMessage> = {}) => receiver.courier.deliver(messageOf({}, message));

  it('FORM-11 takes a lead', async () => {
    expect(await deliver()).toEqual({ kind: 'delivered' });
    expect(receiver.kept()).toEqual(['lead-1']);
  });

  it('FORM-11 counts a lead that arrives twice as delivered and keeps one', async () => {
    await deliver();
    expect(await deliver()).toEqual({ kind: 'delivered' });
    expect(receiver.kept()).toEqual(['lead-1']);
  });

  it('FORM-11 keeps news of a lead beside the lead', async () => {
    await deliver();
    expect(await deliver({ sequence: 2 })).toEqual({ kind: 'delivered' });
    expect(receiver.kept()).toEqual(['lead-1', 'lead-1.2']);
  });

  it.each([
    ['busy', { kind: 'retry', reason: 'HTTP 429', afterMs: BUSY_RETRY_AFTER_MS }],
    ['fails', { kind: 'retry', reason: 'HTTP 500' }],
    ['silent', { kind: 'retry', reason: 'no answer in time' }],
    ['refuses', { kind: 'rejected', reason: 'HTTP 400' }],
  ] as const)('FORM-11 that %s keeps nothing and says whether to come back', async (mood, outcome) => {
    receiver.behave(mood);
    expect(await deliver()).toEqual(outcome);
    expect(receiver.kept()).toEqual([]);
    receiver.behave('accepts');
    expect(await deliver()).toEqual({ kind: 'delivered' });
  });

  it.each([
    ['late', 'no answer in time'],
    ['loses-answer', 'no connection'],
  ] as const)('FORM-11 whose answer is %s has the lead once after another try', async (mood, reason) => {
    receiver.behave(mood);
    expect(await deliver()).toEqual({ kind: 'retry', reason });
    receiver.behave('accepts');
    expect(await deliver()).toEqual({ kind: 'delivered' });
    expect(receiver.kept()).toEqual(['lead-1']);
  });
});

describe.each(Object.entries(SIGNED))('a post by the %s', (_name, make) => {
  it('FORM-11 CFG-23 signed with another key is not taken, and tried again: a key may be rotated', async () => {
    const server = await startLeadReceiver();
    const courier = make({ url: server.url, signingKey: 'another', clock: systemClock });
    expect(await courier.deliver(messageOf())).toEqual({
      kind: 'retry',
      reason: 'HTTP 401',
    });
    expect(server.forged).toEqual(['lead-1']);
    await server.stop();
  });

  it('FORM-11 is not sent on to wherever a redirect points', async () => {
    const server = await startLeadReceiver();
    server.behave('redirects');
    const courier = make({ url: server.url, signingKey: RECEIVER_KEY, clock: systemClock });
    expect(await courier.deliver(messageOf())).toMatchObject({ kind: 'retry' });
    await server.stop();
  });

  it('FORM-11 nobody listening is worth another try', async () => {
    const server = await startLeadReceiver();
    await server.stop();
    const courier = make({ url: server.url, signingKey: RECEIVER_KEY, clock: systemClock });
    expect(await courier.deliver(messageOf())).toEqual({
      kind: 'retry',
      reason: 'no connection',
    });
  });
});
