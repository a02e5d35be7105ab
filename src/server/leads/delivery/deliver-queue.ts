import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/lead-destinations.ts';
import { takeProbe } from '#src/providers/database/destination-health.ts';
import { withLockTimeout } from '#src/providers/database/engines/write-turns.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  releaseDeliveries,
  settleDelivery,
} from '#src/providers/database/outbox.ts';
import type { DueQueue } from '#src/providers/database/outbox-queues.ts';
import { type AdapterFor, adapterFor } from './adapter-for.ts';
import { attemptDelivery, type OutboxServices } from './attempt-delivery.ts';
import { judgeDestination, type Probe } from './judge-destination.ts';
import { settlementOf } from './settlement.ts';

/** Longer than any delivery can take. */
export const LEASE_MS = 60_000;
/** A claim that waits longer for the database is left to the next round, because its lease has already started. */
const CLAIM_PATIENCE_MS = 5000;
/** Concurrent deliveries of one worker to one destination; few enough for a receiver that has just recovered. */
export const QUEUE_LIMIT = 5;

export type DeliveryOptions = {
  adapterFor?: AdapterFor;
  random?: () => number;
  /** Deliveries claimed and not settled yet. */
  inHand?: Set<ClaimedDelivery>;
  /** Delivers no other lead. */
  leadId?: string;
};

/**
 * Delivers what is due in a queue, at most LANE_LIMIT; only one as a probe.
 * @returns the number claimed
 */
export async function deliverQueue(
  services: OutboxServices,
  queue: DueQueue,
  options: DeliveryOptions = {},
): Promise<number> {
  const { claimed, probe } = await withLockTimeout(CLAIM_PATIENCE_MS, () => claim(services, queue, options));
  for (const delivery of claimed) options.inHand?.add(delivery);
  const missing = await Promise.all(
    claimed.map(async (delivery) => {
      try {
        return await deliverOne(services, delivery, probe, options);
      } finally {
        options.inHand?.delete(delivery);
      }
    }),
  );
  const reasons = [...new Set(missing.flatMap((reason) => (reason ? `${queue.dealer}: ${reason}` : [])))];
  if (reasons.length > 0) {
    services.log.warn({ leads: missing.filter(Boolean).length, reasons }, 'leads wait for a setting');
  }
  return claimed.length;
}

async function claim(
  services: OutboxServices,
  queue: DueQueue,
  { leadId }: DeliveryOptions,
): Promise<{ claimed: ClaimedDelivery[]; probe?: Probe }> {
  const instant = services.clock.now();
  const now = instant.toISOString();
  const leasedUntil = new Date(instant.getTime() + LEASE_MS).toISOString();
  let probe: Probe | undefined;
  if (queue.isProbe) {
    const failures = await takeProbe(services.db, queue, { now, probeAt: leasedUntil });
    if (failures === undefined) return { claimed: [] };
    probe = { failures };
  }
  const limit = probe ? 1 : QUEUE_LIMIT;
  const claimed = await claimDeliveries(services.db, {
    queue,
    now,
    leasedUntil,
    limit,
    isProbe: queue.isProbe,
    leadId,
  });
  return { claimed, ...(probe && { probe }) };
}

/** @returns the setting that is missing, if one is */
async function deliverOne(
  services: OutboxServices,
  delivery: ClaimedDelivery,
  probe: Probe | undefined,
  { adapterFor: adapterOf = adapterFor, random = Math.random }: DeliveryOptions,
): Promise<string | undefined> {
  const started = performance.now();
  const result = await attemptDelivery(services, delivery, adapterOf);
  const now = services.clock.now();
  const settlement = settlementOf(delivery, result, now, random());
  const detail = result.kind === 'delivered' ? null : result.reason;
  const line = {
    at: now.toISOString(),
    outcome: result.kind,
    detail,
    answer: result.kind === 'rejected' ? result.answer : undefined,
    duration_ms: Math.round(performance.now() - started),
  };
  const isTried = result.kind !== 'unready';
  const settled = await settleDelivery(services.db, delivery, settlement, isTried ? line : undefined);
  await judgeDestination(services, delivery, result, { probe, random: random() });
  if (result.kind === 'unready') return result.reason;
  const facts = {
    leadId: delivery.lead_id,
    dealer: delivery.dealer,
    destination: delivery.destination,
    attempts: settlement.attempts,
  };
  if (!settled) services.log.warn(facts, 'lead delivered after its lease had expired');
  else if (result.kind === 'delivered') services.log.info(facts, 'lead delivered');
  // The dealer has the lead: only its thanks went nowhere.
  else if (settlement.state === 'dead' && delivery.destination === ACKNOWLEDGEMENT_DESTINATION)
    services.log.warn({ ...facts, detail }, 'acknowledgement not delivered');
  else if (settlement.state === 'dead') services.log.error({ ...facts, detail }, 'lead delivery given up');
  else services.log.warn({ ...facts, detail }, 'lead delivery waits');
  return undefined;
}

/** Releases unfinished deliveries, so that other workers need not wait for the lease to expire. */
export const releaseInHand = ({ db }: OutboxServices, inHand: ReadonlySet<ClaimedDelivery>): Promise<void> =>
  releaseDeliveries(db, [...inHand]);
