import { MAX_ATTEMPTS, retryDelayMs, unreadyDelayMs } from '#src/domain/lead/delivery-retry.ts';
import { readLeadPayload } from '#src/domain/lead/lead-payload.ts';
import type { DeliveryOutcome } from '#src/providers/couriers/courier.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type Settlement,
  settleDelivery,
} from '#src/providers/database/outbox.ts';
import type { Services } from '../services.ts';
import { type CourierFor, courierFor } from './courier-for.ts';

/** Longer than a whole batch can take, which is delivered at once with 8 s for each. */
export const LEASE_MS = 60_000;
const BATCH = 10;

export type OutboxServices = Pick<Services, 'env' | 'clock' | 'log' | 'db' | 'tenants'>;
export type DeliveryOptions = { courierFor?: CourierFor; random?: () => number };

/** A setting or secret is missing: nothing the receiver could help, so no attempt is used up. */
type Unready = { kind: 'unready'; dealer: string; reason: string; waitedMs: number };
type Result = DeliveryOutcome | Unready;

/**
 * Delivers one batch of due leads. Safe to run in several processes at once.
 * @returns how many were claimed
 */
export async function deliverOutbox(
  services: OutboxServices,
  options: DeliveryOptions = {},
): Promise<number> {
  const now = services.clock.now();
  const claimed = await claimDeliveries(services.db, {
    now: now.toISOString(),
    leasedUntil: new Date(now.getTime() + LEASE_MS).toISOString(),
    limit: BATCH,
  });
  const results = await Promise.all(claimed.map((delivery) => deliverOne(services, delivery, options)));
  const unready = results.filter((result) => result.kind === 'unready');
  if (unready.length > 0) {
    const reasons = [...new Set(unready.map(({ dealer, reason }) => `${dealer}: ${reason}`))];
    services.log.warn({ leads: unready.length, reasons }, 'leads wait for a setting');
  }
  return claimed.length;
}

async function deliverOne(
  services: OutboxServices,
  delivery: ClaimedDelivery,
  { courierFor: courierOf = courierFor, random = Math.random }: DeliveryOptions,
): Promise<Result> {
  const result = await attempt(services, delivery, courierOf).catch(
    // One lead that cannot be read must not hold up the batch.
    (): Result => ({ kind: 'retry', reason: 'failed before it was sent' }),
  );
  const now = services.clock.now();
  const settlement = settlementOf(delivery, result, now, random());
  const detail = result.kind === 'delivered' ? null : result.reason;
  const line = { at: now.toISOString(), outcome: result.kind, detail };
  const settled = await settleDelivery(
    services.db,
    delivery,
    settlement,
    result.kind === 'unready' ? undefined : line,
  );
  if (result.kind === 'unready') return result;
  const facts = { leadId: delivery.lead_id, dealer: delivery.dealer, attempts: settlement.attempts };
  if (!settled) services.log.warn(facts, 'lead delivered after its lease had run out');
  else if (result.kind === 'delivered') services.log.info(facts, 'lead delivered');
  else if (settlement.state === 'dead') services.log.error({ ...facts, detail }, 'lead delivery given up');
  else services.log.warn({ ...facts, detail }, 'lead delivery waits');
  return result;
}

async function attempt(
  services: OutboxServices,
  delivery: ClaimedDelivery,
  courierOf: CourierFor,
): Promise<Result> {
  const { tenants, clock } = services;
  const found = courierOf(tenants.bySlug(delivery.dealer), delivery.destination, services);
  const lead = await services.db
    .selectFrom('leads')
    .select(['id', 'form', 'payload', 'created_at', 'parent_id', 'sequence'])
    .where('id', '=', delivery.lead_id)
    .executeTakeFirstOrThrow();
  if ('missing' in found) {
    const waitedMs = clock.now().getTime() - Date.parse(lead.created_at);
    return { kind: 'unready', dealer: delivery.dealer, reason: found.missing, waitedMs };
  }
  return found.courier.deliver({
    leadId: lead.parent_id ?? lead.id,
    sequence: lead.sequence,
    createdAt: lead.created_at,
    form: lead.form,
    payload: readLeadPayload(lead.payload),
  });
}

function settlementOf(delivery: ClaimedDelivery, result: Result, now: Date, random: number): Settlement {
  const { attempts } = delivery;
  const unchanged = { attempts, next_attempt_at: delivery.next_attempt_at, delivered_at: null };
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  switch (result.kind) {
    case 'delivered':
      return { ...unchanged, state: 'delivered', delivered_at: now.toISOString(), last_error: null };
    case 'rejected':
      return { ...unchanged, state: 'dead', last_error: result.reason };
    case 'unready':
      return {
        ...unchanged,
        state: 'pending',
        attempts: attempts - 1,
        next_attempt_at: after(unreadyDelayMs(result.waitedMs)),
        last_error: result.reason,
      };
    case 'retry':
      return {
        ...unchanged,
        state: attempts >= MAX_ATTEMPTS ? 'dead' : 'pending',
        next_attempt_at: after(retryDelayMs(attempts, random, result.afterMs)),
        last_error: result.reason,
      };
  }
}
