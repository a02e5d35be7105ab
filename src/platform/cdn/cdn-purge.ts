import * as v from 'valibot';
import type { Environment } from '#src/config/environment.ts';
import { readBoundedJson } from '#src/platform/external-services/bounded-json.ts';
import { SECOND_MS } from '#src/platform/time/duration.ts';
import type { CdnName } from './cdn-headers.ts';

/** `reason` never contains the vendor's text. `retryAfterMs` is set if the vendor says when to try again. */
export type PurgeOutcome =
  | { kind: 'purged' }
  | { kind: 'failed'; reason: string; retryAfterMs?: number | undefined };

/**
 * Removes responses from a CDN by their tags. Idempotent, in any order; several calls may be needed for many tags, and
 * after a failure some tags may have been purged. Never rejects.
 */
export type CdnPurge = {
  /** How many tags a single call purges. */
  readonly tagsACall: number;
  purge(tags: readonly string[]): Promise<PurgeOutcome>;
};

export type CdnAccount = {
  /** `https://api.fastly.com` */
  url: string;
  /** Service of Fastly, or zone of Cloudflare. Each gets every purge. */
  ids: readonly string[];
  token: string;
  timeoutMs?: number;
};

export const PURGE_TIMEOUT_MS = 5000;
const MAX_RESPONSE_BYTES = 256 * 1024;
/** A day: a vendor that asks for more has other problems. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/** @param header seconds or an HTTP date; anything else is undefined */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  const isDate = / GMT$/.test(header);
  if (!isDate && !/^\d{1,9}$/.test(header)) return undefined;
  const ms = isDate ? Math.max(0, Date.parse(header) - now) : Number(header) * SECOND_MS;
  return Number.isFinite(ms) ? Math.min(ms, MAX_RETRY_AFTER_MS) : undefined;
}

type Call = {
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Of a successful response. */
  schema: v.GenericSchema;
};

async function post({ url, timeoutMs = PURGE_TIMEOUT_MS }: CdnAccount, call: Call): Promise<PurgeOutcome> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}${call.path}`, {
      method: 'POST',
      headers: { accept: 'application/json', ...call.headers },
      ...(call.body !== undefined && { body: call.body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel().catch(() => undefined);
      const wait = retryAfterMs(response.headers.get('retry-after'));
      return {
        ...{ kind: 'failed', reason: `HTTP ${response.status}` },
        ...(wait !== undefined && { retryAfterMs: wait }),
      };
    }
    return v.is(call.schema, await readBoundedJson(response, MAX_RESPONSE_BYTES))
      ? { kind: 'purged' }
      : { kind: 'failed', reason: 'the response is not as documented' };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { kind: 'failed', reason: isLate ? 'no response in time' : 'no connection' };
  }
}

/** Purges in batches, in turn, and stops at the first failure: vendors limit calls, not tags. */
const inBatches = (
  { ids }: CdnAccount,
  size: number,
  purge: (id: string, tags: readonly string[]) => Promise<PurgeOutcome>,
): CdnPurge => ({
  tagsACall: size,
  async purge(tags) {
    const all = [...new Set(tags)];
    for (let at = 0; at < all.length; at += size) {
      for (const id of ids) {
        const outcome = await purge(id, all.slice(at, at + size));
        if (outcome.kind === 'failed') return outcome;
      }
    }
    return { kind: 'purged' };
  },
});

const FASTLY_KEYS_A_CALL = 256;
/** Ids of purges by key. */
const FastlySchema = v.record(v.string(), v.string());

/**
 * Fastly's batch purge, `POST {url}/service/{id}/purge` with `Surrogate-Key` and `Fastly-Key`. Purges are hard: a soft
 * one (`Fastly-Soft-Purge`) would let a hidden vehicle or a former price be sent as stale.
 */
export const fastlyPurge = (account: CdnAccount): CdnPurge =>
  inBatches(account, FASTLY_KEYS_A_CALL, (id, tags) =>
    post(account, {
      path: `/service/${encodeURIComponent(id)}/purge`,
      headers: { 'fastly-key': account.token, 'surrogate-key': tags.join(' ') },
      schema: FastlySchema,
    }),
  );

/** Below the limits of all plans, of which the documentation names 30 and 100. */
const CLOUDFLARE_TAGS_A_CALL = 30;
const CloudflareSchema = v.object({ success: v.literal(true) });

/** Cloudflare's purge by tag, `POST {url}/client/v4/zones/{id}/purge_cache` with `{"tags":[…]}` and a bearer. */
export const cloudflarePurge = (account: CdnAccount): CdnPurge =>
  inBatches(account, CLOUDFLARE_TAGS_A_CALL, (id, tags) =>
    post(account, {
      path: `/client/v4/zones/${encodeURIComponent(id)}/purge_cache`,
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tags }),
      schema: CloudflareSchema,
    }),
  );

const VENDORS: Readonly<Record<CdnName, { url: string; purge: (account: CdnAccount) => CdnPurge }>> = {
  fastly: { url: 'https://api.fastly.com', purge: fastlyPurge },
  cloudflare: { url: 'https://api.cloudflare.com', purge: cloudflarePurge },
};

type CdnVariables = Pick<Environment, 'CDN' | 'CDN_IDS' | 'CDN_TOKEN' | 'CDN_API'>;

/**
 * The configured CDN.
 * @returns undefined without a CDN, or if it has no credentials
 * @throws Error naming the missing variable, if only one is set
 */
export function cdnPurgeOf({ CDN, CDN_IDS, CDN_TOKEN, CDN_API }: CdnVariables): CdnPurge | undefined {
  if (CDN_IDS.length === 0 && CDN_TOKEN === '') return undefined;
  if (CDN === 'none') throw new Error('CDN_IDS or CDN_TOKEN is set, which needs CDN too.');
  if (CDN_IDS.length === 0) throw new Error('CDN_TOKEN is set, which needs CDN_IDS too.');
  if (CDN_TOKEN === '') throw new Error('CDN_IDS is set, which needs CDN_TOKEN too.');
  const { url, purge } = VENDORS[CDN];
  return purge({ url: CDN_API || url, ids: CDN_IDS, token: CDN_TOKEN });
}
