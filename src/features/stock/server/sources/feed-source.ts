import { mkdirSync } from 'node:fs';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { secretNamed } from '#src/config/environment.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { isFtp, isSftp } from '#src/config/sections/stock/remote-place.ts';
import type { FeedSeen } from '#src/features/stock/parsing/feed-content.ts';
import type { Services } from '#src/server/services.ts';
import { readFolder, readLocalFile } from './feed-folder.ts';
import { feedFiles } from './feed-places.ts';
import { FEED_LIMITS, fetchFeed } from './fetch-feed.ts';
import { readPushed } from './pushed-feeds.ts';
import { readRemoteFeed } from './remote-feed.ts';
import type { SourceOptions, SourceResponse } from './source-response.ts';

/**
 * Reads a dealer's feed from its source (FEED-12).
 * @param seen validators of the last valid feed; all null to read it in any case
 */
export async function readSource(
  services: Pick<Services, 'db' | 'env' | 'storage' | 'clock'>,
  dealer: Pick<DealerConfig, 'slug'>,
  feed: FeedConfig,
  seen: FeedSeen,
  { limits = FEED_LIMITS, ...options }: SourceOptions,
): Promise<SourceResponse> {
  const { url, folder, push, authorization: name } = feed;
  if (folder !== undefined) return readFolder(services, dealer, { ...feed, folder }, { ...options, limits });
  if (push !== undefined) return readPushed(services, dealer, feed);
  if (url === undefined) return readLocalFile(feed, seen, options);
  if (isSftp(url) || isFtp(url))
    return readRemoteFeed(services, dealer, { ...feed, url }, seen, { ...options, limits });
  const authorization = name === undefined ? undefined : secretNamed(name);
  if (name !== undefined && authorization === undefined) return { kind: 'failed', code: 'no_credentials' };
  const own = feedFiles(services.env.DATA_DIR, dealer.slug);
  mkdirSync(own.folder, { recursive: true });
  const allowedHosts = new Set(services.env.FEED_HOSTS);
  const { signal, copyTo: file = own.fetched } = options;
  const request = { url, authorization, seen, file, allowedHosts, signal };
  const response = await fetchFeed(request, limits);
  return response.kind === 'fetched' ? { ...response, file } : response;
}
