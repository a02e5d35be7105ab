import { readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import type { AdapterFor } from '#src/features/leads/server/destinations/adapter-for.ts';
import {
  closeBreaker,
  countFailure,
  openBreaker,
  postponeProbe,
} from '#src/features/leads/server/queries/destination-health-queries.ts';
import { MISSING_SETTING } from '#src/features/leads/server/queries/lead-alarm-queries.ts';
import {
  type ClaimedDelivery,
  type DueQueue,
  leadToDeliver,
  type Settlement,
} from '#src/features/leads/server/queries/outbox-queries.ts';
import type { DeliveryOutcome } from '#src/platform/mail/delivery-outcome.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';

/** FORM-11: the retry delay. */
export const FIRST_RETRY_MS = 5_000;
export const MAX_RETRY_MS = HOUR_MS;
/** With delays of up to an hour, half of each random, this takes 19 to 38 hours. */
export const MAX_ATTEMPTS = 48;
/** The maximum of a Retry-After. */
export const MAX_RETRY_AFTER_MS = DAY_MS;

/** For a missing setting or secret. */
export const FIRST_UNREADY_RETRY_MS = MINUTE_MS;

/** Doubles the time the lead has waited: a minute at first, an hour at most. */
export const unreadyDelayMs = (waitedMs: number): number =>
  Math.min(Math.max(waitedMs, FIRST_UNREADY_RETRY_MS), MAX_RETRY_MS);

/**
 * Exponential backoff with jitter: the upper half of each delay is random.
 * @param attempts from 1
 * @param random from 0 to 1
 * @param retryAfterMs the delay the receiver requested
 */
export function retryDelayMs(attempts: number, random: number, retryAfterMs = 0): number {
  const full = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
  return Math.max(Math.round(full * (0.5 + random / 2)), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

/** FORM-11: after this many consecutive failures the breaker opens: the destination receives only probes. */
export const FAILURES_TO_OPEN = 5;
const FIRST_PROBE_PAUSE_MS = 15_000;
/** Bounds the delay of leads after the destination has recovered. */
export const MAX_PROBE_PAUSE_MS = 300_000;

/**
 * The delay of the next probe: doubling, with a random quarter, so that the destinations of one vendor are not probed
 * simultaneously.
 * @param failures consecutive, from FAILURES_TO_OPEN
 * @param random from 0 to 1
 * @param retryAfterMs requested by the receiver, limited to the maximum pause, since a probe does no harm
 */
export function probePauseMs(failures: number, random: number, retryAfterMs = 0): number {
  const doublings = Math.max(0, failures - FAILURES_TO_OPEN);
  const full = Math.min(FIRST_PROBE_PAUSE_MS * 2 ** doublings, MAX_PROBE_PAUSE_MS);
  return Math.max(Math.round(full * (0.75 + random / 4)), Math.min(retryAfterMs, MAX_PROBE_PAUSE_MS));
}

/** The timeout of a delivery adapter without its own; well within a lease. */
export const MAX_DELIVERY_MS = 30_000;

export type OutboxServices = Pick<Services, 'env' | 'clock' | 'log' | 'db' | 'tenants'>;

/** A setting or secret is missing, which does not count as an attempt. */
export type Unready = { kind: 'unready'; reason: string; waitedMs: number };
/** A fault of this system: retried, but not counted against the receiver. */
export type Unsent = { kind: 'unsent'; reason: string };
type AttemptResult = DeliveryOutcome | Unready | Unsent;

/** Sends a claimed delivery. Never rejects. */
export async function attemptDelivery(
  services: OutboxServices,
  delivery: ClaimedDelivery,
  adapterOf: AdapterFor,
): Promise<AttemptResult> {
  // A delivery is given up after its last attempt, so an extra one means that the worker crashed during the last.
  if (delivery.attempts > MAX_ATTEMPTS)
    return { kind: 'withheld', reason: 'its worker died during the last attempt' };
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<AttemptResult>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'retry', reason: 'no response in time' }), MAX_DELIVERY_MS);
  });
  const sent = send(services, delivery, adapterOf).catch(
    (): AttemptResult => ({ kind: 'unsent', reason: 'failed before it was sent' }),
  );
  const result = await Promise.race([sent, tooLong]);
  clearTimeout(timer);
  return result;
}

async function send(
  services: OutboxServices,
  delivery: ClaimedDelivery,
  adapterOf: AdapterFor,
): Promise<AttemptResult> {
  const { tenants, clock } = services;
  const found = adapterOf(tenants.bySlug(delivery.dealer), delivery.destination, services);
  // Read last, so that a worker that was frozen after its claim finds that another one has it.
  const lead = await leadToDeliver(services.db, delivery);
  if (!lead) return { kind: 'unsent', reason: 'another worker has it' };
  if (lead.erased_at !== null) return { kind: 'withheld', reason: 'erased before it was sent' };
  if ('missing' in found) {
    const waitedMs = clock.now().getTime() - Date.parse(lead.created_at);
    return { kind: 'unready', reason: found.missing, waitedMs };
  }
  return found.adapter.deliver({
    leadId: lead.parent_id ?? lead.id,
    sequence: lead.sequence,
    createdAt: lead.created_at,
    form: lead.form,
    payload: readLeadPayload(lead.payload),
  });
}

export function settlementOf(
  delivery: ClaimedDelivery,
  result: AttemptResult,
  now: Date,
  random: number,
): Settlement {
  const { attempts } = delivery;
  const unchanged = {
    attempts,
    next_attempt_at: delivery.next_attempt_at,
    delivered_at: null,
    error_code: null,
  };
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const reason = result.kind === 'delivered' ? null : result.reason;
  const dead: Settlement = { ...unchanged, state: 'dead', next_attempt_at: after(0), last_error: reason };
  switch (result.kind) {
    case 'delivered':
      return { ...unchanged, state: 'delivered', delivered_at: now.toISOString(), last_error: null };
    case 'rejected':
    case 'withheld':
      return dead;
    case 'unready':
      return {
        ...unchanged,
        state: 'pending',
        attempts: attempts - 1,
        next_attempt_at: after(unreadyDelayMs(result.waitedMs)),
        last_error: result.reason,
        error_code: MISSING_SETTING,
      };
    case 'unsent':
    case 'retry': {
      // A probe sent early does not count as an attempt.
      if (delivery.next_attempt_at > delivery.claimed_at) {
        return { ...unchanged, state: 'pending', attempts: attempts - 1, last_error: result.reason };
      }
      if (attempts >= MAX_ATTEMPTS) return dead;
      return {
        ...unchanged,
        state: 'pending',
        next_attempt_at: after(
          retryDelayMs(attempts, random, 'afterMs' in result ? result.afterMs : undefined),
        ),
        last_error: result.reason,
      };
    }
  }
}

/** A running probe, and the destination's consecutive failures before it. */
export type Probe = { failures: number };

const NOT_SENT: readonly AttemptResult['kind'][] = ['unready', 'unsent', 'withheld'];

/**
 * Opens and closes the breaker of a destination by its responses. A rejection counts as available. A missing setting,
 * or a lead that was not sent, does not count.
 */
export async function judgeDestination(
  { db, log, clock }: OutboxServices,
  { dealer, destination }: Pick<DueQueue, 'dealer' | 'destination'>,
  result: AttemptResult,
  { probe, random }: { probe: Probe | undefined; random: number },
): Promise<void> {
  if (NOT_SENT.includes(result.kind)) return;
  const queue = { dealer, destination };
  const now = clock.now();
  if (result.kind !== 'retry') {
    const openedAt = await closeBreaker(db, queue, now.toISOString());
    if (openedAt) log.warn({ ...queue, openedAt }, 'destination is back');
    return;
  }
  const failures = probe ? probe.failures + 1 : await countFailure(db, queue);
  // Undefined if another worker has opened the breaker, whose probe decides.
  if (failures === undefined || failures < FAILURES_TO_OPEN) return;
  const pauseMs = probePauseMs(failures, random, result.afterMs);
  const probeAt = new Date(now.getTime() + pauseMs).toISOString();
  if (probe) await postponeProbe(db, queue, { failures, probeAt });
  else if (await openBreaker(db, queue, { at: now.toISOString(), probeAt }))
    log.error({ ...queue, reason: result.reason }, 'destination unavailable, its leads wait');
}
