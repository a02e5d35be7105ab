import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { secretNamed } from '#src/config/environment.ts';
import type { FeedConfig } from '#src/config/sections/feed.ts';
import type { FeedFetched, FeedLimits, FeedResponse, FeedSeen } from '#src/providers/feeds/feed-source.ts';
import { FEED_LIMITS, fetchFeed } from '#src/providers/feeds/http-feed-source.ts';
import { feedFile } from '#src/providers/feeds/read-feed.ts';
import type { Services } from '../services.ts';

/** Of a file feed neither counts bytes nor hashes: its time and size say whether it has changed. */
export type SourceResponse =
  | ({ kind: 'fetched'; file: string } & Pick<FeedFetched, 'etag' | 'lastModified'> & {
        bytes: number | null;
        hash: string | null;
      })
  | Exclude<FeedResponse, FeedFetched>;

export type SourceOptions = {
  dealersDir: string;
  signal: AbortSignal;
  /** By a person: a file is read even if it has just changed. */
  isByHand?: boolean;
  limits?: FeedLimits | undefined;
};

/** A supplier may still be writing a file that has just changed. */
const SETTLED_AFTER_MS = 5000;

/** Where a dealer's fetched feeds are: the newest, and the last that was imported. */
export function feedFiles(dataDir: string, dealer: string) {
  const folder = join(dataDir, 'feeds');
  return { folder, fetched: join(folder, `${dealer}.new`), lastGood: join(folder, `${dealer}.last`) };
}

function readFile(
  feed: FeedConfig,
  seen: FeedSeen,
  { dealersDir, isByHand }: Pick<SourceOptions, 'dealersDir' | 'isByHand'>,
): SourceResponse {
  const file = feedFile(feed, dealersDir);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return { kind: 'failed', code: 'no_file' };
  if (!isByHand && Math.abs(Date.now() - stats.mtimeMs) < SETTLED_AFTER_MS)
    return { kind: 'failed', code: 'being_written' };
  const etag = `${stats.mtimeMs}-${stats.size}`;
  if (seen.etag === etag) return { kind: 'unchanged' };
  return { kind: 'fetched', file, bytes: stats.size, hash: null, etag, lastModified: null };
}

/**
 * Reads where a dealer's feed comes from.
 * @param seen validators of the last good feed; all null to read it in any case
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
