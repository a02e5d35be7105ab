import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localSms, type SmsFaultMode } from '#src/platform/sms/local-sms.ts';
import { httpSms, type Sms, type SmsAccount } from '#src/platform/sms/sms-service.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { PATIENCE_MS, SERVICE_TIMEOUT_MS } from '../fixtures/patience.ts';
import { SMS_ACCOUNT, SMS_KEY, startSmsServer } from '../fixtures/sms-server.ts';

type Phones = {
  sms: Sms;
  behave(faultMode: SmsFaultMode): void;
  received(): { to: string | undefined; text: string | undefined }[];
  stop(): Promise<void>;
};

const MESSAGE = { to: '+61412345678', text: 'Your code is 012345 & more.\n\n@a #012345', validSeconds: 600 };
const patienceWith = (mode: SmsFaultMode) => (mode === 'silent' ? SERVICE_TIMEOUT_MS : PATIENCE_MS);
const FROM = 'Forecourt';

const accountAt = (url: string): SmsAccount => ({
  ...{ url, account: SMS_ACCOUNT, key: SMS_KEY, from: FROM, timeoutMs: PATIENCE_MS },
});

async function overHttp(): Promise<Phones> {
  const server = await startSmsServer();
  let timeoutMs = PATIENCE_MS;
  return {
    ...server,
    behave(mode) {
      timeoutMs = patienceWith(mode);
      server.behave(mode);
    },
    sms: { send: (message) => httpSms({ ...accountAt(server.url), timeoutMs }).send(message) },
    received: () => server.asked.map(({ To, Body }) => ({ to: To, text: Body })),
  };
}

async function inProcess(): Promise<Phones> {
  const sms = localSms(fixedClock('2026-07-01T00:00:00Z'));
  return {
    sms,
    behave: sms.behave,
    received: () => sms.arrivals.map(({ to, text }) => ({ to, text })),
    stop: async () => {},
  };
}

describe.each([
  ['over HTTP', overHttp],
  ['in process', inProcess],
])('text messages %s', (_name, start) => {
  let at: Phones;
  beforeEach(async () => {
    at = await start();
  });
  afterEach(() => at.stop());

  it.each(['answers', 'late'] as const)('AUTH-01 a service that %s gets the message once', async (mode) => {
    at.behave(mode);
    expect(await at.sms.send(MESSAGE)).toEqual({ kind: 'sent' });
    expect(at.received()).toEqual([{ to: MESSAGE.to, text: MESSAGE.text }]);
  });

  it.each([
    ['busy', /^HTTP 429/],
    ['fails', /^HTTP 500/],
    ['silent', /^no response in time$/],
  ] as const)(
    'AUTH-01 a service that %s is unavailable, by a reason that names no one',
    async (mode, reason) => {
      at.behave(mode);
      const outcome = await at.sms.send(MESSAGE);
      expect(outcome).toEqual({ kind: 'unavailable', reason: expect.stringMatching(reason) });
      expect(JSON.stringify(outcome)).not.toMatch(/412345678|012345/);
      expect(at.received().length).toBeLessThanOrEqual(1);
    },
  );

  it('AUTH-01 a number that gets no messages is rejected, by a reason that names no one', async () => {
    at.behave('refuses');
    expect(await at.sms.send(MESSAGE)).toEqual({ kind: 'rejected', reason: 'HTTP 400, error 21211' });
  });
});

describe('text messages over HTTP', () => {
  let server: Awaited<ReturnType<typeof startSmsServer>>;
  beforeEach(async () => {
    server = await startSmsServer();
  });
  afterEach(() => server.stop());
  const send = (more: Partial<SmsAccount> = {}) =>
    httpSms({ ...accountAt(server.url), ...more }).send(MESSAGE);

  it('AUTH-01 are the documented form, from a number, a name or a messaging service', async () => {
    const service = `MG${'0'.repeat(32)}`;
    for (const from of [FROM, '+61491570006', service]) await send({ from });
    const common = { To: MESSAGE.to, Body: MESSAGE.text, ValidityPeriod: '600' };
    expect(server.asked).toEqual([
      { ...common, From: FROM },
      { ...common, From: '+61491570006' },
      { ...common, MessagingServiceSid: service },
    ]);
  });

  it('AUTH-01 are never sent twice', async () => {
    for (const mode of ['fails', 'busy', 'silent'] as const) {
      server.behave(mode);
      await send({ timeoutMs: patienceWith(mode) });
    }
    expect(server.asked).toHaveLength(3);
  });

  it.each([
    ['has-no-credit', 'HTTP 400, error 30002'],
    ['redirects', 'no connection'],
    ['talks-nonsense', 'the response is not as documented'],
    ['talks-too-much', 'the response is not as documented'],
  ] as const)('AUTH-01 by a service that %s are unavailable', async (mode, reason) => {
    server.behave(mode);
    expect(await send()).toEqual({ kind: 'unavailable', reason });
  });

  it('AUTH-01 CFG-23 with a wrong token, or without a server, are unavailable', async () => {
    expect(await send({ key: 'another' })).toEqual({ kind: 'unavailable', reason: 'HTTP 401, error 20003' });
    expect(await send({ url: 'http://127.0.0.1:9' })).toEqual({
      kind: 'unavailable',
      reason: 'no connection',
    });
  });
});
