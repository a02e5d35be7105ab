import { createHash } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Delivery } from '#src/config/sections/stock/feed-deliveries.ts';
import { FEED_FORMATS } from '#src/features/feeds/feed-formats.ts';
import { type DeliveryRow, deliveryRows } from '#src/features/feeds/server/queries/delivery-queries.ts';
import { type FeedSchedule, staleFrom } from '#src/features/stock/server/schedule/feed-schedule.ts';
import { DAY_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';

const DEFAULT_AT = ['05:00'] as const;

/** A delivery of a dealer file, when it runs, and its state. */
export type ScheduledDelivery = { delivery: Delivery; schedule: FeedSchedule; state: DeliveryRow };

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

const deliveryId = ({ feed, url }: Delivery): string => hashOf([feed, url]);

const scheduleOf = ({ every, at }: Delivery, timeZone: string): FeedSchedule =>
  every === undefined ? { at: at ?? DEFAULT_AT, timeZone } : { everyMs: every * MINUTE_MS };

/** Changed settings make a delivery due, so that whoever corrects them sees the effect. */
function stateOf(
  dealer: string,
  id: string,
  settings: string,
  known: DeliveryRow | undefined,
  now: Date,
): DeliveryRow {
  if (known?.settings === settings) return known;
  const at = now.toISOString();
  const fresh: DeliveryRow = {
    ...{ dealer, id, settings, scheduled_at: at, next_due_at: at, failures: 0, failing_since: null },
    ...{ last_attempt_at: null, last_success_at: null, last_outcome: null, last_error: null },
    ...{ bytes: null, vehicles: null, left_out: null },
  };
  return known ? { ...known, settings, next_due_at: at } : fresh;
}

/** The deliveries of a dealer file. @param known states of any dealers */
export function scheduledDeliveries(
  { slug, timeZone, outboundFeeds }: Pick<DealerConfig, 'slug' | 'timeZone' | 'outboundFeeds'>,
  known: readonly DeliveryRow[],
  now: Date,
): ScheduledDelivery[] {
  return outboundFeeds.deliveries.map((delivery) => {
    const id = deliveryId(delivery);
    const schedule = scheduleOf(delivery, timeZone);
    const row = known.find((each) => each.dealer === slug && each.id === id);
    return { delivery, schedule, state: stateOf(slug, id, hashOf([delivery, schedule]), row, now) };
  });
}

export const deliveryLease = ({ dealer, id }: DeliveryRow): string => `delivery:${dealer}:${id}`;

/** Vehicles of a closed site are advertised nowhere. */
export const mayDeliver = ({ status, outboundFeeds }: DealerConfig): boolean =>
  status.state === 'live' && outboundFeeds.deliveries.length > 0;

/** Deliveries that are due, of all dealers. */
export async function dueDeliveries({
  db,
  clock,
  tenants,
}: Pick<Services, 'db' | 'clock' | 'tenants'>): Promise<{ dealer: DealerConfig; due: ScheduledDelivery }[]> {
  const dealers = tenants.all.filter(mayDeliver);
  if (dealers.length === 0) return [];
  const now = clock.now();
  const known = await deliveryRows(db);
  return dealers.flatMap((dealer) =>
    scheduledDeliveries(dealer, known, now)
      .filter(({ state }) => state.next_due_at <= now.toISOString())
      .map((due) => ({ dealer, due })),
  );
}

/** Whether three deliveries in a row were missed, or all attempts of a day have failed. */
export function isOverdue({ schedule, state }: Omit<ScheduledDelivery, 'delivery'>, now: Date): boolean {
  const { failures, failing_since: since, last_success_at, scheduled_at } = state;
  // After downtime of all processes, the feed is delivered before anyone is alerted.
  if (failures === 0) return false;
  const isStale = now >= staleFrom(schedule, new Date(last_success_at ?? scheduled_at));
  return isStale || (since !== null && now.getTime() - Date.parse(since) >= DAY_MS);
}

/** For people: "Stock as XML (carsales) to files.example". */
export const deliveryName = ({ feed, url }: Delivery): string =>
  `${FEED_FORMATS[feed].name} to ${receiverOf(url)}`;

/** Host of the server, with its port if that is unusual. */
export const receiverOf = (url: string): string => URL.parse(url)?.host.toLowerCase() ?? 'its server';
