import type { DealerConfig } from '#src/config/dealer-config.ts';
import { FEED_FORMATS, type LeftOut } from '#src/features/feeds/feed-formats.ts';
import type { Services } from '#src/server/services.ts';
import { advertisedVehicles } from './advertised-vehicles.ts';
import { feedAddress, offeredFeeds } from './outbound-feed-response.ts';

/** Current state of a dealer's feed. */
export type FeedReport = { name: string; address: string; vehicles: number; leftOut: LeftOut[] };

/** PLAT-06: each feed a dealer offers, with the vehicles left out and the reasons. */
export async function reportFeeds(
  services: Pick<Services, 'db' | 'clock' | 'env'>,
  dealer: DealerConfig,
): Promise<FeedReport[]> {
  const feeds = offeredFeeds(dealer);
  if (feeds.length === 0) return [];
  const advertised = await advertisedVehicles(services, dealer);
  return feeds.map((feed) => {
    const { vehicles, leftOut } = FEED_FORMATS[feed].write(advertised);
    const address = feedAddress(dealer, feed, services.env.SITE_SECRET);
    return { name: FEED_FORMATS[feed].name, address, vehicles, leftOut };
  });
}
