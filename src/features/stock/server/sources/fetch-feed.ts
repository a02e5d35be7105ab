import { createHash } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { open } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isOwnMachine } from '#src/config/sections/stock/remote-place.ts';
import {
  type FeedFetched,
  type FeedLimits,
  type FeedRequest,
  type FeedResponse,
  MAX_FEED_BYTES,
} from '#src/features/stock/parsing/feed-content.ts';
import { pinAddress, RefusedAddressError, resolveBySystem } from '#src/platform/http/public-address.ts';

export const FEED_LIMITS: FeedLimits = { maxBytes: MAX_FEED_BYTES, totalMs: 600_000, stallMs: 30_000 };
const MAX_REDIRECTS = 3;

/** A failure with its code. */
class FetchFailure extends Error {
  override name = 'FetchFailure';
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
function ask(
  url: URL,
  address: LookupAddress,
  headers: http.OutgoingHttpHeaders,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    (url.protocol === 'https:' ? https : http)
      .get(url, {
        agent: false,
        signal,
        headers,
        lookup: (_hostname, { all }, done) =>
          all ? done(null, [address]) : done(null, address.address, address.family),
      })
      .once('response', resolve)
      .on('error', reject);
  });
}

/** Follows redirects, checking each hop; other origins get no credentials. */
async function open200(request: FeedRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { etag, lastModified } = request.seen;
  const first = new URL(request.url);
  let url = first;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    if (url.protocol !== 'https:' && !isOwnMachine(url.href)) throw new FetchFailure('not_https');
    const address = await pinAddress(url, resolveBySystem, request.allowedHosts);
    const response = await ask(
      url,
      address,
      {
        accept: '*/*',
        'accept-encoding': 'gzip',
        'user-agent': 'Forecourt stock import',
        ...(request.authorization && url.origin === first.origin
          ? { authorization: request.authorization }
          : {}),
        ...(etag === null ? {} : { 'if-none-match': etag }),
        ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
      },
      signal,
    );
    const { statusCode = 0, headers } = response;
    if (statusCode === 200 || statusCode === 304) return response;
    response.destroy();
    if (!REDIRECTS.has(statusCode)) throw new FetchFailure(`http_${statusCode}`);
    const next = URL.parse(headers.location ?? '', url);
    if (!next) throw new FetchFailure('bad_redirect');
    url = next;
  }
  throw new FetchFailure('too_many_redirects');
}

/** Detects gzip by its magic bytes, whatever the headers say. */
const isGzip = (chunk: Buffer): boolean => chunk[0] === 0x1f && chunk[1] === 0x8b;

/** Fails above the limit before the bytes are stored. */
const capped = (maxBytes: number, onBytes = () => {}) => {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes();
      size += chunk.length;
      if (size > maxBytes) done(new FetchFailure('too_large'));
      else done(null, chunk);
    },
  });
};

async function* withFirst(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Decompresses the body, limiting the size of both. */
async function contentOf(
  response: IncomingMessage,
  maxBytes: number,
  onBytes: () => void,
): Promise<AsyncIterable<Buffer>> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip') throw new FetchFailure('unknown_compression');
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new FetchFailure('too_large');
  const sent: AsyncIterator<Buffer> = response[Symbol.asyncIterator]();
  const first = await sent.next();
  if (first.done) return response;
  const whole = withFirst(first.value, sent);
  const ignore = () => {};
  return isGzip(first.value)
    ? pipeline(whole, capped(maxBytes, onBytes), createGunzip(), capped(maxBytes), ignore)
    : pipeline(whole, capped(maxBytes, onBytes), ignore);
}

async function store(
  request: FeedRequest,
  response: IncomingMessage,
  { maxBytes }: FeedLimits,
  onBytes: () => void,
): Promise<FeedFetched> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(request.file, 'w', 0o600);
  try {
    for await (const chunk of await contentOf(response, maxBytes, onBytes)) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  const { etag = null, 'last-modified': lastModified = null } = response.headers;
  return { kind: 'fetched', bytes, hash: hash.digest('hex'), etag, lastModified };
}

const ENDS: ReadonlySet<string> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR']);

function codeOf(error: unknown): string {
  if (error instanceof FetchFailure) return error.message;
  if (error instanceof RefusedAddressError) return error.message.replace(/^an? /, '').replaceAll(' ', '_');
  const { code = '' } = error as NodeJS.ErrnoException;
  if (ENDS.has(code)) return 'cut_off';
  if (code.startsWith('Z_')) return 'bad_compression';
  if (/CERT|SIGNED|TLS|SSL/.test(code)) return 'bad_certificate';
  if (['ENOSPC', 'EACCES', 'EDQUOT', 'EROFS'].includes(code)) return 'not_stored';
  return 'no_connection';
}

/**
 * Fetches a feed into a file, over https from public addresses, within limits of size and time. Returns failures and
 * never rejects; the file is unusable then.
 */
export async function fetchFeed(
  request: FeedRequest,
  limits: FeedLimits = FEED_LIMITS,
): Promise<FeedResponse> {
  const stall = new AbortController();
  const total = AbortSignal.timeout(limits.totalMs);
  const signal = AbortSignal.any([request.signal, total, stall.signal]);
  const watch = setInterval(() => stall.abort(), limits.stallMs);
  const onBytes = () => watch.refresh();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new FetchFailure('aborted')), { once: true });
  });
  aborted.catch(() => {});
  let response: IncomingMessage | undefined;
  const work = async (): Promise<FeedResponse> => {
    response = await open200(request, signal);
    onBytes();
    const isConditional = request.seen.etag !== null || request.seen.lastModified !== null;
    if (response.statusCode === 200) return store(request, response, limits, onBytes);
    return isConditional ? { kind: 'unchanged' } : { kind: 'failed', code: 'http_304' };
  };
  const working = work();
  try {
    // DNS lookups cannot be aborted; the result is ignored.
    return await Promise.race([working, aborted]);
  } catch (error) {
    if (request.signal.aborted) return { kind: 'failed', code: 'stopped' };
    if (total.aborted) return { kind: 'failed', code: 'too_slow' };
    return { kind: 'failed', code: stall.signal.aborted ? 'stalled' : codeOf(error) };
  } finally {
    clearInterval(watch);
    if (response) {
      response.destroy();
      // Nothing may be written after this function returns.
      await working.catch(() => {});
    }
  }
}
