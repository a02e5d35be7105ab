import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { type Fetch, refusedAddress } from '#src/platform/external-services/dealer-fetch.ts';
import { DELIVERY_TIMEOUT_MS, type DeliveryOutcome } from '#src/platform/mail/delivery-outcome.ts';
import { singleLine } from '#src/platform/text/safe-text.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { IDEMPOTENCY_HEADER } from '#src/platform/webhooks/webhook-signature.ts';

/** A lead, or an update of it. */
export type LeadMessage = {
  /** The lead's id, even for an update. */
  leadId: string;
  /** 1 for the lead itself, then 2, 3, … for updates of it. */
  sequence: number;
  createdAt: string;
  form: string;
  payload: LeadPayload;
};

/** The id of a message, the same for all destinations: the lead's id, with a suffix for updates. */
export const messageKey = ({ leadId, sequence }: Pick<LeadMessage, 'leadId' | 'sequence'>): string =>
  sequence === 1 ? leadId : `${leadId}.${sequence}`;

/**
 * The idempotency key of a message. Two destinations of a dealer may be the same system, which would drop the second
 * copy as a repeat, so each destination has its own keys.
 * @param destination its name, unique within the dealer
 */
export const deliveryKey = (message: Pick<LeadMessage, 'leadId' | 'sequence'>, destination: string): string =>
  `${messageKey(message)}.${destination}`;

/** Delivery is at least once; `deliver` never rejects. */
export type DeliveryAdapter = { deliver(message: LeadMessage): Promise<DeliveryOutcome> };

/**
 * Parses seconds or an HTTP date.
 * @returns ms from `now`, undefined if invalid
 */
export function readRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/**
 * Permanent rejections of the body. Any other may be temporary: 401 and 403 until a key is rotated, 404 during a
 * deployment of the receiver.
 */
const BODY_REJECTED_STATUSES = [400, 413, 422];

export type ReceiverResponse = {
  status: number;
  retryAfter?: string | null;
  /** Whether it echoes the idempotency key, so that a conflict is about this lead. */
  namesKey?: boolean;
};

export function outcomeOf(
  { status, retryAfter = null, namesKey = false }: ReceiverResponse,
  now: Date,
): DeliveryOutcome {
  const isDuplicate = status === 409 && namesKey;
  if ((status >= 200 && status < 300) || isDuplicate) return { kind: 'delivered' };
  const reason = `HTTP ${status}`;
  if (BODY_REJECTED_STATUSES.includes(status)) return { kind: 'rejected', reason };
  const afterMs = readRetryAfter(retryAfter, now);
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

const STORED_RESPONSE_LENGTH = 200;
/** Limits what is read of a response, which may start with whitespace. */
const MAX_RESPONSE_LENGTH = 2000;

/** The start of the receiver's text on one line, as far as it arrived in time. */
async function responseOf(response: Response): Promise<{ answer?: string }> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= MAX_RESPONSE_LENGTH) break;
    }
  } catch {
    // The response is then rejected without a reason.
  }
  const answer = singleLine(text.slice(0, MAX_RESPONSE_LENGTH)).slice(0, STORED_RESPONSE_LENGTH);
  return answer === '' ? {} : { answer: answer.toWellFormed() };
}

export type HttpReceiver = {
  url: string;
  clock: Clock;
  /** `dealerFetch` for a URL from a dealer file. */
  fetch: Fetch;
  timeoutMs?: number;
};
export type HttpDelivery = HttpReceiver & { headers: Record<string, string>; body: string };

/** Never follows a redirect. */
export async function postLead(delivery: HttpDelivery): Promise<DeliveryOutcome> {
  const { url, headers, body, clock, fetch, timeoutMs = DELIVERY_TIMEOUT_MS } = delivery;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const key = headers[IDEMPOTENCY_HEADER];
    const answer = {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      namesKey: key !== undefined && response.headers.get(IDEMPOTENCY_HEADER) === key,
    };
    const outcome = outcomeOf(answer, clock.now());
    if (outcome.kind === 'rejected') return { ...outcome, ...(await responseOf(response)) };
    // An unread body would keep the connection busy.
    await response.body?.cancel().catch(() => undefined);
    return outcome;
  } catch (error) {
    const refused = refusedAddress(error);
    if (refused) return { kind: 'retry', reason: `${refused.message}, which FEED_HOSTS does not allow` };
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return { kind: 'retry', reason: timedOut ? 'no response in time' : 'no connection' };
  }
}
