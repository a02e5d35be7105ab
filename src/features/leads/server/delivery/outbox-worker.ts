import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/leads/leads-section.ts';
import { type AdapterFor, adapterFor } from '#src/features/leads/server/destinations/adapter-for.ts';
import { claimProbe } from '#src/features/leads/server/queries/destination-health-queries.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DueQueue,
  dueQueues,
  releaseDeliveries,
  settleDelivery,
} from '#src/features/leads/server/queries/outbox-queries.ts';
import { withLockTimeout } from '#src/platform/database/engines/write-queue.ts';
import { inTrace, type SpanStart } from '#src/platform/tracing/tracing.ts';
import {
  attemptDelivery,
  judgeDestination,
  type OutboxServices,
  type Probe,
  settlementOf,
} from './attempt-delivery.ts';

/** Longer than any delivery can take. */
export const LEASE_MS = 60_000;
/** A claim that waits longer for a database lock is left to the next round, because its lease has already started. */
const CLAIM_TIMEOUT_MS = 5000;
/** Concurrent deliveries of a worker to one destination; few enough for a receiver that has just recovered. */
const QUEUE_LIMIT = 5;

export type DeliveryOptions = {
  adapterFor?: AdapterFor;
  random?: () => number;
  inFlight?: Set<ClaimedDelivery>;
  /** Restricts delivery to this lead. */
  leadId?: string;
};

/** Continues the trace of the request that stored the lead; nothing of it is sent to the destination. */
const spanOf = ({ dealer, destination, attempts, traceparent }: ClaimedDelivery): SpanStart => ({
  name: 'delivery',
  facts: {
    'forecourt.dealer': dealer,
    'forecourt.destination': destination,
    'forecourt.attempt': attempts,
  },
  parent: traceparent,
});

/**
 * Delivers what is due in a queue, at most QUEUE_LIMIT, or one as a probe.
 * @returns the number claimed
 */
export async function deliverQueue(
  services: OutboxServices,
  queue: DueQueue,
  options: DeliveryOptions = {},
): Promise<number> {
  const { claimed, probe } = await withLockTimeout(CLAIM_TIMEOUT_MS, () => claim(services, queue, options));
  for (const delivery of claimed) options.inFlight?.add(delivery);
  const missing = await Promise.all(
    claimed.map(async (delivery) => {
      try {
        return await inTrace(spanOf(delivery), () => deliverOne(services, delivery, probe, options));
      } finally {
        options.inFlight?.delete(delivery);
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
    const failures = await claimProbe(services.db, queue, { now, probeAt: leasedUntil });
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

/** @returns the missing setting, if any */
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
  if (!settled && result.kind === 'unsent')
    services.log.warn({ ...facts, detail }, 'lead not sent: its lease has expired');
  else if (!settled) services.log.warn(facts, 'lead delivered after its lease had expired');
  else if (result.kind === 'delivered') services.log.info(facts, 'lead delivered');
  // The dealer has the lead; only the e-mail to the shopper failed.
  else if (settlement.state === 'dead' && delivery.destination === ACKNOWLEDGEMENT_DESTINATION)
    services.log.warn({ ...facts, detail }, 'acknowledgement not delivered');
  else if (settlement.state === 'dead') services.log.error({ ...facts, detail }, 'lead delivery given up');
  else services.log.warn({ ...facts, detail }, 'lead delivery waits');
  return undefined;
}

/**
 * Serves every due queue once. Safe to run in several processes.
 * @returns the number of deliveries claimed
 */
export async function deliverOutbox(
  services: OutboxServices,
  options: DeliveryOptions = {},
): Promise<number> {
  const queues = await dueQueues(services.db, services.clock.now().toISOString());
  const claimed = await Promise.all(queues.map((queue) => deliverQueue(services, queue, options)));
  return claimed.reduce((sum, each) => sum + each, 0);
}

const POLL_MS = 1000;
/** Queues served in parallel: as many destinations may hang before another has to wait. */
const MAX_QUEUES = 20;
/** The grace period for running deliveries, well within `LONGEST_STOP_MS`. */
const STOP_GRACE_MS = 8000;

export type OutboxWorker = {
  /** Resolves once running deliveries have finished, or were released after the grace period. */
  stop(): Promise<void>;
};

type WorkerOptions = DeliveryOptions & { pollMs?: number; maxQueues?: number; stopGraceMs?: number };

const keyOf = ({ dealer, destination }: DueQueue) => `${dealer} ${destination}`;

/**
 * Delivers leads as they become due, until stopped. Queues run in parallel, so that a hanging destination delays only
 * itself; if there are too many, the least recently served go first. Failures are logged and retried.
 */
export function startOutboxWorker(services: OutboxServices, options: WorkerOptions = {}): OutboxWorker {
  const { pollMs = POLL_MS, maxQueues = MAX_QUEUES, stopGraceMs = STOP_GRACE_MS } = options;
  const inFlight = new Set<ClaimedDelivery>();
  const running = new Map<string, Promise<void>>();
  const lastServed = new Map<string, number>();
  let served = 0;
  let isSaturated = false;
  let stopped = false;
  let wake = () => {};

  const failed = (error: unknown) => {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ reason }, 'lead delivery round failed');
    return 0;
  };

  async function runQueue(queue: DueQueue): Promise<void> {
    let claimed: number;
    do {
      lastServed.set(keyOf(queue), ++served);
      claimed = await deliverQueue(services, queue, { ...options, inFlight }).catch(failed);
    } while (claimed === QUEUE_LIMIT && !isSaturated && !stopped);
    running.delete(keyOf(queue));
    if (claimed > 0) wake();
  }

  async function startQueues(): Promise<void> {
    const due = (await dueQueues(services.db, services.clock.now().toISOString()))
      .filter((queue) => !running.has(keyOf(queue)))
      .sort((a, b) => (lastServed.get(keyOf(a)) ?? 0) - (lastServed.get(keyOf(b)) ?? 0));
    const room = maxQueues - running.size;
    isSaturated = due.length > room;
    if (stopped) return;
    for (const queue of due.slice(0, Math.max(0, room))) running.set(keyOf(queue), runQueue(queue));
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await startQueues().catch(failed);
      if (stopped) return;
      let timer: NodeJS.Timeout | undefined;
      const polled = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, pollMs);
      });
      await Promise.race([woken, polled]);
      clearTimeout(timer);
    }
  }

  const round = run();
  return {
    async stop() {
      stopped = true;
      wake();
      await round;
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopGraceMs);
      });
      await Promise.race([Promise.all(running.values()), grace]);
      clearTimeout(timer);
      await releaseDeliveries(services.db, [...inFlight]).catch(failed);
    },
  };
}
