import { MAX_ATTEMPTS } from '#src/domain/lead/delivery/delivery-retry.ts';
import { readLeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { type ClaimedDelivery, leadToDeliver } from '#src/providers/database/outbox.ts';
import type { DeliveryOutcome } from '#src/providers/delivery/delivery-adapter.ts';
import type { Services } from '../../services.ts';
import type { AdapterFor } from './adapter-for.ts';

/** The time limit for a delivery adapter without its own; well within a lease. */
export const LONGEST_DELIVERY_MS = 30_000;

export type OutboxServices = Pick<Services, 'env' | 'clock' | 'log' | 'db' | 'tenants'>;

/** A setting or secret is missing: not the receiver's fault, so it does not count as an attempt. */
export type Unready = { kind: 'unready'; reason: string; waitedMs: number };
/** A fault of ours: retried like any other, but it does not count against the receiver. */
export type Unsent = { kind: 'unsent'; reason: string };
export type AttemptResult = DeliveryOutcome | Unready | Unsent;

/** Sends a claimed delivery. Returns every failure as a result. */
export async function attemptDelivery(
  services: OutboxServices,
  delivery: ClaimedDelivery,
  adapterOf: AdapterFor,
): Promise<AttemptResult> {
  // A delivery is given up after its last attempt; one attempt more means that the worker died during the last.
  if (delivery.attempts > MAX_ATTEMPTS)
    return { kind: 'withheld', reason: 'its worker died during the last attempt' };
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<AttemptResult>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'retry', reason: 'no response in time' }), LONGEST_DELIVERY_MS);
  });
  // One unreadable lead must not delay the others.
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
  const lead = await leadToDeliver(services.db, delivery);
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
