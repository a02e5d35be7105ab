import type { DealerConfig } from '#src/config/dealer-config.ts';
import { FEED_FORMATS, feedOfFile } from '#src/domain/outbound-feeds/feed-formats.ts';
import type { Services } from '../services.ts';
import { isFeedToken } from './feed-address.ts';

const UNLISTED = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' };

/**
 * PLAT-06: `GET /feeds/{token}/{file}`, from the stock as it is now, so that a vehicle reserved or hidden since the
 * last import is not advertised. 404 for another token, and for a feed the dealer does not offer.
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
