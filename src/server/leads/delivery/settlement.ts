import { MAX_ATTEMPTS, retryDelayMs, unreadyDelayMs } from '#src/domain/lead/delivery/delivery-retry.ts';
import { MISSING_SETTING } from '#src/providers/database/lead-alarms.ts';
import type { ClaimedDelivery, Settlement } from '#src/providers/database/outbox.ts';
import type { AttemptResult } from './attempt-delivery.ts';

/** How a result changes a delivery. */
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
      // Sent early as a probe, which does not count as an attempt.
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
