import type { OutboxServices } from '#src/features/leads/server/delivery/attempt-delivery.ts';
import { deliverOutbox } from '#src/features/leads/server/delivery/outbox-worker.ts';

/** Seconds the clock is advanced at a time. */
const TICK_SECONDS = 5;
const AWAY_SECONDS = 3600;
/** Turns a worker has in that time, if the CRM takes 200 ms for a response. */
const TURNS_A_TICK = TICK_SECONDS * 5;
const LONGEST_WAIT_SECONDS = 3600;

export type CrmUnavailable = {
  /** From the return of the CRM to the last delivery; NaN where some were not delivered. */
  secondsToDeliverAll: number;
  /** Posts the CRM refused during its hour. */
  turnedAway: number;
  /** Arrivals after its return; equal to the number of leads if each came once. */
  arrivals: number;
};

/**
 * Advances the clock through an hour in which a CRM responds with 500 while leads arrive evenly, and on until all are
 * delivered.
 * @param workers how many deliver side by side
 * @param store stores the lead with that number
 * @param random from 0 to 1
 */
export async function crmUnavailable(options: {
  services: OutboxServices;
  time: { now: number };
  workers: number;
  leads: number;
  store: (n: number) => Promise<unknown>;
  random: () => number;
}): Promise<CrmUnavailable> {
  const { services, time, workers, leads, store, random } = options;
  const kept = new Set<string>();
  let isAway = true;
  let turnedAway = 0;
  let arrivals = 0;
  const adapter = {
    async deliver({ leadId }: { leadId: string }) {
      if (isAway) {
        turnedAway += 1;
        return { kind: 'retry', reason: 'HTTP 500' } as const;
      }
      arrivals += 1;
      kept.add(leadId);
      return { kind: 'delivered' } as const;
    },
  };
  async function deliverForATick(): Promise<void> {
    for (let turn = 0; turn < TURNS_A_TICK; turn++) {
      const turns = Array.from({ length: workers }, () =>
        deliverOutbox(services, { adapterFor: () => ({ adapter }), random }),
      );
      if ((await Promise.all(turns)).every((claimed) => claimed === 0)) break;
    }
    time.now += TICK_SECONDS * 1000;
  }

  let stored = 0;
  for (let second = TICK_SECONDS; second <= AWAY_SECONDS; second += TICK_SECONDS) {
    while (stored * AWAY_SECONDS < leads * second) await store(stored++);
    await deliverForATick();
  }
  isAway = false;
  let seconds = 0;
  for (; kept.size < leads && seconds < LONGEST_WAIT_SECONDS; seconds += TICK_SECONDS) {
    await deliverForATick();
  }
  return { secondsToDeliverAll: kept.size === leads ? seconds : Number.NaN, turnedAway, arrivals };
}
