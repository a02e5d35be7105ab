import type { DealerConfig } from '#src/config/dealer-config.ts';
import { connectTo } from '#src/platform/transfer/connect-to.ts';
import type { Services } from '#src/server/services.ts';
import { type Connect, deliverIfDue } from './deliver-feed.ts';
import { deliveryLease, dueDeliveries, type ScheduledDelivery } from './delivery-schedule.ts';

/** A receiver may take minutes, so several are delivered to concurrently. */
const CONCURRENCY = 4;

type DeliveryQueue = {
  /** Starts what is due, as far as there is room. */
  startDue(): Promise<void>;
  isIdle(): boolean;
  /** Resolves once nothing is being delivered. */
  settled(): Promise<void>;
};

/** FEED-23: delivers feeds that are due, a few at once. Any number may run in any process. */
export function createDeliveryQueue(
  services: Services,
  signal: AbortSignal,
  connect: Connect = connectTo,
): DeliveryQueue {
  const running = new Map<string, Promise<unknown>>();

  async function deliver(dealer: DealerConfig, due: ScheduledDelivery): Promise<void> {
    try {
      await deliverIfDue(services, dealer, due, { connect, signal });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (!signal.aborted)
        services.log.error({ job: 'deliveries', dealer: dealer.slug, reason }, 'feed job failed');
    }
  }

  return {
    async startDue() {
      for (const { dealer, due } of await dueDeliveries(services)) {
        if (running.size >= CONCURRENCY || signal.aborted) return;
        const name = deliveryLease(due.state);
        if (running.has(name)) continue;
        running.set(
          name,
          deliver(dealer, due).finally(() => running.delete(name)),
        );
      }
    },
    isIdle: () => running.size === 0,
    async settled() {
      await Promise.all(running.values());
    },
  };
}
