import type { Clock } from '#src/domain/clock.ts';
import {
  IDEMPOTENCY_HEADER,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
  webhookSignature,
} from '#src/domain/lead/webhook-signature.ts';
import type { CrmClient, DeliveryOutcome } from './crm.ts';

export const CRM_TIMEOUT_MS = 8000;

/** Seconds, or an HTTP date. @returns ms from `now`, undefined where unreadable */
export function readRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/**
 * The body itself is refused, today as tomorrow. Any other refusal may pass: 401 and 403 with a rotated key, 404
 * with a deploy of the receiver.
 */
const REFUSES_THE_BODY = [400, 413, 422];

/** What an answer means for the lead. */
export function outcomeOf(status: number, retryAfter: string | null, now: Date): DeliveryOutcome {
  // A conflict on the idempotency key: the receiver has this lead.
  if ((status >= 200 && status < 300) || status === 409) return { kind: 'delivered' };
  const reason = `HTTP ${status}`;
  if (REFUSES_THE_BODY.includes(status)) return { kind: 'rejected', reason };
  const afterMs = readRetryAfter(retryAfter, now);
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** A CRM that takes leads as signed JSON posts. */
export function webhookCrm(options: {
  url: string;
  signingKey: string;
  clock: Clock;
  timeoutMs?: number;
}): CrmClient {
  const { url, signingKey, clock, timeoutMs = CRM_TIMEOUT_MS } = options;
  return {
    async deliver({ leadId, body }) {
      const timestamp = String(Math.floor(clock.now().getTime() / 1000));
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json; charset=utf-8',
            [IDEMPOTENCY_HEADER]: leadId,
            [TIMESTAMP_HEADER]: timestamp,
            [SIGNATURE_HEADER]: webhookSignature(signingKey, timestamp, body),
          },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const outcome = outcomeOf(response.status, response.headers.get('retry-after'), clock.now());
        // An unread body would keep the connection.
        await response.body?.cancel().catch(() => undefined);
        return outcome;
      } catch (error) {
        const timedOut = error instanceof Error && error.name === 'TimeoutError';
        return { kind: 'retry', reason: timedOut ? 'no answer in time' : 'no connection' };
      }
    },
  };
}
