import { createHash } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { join, relative, resolve, sep } from 'node:path';
import { pipeline, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type FeedLocations, secretNamed } from '#src/config/environment.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { isOwnMachine } from '#src/config/sections/stock/remote-place.ts';
import {
  type FeedFetched,
  type FeedLimits,
  type FeedRequest,
  type FeedResponse,
  type FeedSeen,
  MAX_FEED_BYTES,
} from '#src/features/stock/parsing/feed-content.ts';
import { pinAddress, RefusedAddressError, resolveBySystem } from '#src/platform/http/public-address.ts';
import type { Services } from '#src/server/services.ts';
import { feedFile } from './read-feed.ts';

const FEED_LIMITS: FeedLimits = { maxBytes: MAX_FEED_BYTES, totalMs: 600_000, stallMs: 30_000 };
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

/** A local feed has neither byte count nor hash: its time and size show whether it has changed. */
type SourceResponse =
  | ({ kind: 'fetched'; file: string } & Pick<FeedFetched, 'etag' | 'lastModified'> & {
        bytes: number | null;
        hash: string | null;
      })
  | Exclude<FeedResponse, FeedFetched>;

export type SourceOptions = {
  dealersDir: string;
  signal: AbortSignal;
  /** Started by a person: a file is read even if it has just changed. */
  isByHand?: boolean;
  limits?: FeedLimits | undefined;
};

/** A supplier may still be writing a recently changed file. */
const STABLE_AFTER_MS = 5000;

/** Paths of a dealer's fetched feeds: the newest, and the last one imported; and of the photos in its archives. */
export function feedFiles(dataDir: string, dealer: string) {
  const folder = join(dataDir, 'feeds');
  return {
    folder,
    fetched: join(folder, `${dealer}.new`),
    lastGood: join(folder, `${dealer}.last`),
    photos: join(folder, `${dealer}.photos`),
  };
}

function readFile(
  feed: FeedConfig,
  seen: FeedSeen,
  { dealersDir, isByHand }: Pick<SourceOptions, 'dealersDir' | 'isByHand'>,
): SourceResponse {
  const file = feedFile(feed, dealersDir);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return { kind: 'failed', code: 'no_file' };
  if (!isByHand && Math.abs(Date.now() - stats.mtimeMs) < STABLE_AFTER_MS)
    return { kind: 'failed', code: 'being_written' };
  const etag = `${stats.mtimeMs}-${stats.size}`;
  if (seen.etag === etag) return { kind: 'unchanged' };
  return { kind: 'fetched', file, bytes: stats.size, hash: null, etag, lastModified: null };
}

/**
 * Reads a dealer's feed from its source.
 * @param seen validators of the last valid feed; all null to read it in any case
 */
export async function readSource(
  { env }: Pick<Services, 'env'>,
  { slug }: Pick<DealerConfig, 'slug'>,
  feed: FeedConfig,
  seen: FeedSeen,
  { signal, limits = FEED_LIMITS, ...options }: SourceOptions,
): Promise<SourceResponse> {
  const { url, authorization: name } = feed;
  if (url === undefined) return readFile(feed, seen, options);
  const authorization = name === undefined ? undefined : secretNamed(name);
  if (name !== undefined && authorization === undefined) return { kind: 'failed', code: 'no_credentials' };
  const { folder, fetched: file } = feedFiles(env.DATA_DIR, slug);
  mkdirSync(folder, { recursive: true });
  const allowedHosts = new Set(env.FEED_HOSTS);
  const response = await fetchFeed({ url, authorization, seen, file, allowedHosts, signal }, limits);
  return response.kind === 'fetched' ? { ...response, file } : response;
}

/** Folders of DATA_DIR that the application itself uses, and that contain no feeds. */
const OWN_FOLDERS: ReadonlySet<string> = new Set([
  'dist',
  'feeds',
  'images',
  'meilisearch',
  'sites',
  'trade-in-photos',
]);

/** Resolves symbolic links; unchanged if the file does not exist. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Path segments from a folder to a file inside it. */
function stepsBelow(folder: string, file: string): string[] | undefined {
  const steps = relative(realPath(folder), file).split(sep);
  return steps[0] === '' || steps[0] === '..' || steps.includes('..') ? undefined : steps;
}

/**
 * CFG-23: whether a dealer's feed may be located there: below the dealers folder, in a folder of DATA_DIR not used by
 * the application, or below a folder the operator allows. Symbolic links are resolved.
 * @param slug of the dealer, whose fetched feeds are in DATA_DIR
 */
export function isAllowedFeedPath(
  file: string,
  slug: string,
  { dealersDir, ...places }: FeedLocations & { dealersDir: string },
): boolean {
  const real = realPath(file);
  const inData = stepsBelow(places.DATA_DIR, real);
  const inDealers = stepsBelow(dealersDir, real);
  const fetched = join('feeds', slug);
  if (places.FEED_FOLDERS.some((folder) => stepsBelow(folder, real))) return true;
  // If the folders are nested, the inner one decides.
  if (inDealers && (!inData || inDealers.length <= inData.length)) return true;
  if (!inData) return false;
  const isFetched = [`${fetched}.new`, `${fetched}.last`].includes(inData.join(sep));
  return isFetched || (inData.length > 1 && !OWN_FOLDERS.has(inData[0] ?? ''));
}

export const FEED_PLACE_REMEDY =
  'Move the feed below the dealers folder or into a folder of DATA_DIR, or have the operator list its folder in FEED_FOLDERS.';
