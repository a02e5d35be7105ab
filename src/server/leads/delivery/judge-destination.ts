import { FAILURES_TO_OPEN, probePauseMs } from '#src/domain/lead/delivery/delivery-retry.ts';
import {
  closeBreaker,
  countFailure,
  openBreaker,
  postponeProbe,
} from '#src/providers/database/destination-health.ts';
import type { DueQueue } from '#src/providers/database/outbox-queues.ts';
import type { AttemptResult, OutboxServices } from './attempt-delivery.ts';

/** A running probe: the destination's failures in a row before it. */
export type Probe = { failures: number };

const NOT_ASKED: readonly AttemptResult['kind'][] = ['unready', 'unsent', 'withheld'];

/**
 * Opens and closes the breaker of a destination by its responses. A refusal counts as available. A missing setting,
 * or a lead that was not sent, does not count.
 */
export async function judgeDestination(
  { db, log, clock }: OutboxServices,
  { dealer, destination }: Pick<DueQueue, 'dealer' | 'destination'>,
  result: AttemptResult,
  { probe, random }: { probe: Probe | undefined; random: number },
): Promise<void> {
  if (NOT_ASKED.includes(result.kind)) return;
  const queue = { dealer, destination };
  const now = clock.now();
  if (result.kind !== 'retry') {
    const openedAt = await closeBreaker(db, queue, now.toISOString());
    if (openedAt) log.warn({ ...queue, openedAt }, 'destination is back');
    return;
  }
  const failures = probe ? probe.failures + 1 : await countFailure(db, queue);
  // Another worker's failures have opened it; its probe decides.
  if (failures === undefined || failures < FAILURES_TO_OPEN) return;
  const pauseMs = probePauseMs(failures, random, result.afterMs);
  const probeAt = new Date(now.getTime() + pauseMs).toISOString();
  if (probe) await postponeProbe(db, queue, { failures, probeAt });
  else if (await openBreaker(db, queue, { at: now.toISOString(), probeAt }))
    log.error({ ...queue, reason: result.reason }, 'destination unavailable, its leads wait');
}
