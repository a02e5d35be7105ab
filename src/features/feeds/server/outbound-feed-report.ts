import type { DealerConfig } from '#src/config/dealer-config.ts';
import { FEED_FORMATS, type LeftOut } from '#src/features/feeds/feed-formats.ts';
import { deliveryRows } from '#src/features/feeds/server/queries/delivery-queries.ts';
import type { Services } from '#src/server/services.ts';
import { advertisedVehicles } from './advertised-vehicles.ts';
import { type ScheduledDelivery, scheduledDeliveries } from './deliveries/delivery-schedule.ts';
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

export type DeliveryReport = FeedReport & { scheduled: ScheduledDelivery };

/** FEED-23: each delivery of a dealer with its state, and the vehicles left out now. */
export async function reportDeliveries(
  services: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
): Promise<DeliveryReport[]> {
  const { db, clock } = services;
  if (dealer.outboundFeeds.deliveries.length === 0) return [];
  const advertised = await advertisedVehicles(services, dealer);
  return scheduledDeliveries(dealer, await deliveryRows(db), clock.now()).map((scheduled) => {
    const { feed, url } = scheduled.delivery;
    const { vehicles, leftOut } = FEED_FORMATS[feed].write(advertised);
    return { name: FEED_FORMATS[feed].name, address: url, vehicles, leftOut, scheduled };
  });
}
