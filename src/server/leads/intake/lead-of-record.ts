import { createHash, randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { LeadDestination, StoredLead } from '#src/providers/database/leads.ts';
import { destinationsOf } from '../delivery/lead-destinations.ts';

/**
 * The lead of what is stored elsewhere too: a paid reservation, an invoice, a draw. However often it is stored, one
 * record makes one lead.
 * @param record its kind and id, which are the key of the lead
 */
export function leadOfRecord(
  dealer: DealerConfig,
  record: { kind: string; id: string },
  about: { id?: string; form: string; payload: LeadPayload; vehicleId?: string; now: string },
): { lead: StoredLead; outbox: readonly LeadDestination[] } {
  const { id = randomUUID(), form, payload, vehicleId, now } = about;
  const lead = {
    id,
    dealer: dealer.slug,
    form,
    idempotency_key: `${record.kind}:${record.id}`,
    body_hash: createHash('sha256').update(record.id).digest('hex'),
    payload: JSON.stringify(payload),
    vehicle_id: vehicleId ?? null,
    created_at: now,
    kind: 'lead',
    category: payload.category,
    email: payload.email.toLowerCase(),
    phone: payload.phone,
    location_id: payload.location_id ?? null,
    parent_id: null,
    sequence: 1,
    erased_at: null,
  };
  const outbox = destinationsOf(dealer, { form, payload }).map((destination) => ({
    id: randomUUID(),
    destination,
  }));
  return { lead, outbox };
}
