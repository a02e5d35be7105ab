import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { OUTBOUND_FEEDS, type OutboundFeed } from '#src/config/sections/outbound-feeds.ts';
import { FEED_FORMATS } from '#src/domain/outbound-feeds/feed-formats.ts';
import { outboundFeedPath } from '#src/routing/page-paths.ts';

type Dealer = Pick<DealerConfig, 'slug' | 'outboundFeeds'>;

/** 32 characters that only this installation can make. */
const tokenOf = ({ slug, outboundFeeds }: Dealer, secret: string): string =>
  createHmac('sha256', secret)
    .update(`outbound-feeds\n${slug}\n${outboundFeeds.token}`)
    .digest('base64url')
    .slice(0, 32);

/** Whether a token opens the feeds of a dealer. */
export function isFeedToken(dealer: Dealer, token: string, secret: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(dealer, secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The feeds a dealer offers. */
export const offeredFeeds = ({ outboundFeeds }: Pick<DealerConfig, 'outboundFeeds'>): OutboundFeed[] =>
  OUTBOUND_FEEDS.filter((feed) => outboundFeeds[feed]);

/** The full address of a feed. */
export const feedAddress = (dealer: DealerConfig, feed: OutboundFeed, secret: string): string =>
  `${canonicalOrigin(dealer)}${outboundFeedPath(tokenOf(dealer, secret), FEED_FORMATS[feed].file)}`;
