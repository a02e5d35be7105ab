import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { OUTBOUND_FEEDS, type OutboundFeed } from '#src/config/sections/stock/feed-deliveries.ts';
import { FEED_FORMATS, feedOfFile } from '#src/features/feeds/feed-formats.ts';
import { outboundFeedPath } from '#src/platform/routing/page-paths.ts';
import type { Services } from '#src/server/services.ts';

type Dealer = Pick<DealerConfig, 'slug' | 'outboundFeeds'>;

/** HMAC of 32 characters. */
const tokenOf = ({ slug, outboundFeeds }: Dealer, secret: string): string =>
  createHmac('sha256', secret)
    .update(`outbound-feeds\n${slug}\n${outboundFeeds.token}`)
    .digest('base64url')
    .slice(0, 32);

/** Whether a token grants access to a dealer's feeds. */
function isFeedToken(dealer: Dealer, token: string, secret: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(dealer, secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const offeredFeeds = ({ outboundFeeds }: Pick<DealerConfig, 'outboundFeeds'>): OutboundFeed[] =>
  OUTBOUND_FEEDS.filter((feed) => outboundFeeds[feed]);

/** Absolute URL of a feed. */
export const feedAddress = (dealer: DealerConfig, feed: OutboundFeed, secret: string): string =>
  `${canonicalOrigin(dealer)}${outboundFeedPath(tokenOf(dealer, secret), FEED_FORMATS[feed].file)}`;

const UNLISTED = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' };

/**
 * PLAT-06: `GET /feeds/{token}/{file}` from current stock, so that a vehicle reserved or hidden since the last import
 * is not advertised. 404 for another token or a feed the dealer does not offer.
 */
export async function respondWithFeed(
  { documents, clock, env }: Pick<Services, 'documents' | 'clock' | 'env'>,
  dealer: DealerConfig,
  { token = '', file = '' }: { token?: string | undefined; file?: string | undefined },
): Promise<Response> {
  const feed = feedOfFile(file);
  const isOffered = feed !== undefined && dealer.outboundFeeds[feed];
  if (!isOffered || !isFeedToken(dealer, token, env.SITE_SECRET))
    return new Response('No such feed.\n', { status: 404, headers: UNLISTED });
  const format = FEED_FORMATS[feed];
  const text = await documents.outboundFeed({ dealer, feed, at: clock.now() });
  return new Response(text, {
    headers: {
      ...UNLISTED,
      'Content-Type': format.contentType,
      'Content-Disposition': `attachment; filename="${format.file}"`,
    },
  });
}
