import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '#src/config/environment.ts';
import type { CdnName } from '#src/platform/cdn/cdn-headers.ts';
import {
  type CdnAccount,
  type CdnPurge,
  cdnPurgeOf,
  cloudflarePurge,
  fastlyPurge,
  retryAfterMs,
} from '#src/platform/cdn/cdn-purge.ts';
import { BUSY_SECONDS, type CdnFaultMode, localCdn } from '#src/platform/cdn/local-cdn.ts';
import { CDN_ID, CDN_TOKEN, startCdnServer } from '../fixtures/cdn-server.ts';
import { PATIENCE_MS, SERVICE_TIMEOUT_MS } from '../fixtures/patience.ts';

const PURGES = { fastly: fastlyPurge, cloudflare: cloudflarePurge };
const TAGS_A_CALL = { fastly: 256, cloudflare: 30 };
const TAGS = ['stock/riverbend', 'site/kookaburra-cars'];

type Cdn = {
  cdn: CdnPurge;
  behave(mode: CdnFaultMode): void;
  purged(): string[];
  stop(): Promise<void>;
};

const overHttp = (name: CdnName) => async (): Promise<Cdn> => {
  const server = await startCdnServer(name);
  let timeoutMs = PATIENCE_MS;
  return {
    cdn: {
      tagsACall: TAGS_A_CALL[name],
      purge: (tags) =>
        PURGES[name]({ url: server.url, ids: [CDN_ID], token: CDN_TOKEN, timeoutMs }).purge(tags),
    },
    behave(mode) {
      timeoutMs = mode === 'silent' ? SERVICE_TIMEOUT_MS : PATIENCE_MS;
      server.behave(mode);
    },
    purged: () => server.calls.flatMap(({ tags }) => tags),
    stop: server.stop,
  };
};

async function inProcess(): Promise<Cdn> {
  const cdn = localCdn();
  return { cdn, behave: cdn.behave, purged: () => [...cdn.purged], stop: async () => {} };
}

describe.each([
  ['Fastly', overHttp('fastly')],
  ['Cloudflare', overHttp('cloudflare')],
  ['the local CDN', inProcess],
])('purges of %s', (_name, start) => {
  let at: Cdn;
  beforeEach(async () => {
    at = await start();
  });
  afterEach(() => at.stop());

  it.each(['answers', 'late'] as const)('PLAT-62 a CDN that %s purges each tag once', async (mode) => {
    at.behave(mode);
    expect(await at.cdn.purge([...TAGS, ...TAGS])).toEqual({ kind: 'purged' });
    expect(at.purged()).toEqual(TAGS);
  });

  it('PLAT-62 the same purge may be made again', async () => {
    for (const _ of [1, 2]) expect(await at.cdn.purge(TAGS)).toEqual({ kind: 'purged' });
    expect(at.purged()).toEqual([...TAGS, ...TAGS]);
  });

  it.each([
    ['refuses', 'HTTP 401'],
    ['fails', 'HTTP 500'],
    ['silent', 'no response in time'],
  ] as const)('PLAT-62 a CDN that %s has purged nothing, and says why', async (mode, reason) => {
    at.behave(mode);
    expect(await at.cdn.purge(TAGS)).toEqual({ kind: 'failed', reason });
    expect(at.purged()).toEqual([]);
  });

  it('PLAT-62 a busy CDN says when to try again', async () => {
    at.behave('busy');
    const outcome = { kind: 'failed', reason: 'HTTP 429', retryAfterMs: BUSY_SECONDS * 1000 };
    expect(await at.cdn.purge(TAGS)).toEqual(outcome);
  });
});

describe.each(['fastly', 'cloudflare'] as const)('purges of %s over HTTP', (name) => {
  let server: Awaited<ReturnType<typeof startCdnServer>>;
  beforeEach(async () => {
    server = await startCdnServer(name);
  });
  afterEach(() => server.stop());
  const purge = (tags: readonly string[], more: Partial<CdnAccount> = {}) =>
    PURGES[name]({ url: server.url, ids: [CDN_ID], token: CDN_TOKEN, timeoutMs: PATIENCE_MS, ...more }).purge(
      tags,
    );

  it('PLAT-62 many tags take as few calls as the vendor allows, to each service or zone', async () => {
    const tags = Array.from({ length: 300 }, (_, at) => `stock/dealer-${at}`);
    expect(await purge(tags, { ids: [CDN_ID, 'another'] })).toEqual({ kind: 'purged' });
    expect(PURGES[name]({ url: server.url, ids: [CDN_ID], token: CDN_TOKEN }).tagsACall).toBe(
      TAGS_A_CALL[name],
    );
    const calls = Math.ceil(tags.length / TAGS_A_CALL[name]);
    for (const id of [CDN_ID, 'another']) {
      const own = server.calls.filter((call) => call.id === id);
      expect(own).toHaveLength(calls);
      expect(own.flatMap((call) => call.tags)).toEqual(tags);
    }
  });

  it.each([
    ['busy-without-time', 'HTTP 429'],
    ['redirects', 'no connection'],
    ['talks-nonsense', 'the response is not as documented'],
    ['talks-too-much', 'the response is not as documented'],
  ] as const)('PLAT-62 a CDN that %s has failed', async (mode, reason) => {
    server.behave(mode);
    expect(await purge(TAGS)).toEqual({ kind: 'failed', reason });
  });

  it('PLAT-62 CFG-23 a wrong token, or no server, is a failure whose reason names neither', async () => {
    expect(await purge(TAGS, { token: 'another' })).toEqual({ kind: 'failed', reason: 'HTTP 401' });
    const nowhere = await purge(TAGS, { url: 'http://127.0.0.1:9' });
    expect(nowhere).toEqual({ kind: 'failed', reason: 'no connection' });
  });
});

describe('the setting of a CDN', () => {
  const env = (variables: Record<string, string>) =>
    readEnvironment({ SITE_SECRET: 'a random text of thirty-two chars or more', ...variables });

  it('PLAT-62 CFG-23 without credentials nothing is purged, and half of them stops the start', () => {
    expect(cdnPurgeOf(env({}))).toBeUndefined();
    expect(cdnPurgeOf(env({ CDN: 'fastly' }))).toBeUndefined();
    const half = { CDN: 'fastly', CDN_TOKEN: 'hunter2' };
    expect(() => cdnPurgeOf(env(half))).toThrow('CDN_TOKEN is set, which needs CDN_IDS too.');
    expect(() => cdnPurgeOf(env({ CDN: 'cloudflare', CDN_IDS: 'z' }))).toThrow('needs CDN_TOKEN too');
    expect(() => cdnPurgeOf(env({ CDN_IDS: 'z', CDN_TOKEN: 't' }))).toThrow('needs CDN too');
    expect(() => env({ CDN: 'akamai' })).toThrow(/CDN: expected "none", "fastly" or "cloudflare"/);
  });

  it('PLAT-62 Retry-After is read as seconds or as a date, and anything else is ignored', () => {
    const now = Date.parse('2026-07-01T00:00:00Z');
    expect(retryAfterMs('120', now)).toBe(120_000);
    expect(retryAfterMs('Wed, 01 Jul 2026 00:00:30 GMT', now)).toBe(30_000);
    for (const header of ['soon', '', '-5', null]) expect(retryAfterMs(header, now)).toBeUndefined();
    expect(retryAfterMs('999999999', now)).toBe(86_400_000);
  });
});
