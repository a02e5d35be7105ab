import { takeProbe } from '#src/providers/database/destination-health.ts';
import { withLockPatience } from '#src/providers/database/lock-patience.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  releaseDeliveries,
  settleDelivery,
} from '#src/providers/database/outbox.ts';
import type { DueLane } from '#src/providers/database/outbox-lanes.ts';
import { attemptDelivery, type OutboxServices } from './attempt-delivery.ts';
import { type CourierFor, courierFor } from './courier-for.ts';
import { judgeDestination, type Probe } from './judge-destination.ts';
import { settlementOf } from './settlement.ts';

/** Longer than any delivery can take. */
export const LEASE_MS = 60_000;
/** A claim that waits longer for the database is left to the next round: its lease runs already. */
const CLAIM_PATIENCE_MS = 5000;
/** What one worker has under way to one destination; few enough for a receiver that is just back. */
export const LANE_LIMIT = 5;

export type DeliveryOptions = {
  courierFor?: CourierFor;
  random?: () => number;
  /** What is claimed and not settled yet. */
  inHand?: Set<ClaimedDelivery>;
  /** Delivers no other lead. */
  leadId?: string;
};

/**
 * Delivers what is due in a lane, at most LANE_LIMIT; one where it is a probe.
 * @returns how many were claimed
 */
export async function deliverLane(
  services: OutboxServices,
  lane: DueLane,
  options: DeliveryOptions = {},
): Promise<number> {
  const { claimed, probe } = await withLockPatience(CLAIM_PATIENCE_MS, () => claim(services, lane, options));
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
  const reasons = [...new Set(missing.flatMap((reason) => (reason ? `${lane.dealer}: ${reason}` : [])))];
  if (reasons.length > 0) {
    services.log.warn({ leads: missing.filter(Boolean).length, reasons }, 'leads wait for a setting');
  }
  return claimed.length;
}

async function claim(
  services: OutboxServices,
  lane: DueLane,
  { leadId }: DeliveryOptions,
): Promise<{ claimed: ClaimedDelivery[]; probe?: Probe }> {
  const instant = services.clock.now();
  const now = instant.toISOString();
  const leasedUntil = new Date(instant.getTime() + LEASE_MS).toISOString();
  let probe: Probe | undefined;
  if (lane.isProbe) {
    const failures = await takeProbe(services.db, lane, { now, probeAt: leasedUntil });
    if (failures === undefined) return { claimed: [] };
    probe = { failures };
  }
  const limit = probe ? 1 : LANE_LIMIT;
  const claimed = await claimDeliveries(services.db, {
    lane,
    now,
    leasedUntil,
    limit,
    isProbe: lane.isProbe,
    leadId,
  });
  return { claimed, ...(probe && { probe }) };
}

/** @returns the setting that is missing, if one is */
async function deliverOne(
  services: OutboxServices,
  delivery: ClaimedDelivery,
  probe: Probe | undefined,
  { courierFor: courierOf = courierFor, random = Math.random }: DeliveryOptions,
): Promise<string | undefined> {
  const started = performance.now();
  const result = await attemptDelivery(services, delivery, courierOf);
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
  if (!settled) services.log.warn(facts, 'lead delivered after its lease had run out');
  else if (result.kind === 'delivered') services.log.info(facts, 'lead delivered');
  else if (settlement.state === 'dead') services.log.error({ ...facts, detail }, 'lead delivery given up');
  else services.log.warn({ ...facts, detail }, 'lead delivery waits');
  return undefined;
}

/** Gives back what is still in hand, so that another worker need not wait for its lease to run out. */
export const releaseInHand = ({ db }: OutboxServices, inHand: ReadonlySet<ClaimedDelivery>): Promise<void> =>
  releaseDeliveries(db, [...inHand]);
