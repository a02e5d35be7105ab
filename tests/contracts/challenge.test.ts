import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localChallenge } from '#src/platform/challenge/local-challenge.ts';
import { type Challenge, turnstile } from '#src/platform/challenge/turnstile.ts';
import type { ServiceFaultMode } from '#src/platform/external-services/service-fault-mode.ts';
import { SERVICE_TIMEOUT_MS } from '../fixtures/patience.ts';
import { SITEVERIFY_SECRET, startSiteverify } from '../fixtures/siteverify-server.ts';

type Challenger = { challenge: Challenge; behave(faultMode: ServiceFaultMode): void; stop(): Promise<void> };

async function overHttp(): Promise<Challenger> {
  const server = await startSiteverify();
  const challenge = turnstile({ url: server.url, secret: SITEVERIFY_SECRET, timeoutMs: SERVICE_TIMEOUT_MS });
  return { ...server, challenge };
}

async function inProcess(): Promise<Challenger> {
  const challenge = localChallenge();
  return { challenge, behave: challenge.behave, stop: async () => {} };
}

describe.each([
  ['over HTTP', overHttp],
  ['in process', inProcess],
])('a challenge %s', (_name, start) => {
  let at: Challenger;
  beforeEach(async () => {
    at = await start();
  });
  afterEach(() => at.stop());

  it.each(['answers', 'late'] as const)(
    'FORM-11 that %s passes a token, and again under its id',
    async (faultMode) => {
      at.behave(faultMode);
      const sent = { token: 'passes', id: randomUUID() };
      expect(await at.challenge.verify(sent)).toEqual({ kind: 'passed' });
      expect(await at.challenge.verify(sent)).toEqual({ kind: 'passed' });
    },
  );

  it('FORM-11 passes no token twice', async () => {
    await at.challenge.verify({ token: 'passes', id: randomUUID() });
    expect(await at.challenge.verify({ token: 'passes', id: randomUUID() })).toEqual({
      kind: 'failed',
      reason: 'timeout-or-duplicate',
    });
  });

  it('FORM-11 fails an invalid token', async () => {
    const outcome = await at.challenge.verify({ token: 'made up', id: randomUUID() });
    expect(outcome).toEqual({ kind: 'failed', reason: 'invalid-input-response' });
  });

  it.each([
    ['busy', 'HTTP 429'],
    ['fails', 'HTTP 500'],
    ['silent', 'no response in time'],
  ] as const)('FORM-11 that %s is inconclusive', async (faultMode, reason) => {
    at.behave(faultMode);
    const outcome = await at.challenge.verify({ token: 'passes', id: randomUUID() });
    expect(outcome).toEqual({ kind: 'unavailable', reason });
  });
});

describe('Turnstile', () => {
  let server: Awaited<ReturnType<typeof startSiteverify>>;
  beforeEach(async () => {
    server = await startSiteverify();
  });
  afterEach(() => server.stop());
  const verify = (more: { url?: string; secret?: string; token?: string } = {}) => {
    const { token = 'passes', ...options } = more;
    const sent = { token, id: 'd9b2d63d-a233-4123-847a-7f5e0e3c1f6e' };
    return turnstile({
      url: server.url,
      secret: SITEVERIFY_SECRET,
      timeoutMs: SERVICE_TIMEOUT_MS,
      ...options,
    }).verify(sent);
  };

  it('FORM-11 gets documented requests, and nothing more', async () => {
    await verify();
    expect(server.asked).toEqual([
      {
        secret: SITEVERIFY_SECRET,
        response: 'passes',
        idempotency_key: 'd9b2d63d-a233-4123-847a-7f5e0e3c1f6e',
      },
    ]);
  });

  it('FORM-11 CFG-23 a wrong secret is the site’s fault, not the shopper’s', async () => {
    expect(await verify({ secret: 'another' })).toEqual({
      kind: 'unavailable',
      reason: 'invalid-input-secret',
    });
  });

  it('FORM-11 gets no request for an impossible token', async () => {
    expect(await verify({ token: 'passes'.repeat(1000) })).toMatchObject({ kind: 'failed' });
    expect(server.asked).toEqual([]);
  });

  it.each(['redirects', 'talks-nonsense'] as const)('FORM-11 that %s is inconclusive', async (faultMode) => {
    server.behave(faultMode);
    expect(await verify()).toMatchObject({ kind: 'unavailable' });
  });

  it('FORM-11 without a server is inconclusive', async () => {
    expect(await verify({ url: 'http://127.0.0.1:9' })).toEqual({
      kind: 'unavailable',
      reason: 'no connection',
    });
  });
});
