import { createHash, randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { NewDelivery, StoredLead } from '#src/providers/database/leads.ts';
import { destinationsOf } from '../delivery/lead-destinations.ts';

/** Columns that follow from what a new lead says. */
export const columnsOf = (payload: LeadPayload) => ({
  payload: JSON.stringify(payload),
  category: payload.category,
  email: payload.email.toLowerCase(),
  phone: payload.phone,
  location_id: payload.location_id ?? null,
  parent_id: null,
  sequence: 1,
  erased_at: null,
});

/** Its deliveries, one for each destination that takes it. */
export const outboxOf = (dealer: DealerConfig, lead: { form: string; payload: LeadPayload }): NewDelivery[] =>
  destinationsOf(dealer, lead).map((destination) => ({ id: randomUUID(), destination }));

/**
 * The lead of what is stored elsewhere too: a paid reservation, an invoice, a draw. However often it is stored, one
 * record makes one lead.
 * @param record its kind and id, which are the key of the lead
 */
export function leadOfRecord(
  dealer: DealerConfig,
  record: { kind: string; id: string },
  about: { id?: string; form: string; payload: LeadPayload; vehicleId?: string; now: string },
): { lead: StoredLead; outbox: readonly NewDelivery[] } {
  const { id = randomUUID(), form, payload, vehicleId, now } = about;
  const lead = {
    id,
    dealer: dealer.slug,
    form,
    idempotency_key: `${record.kind}:${record.id}`,
    body_hash: createHash('sha256').update(record.id).digest('hex'),
    vehicle_id: vehicleId ?? null,
    created_at: now,
    kind: 'lead',
    ...columnsOf(payload),
  };
  const outbox = outboxOf(dealer, { form, payload });
  return { lead, outbox };
}
