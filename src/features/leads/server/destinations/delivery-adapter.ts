import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { type Fetch, refusedAddress } from '#src/platform/external-services/dealer-fetch.ts';
import { singleLine } from '#src/platform/text/safe-text.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { IDEMPOTENCY_HEADER } from '#src/platform/webhooks/webhook-signature.ts';

/** A lead, or a later update of it, on its way to a destination. */
export type LeadMessage = {
  /** Of the lead, also where this is an update of it. */
  leadId: string;
  /** 1 for the lead itself, then 2, 3, … for updates of it. */
  sequence: number;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** Name of the form that was filled in. */
  form: string;
  payload: LeadPayload;
};

/** The id of a message, the same for all destinations: the lead's id, with a number for updates. */
export const messageKey = ({ leadId, sequence }: Pick<LeadMessage, 'leadId' | 'sequence'>): string =>
  sequence === 1 ? leadId : `${leadId}.${sequence}`;

/**
 * The key under which a receiver stores one message, however often it arrives. Two destinations of a dealer may be
 * one system, which would treat the second copy as a repeat: each destination has its own keys.
 * @param destination its name, unique within the dealer
 */
export const deliveryKey = (message: Pick<LeadMessage, 'leadId' | 'sequence'>, destination: string): string =>
  `${messageKey(message)}.${destination}`;

/** `reason` never contains the receiver's text, which could repeat personal data. */
export type DeliveryOutcome =
  | { kind: 'delivered' }
  /** Worth another try, not before `afterMs` where the receiver said so. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** The receiver will never take this lead; `answer` is what it wrote, only for those who look at the lead. */
  | { kind: 'rejected'; reason: string; answer?: string }
  /** Not sent, and never to be: that says nothing about the receiver, who was not asked. */
  | { kind: 'withheld'; reason: string };

/** Delivery is at least once; `deliver` returns every failure as an outcome and never rejects. */
export type DeliveryAdapter = { deliver(message: LeadMessage): Promise<DeliveryOutcome> };

export const DELIVERY_TIMEOUT_MS = 8000;

/** Seconds, or an HTTP date. @returns ms from `now`, undefined where unreadable */
export function readRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/**
 * The body itself is refused, permanently. Any other refusal may be temporary: 401 and 403 until a key is rotated,
 * 404 during a deployment of the receiver.
 */
const REFUSES_THE_BODY = [400, 413, 422];

export type ReceiverResponse = {
  status: number;
  retryAfter?: string | null;
  /** Whether it names the key that was sent: then the conflict is about this lead. */
  namesKey?: boolean;
};

/** What a response means for the lead. */
export function outcomeOf(
  { status, retryAfter = null, namesKey = false }: ReceiverResponse,
  now: Date,
): DeliveryOutcome {
  const isKnown = status === 409 && namesKey;
  if ((status >= 200 && status < 300) || isKnown) return { kind: 'delivered' };
  const reason = `HTTP ${status}`;
  if (REFUSES_THE_BODY.includes(status)) return { kind: 'rejected', reason };
  const afterMs = readRetryAfter(retryAfter, now);
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

const KEPT_RESPONSE_CHARACTERS = 200;
/** The most that is read of a response that begins with spaces. */
const READ_RESPONSE_CHARACTERS = 2000;

/** The beginning of the receiver's text, on one line, as far as it arrived in time. */
async function responseOf(response: Response): Promise<{ answer?: string }> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= READ_RESPONSE_CHARACTERS) break;
    }
  } catch {
    // The refusal stands without its reason.
  }
  const answer = singleLine(text.slice(0, READ_RESPONSE_CHARACTERS)).slice(0, KEPT_RESPONSE_CHARACTERS);
  return answer === '' ? {} : { answer: answer.toWellFormed() };
}

export type HttpReceiver = {
  url: string;
  clock: Clock;
  /** How the address is reached: `dealerFetch` for one that a dealer file names. */
  fetch: Fetch;
  timeoutMs?: number;
};
export type HttpDelivery = HttpReceiver & { headers: Record<string, string>; body: string };

/** Posts a lead, and never follows a redirect. */
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
    // An unread body would keep the connection.
    await response.body?.cancel().catch(() => undefined);
    return outcome;
  } catch (error) {
    const refused = refusedAddress(error);
    if (refused) return { kind: 'retry', reason: `${refused.message}, which FEED_HOSTS does not allow` };
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return { kind: 'retry', reason: timedOut ? 'no response in time' : 'no connection' };
  }
}
