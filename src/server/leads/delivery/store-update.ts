import { createHash, randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type LeadPayload, readLeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { Database } from '#src/providers/database/database.ts';
import { onDisk } from '#src/providers/database/engines/log-sync.ts';
import {
  extendLatestUpdate,
  findLead,
  heldReasonOf,
  LeadErased,
  numberUpdate,
} from '#src/providers/database/lead-updates.ts';
import { storeLead } from '#src/providers/database/leads.ts';
import type { Services } from '../../services.ts';
import { destinationsOf } from './lead-destinations.ts';

/** A later update of a lead. */
export type LeadUpdate = {
  dealer: DealerConfig;
  leadId: string;
  /** Identifies the update within its lead: sent twice, it is stored once. */
  key: string;
  /**
   * For updates in quick succession, such as photos. The first is delivered once none was added for `quietMs`; until
   * then each further one replaces it, and the dealer gets one update.
   */
  series?: { name: string; quietMs: number } | undefined;
  /** The complete current lead, made from its stored payload. */
  change: (payload: LeadPayload) => LeadPayload;
  /** Writes that must commit with the update. */
  alongside?: (transaction: Database, updateId: string) => Promise<void>;
};

const keyOf = (leadId: string, key: string, series: LeadUpdate['series']): string =>
  `update:${leadId}:${series ? `${series.name}:` : ''}${key}`;

/**
 * FORM-10: stores an update of a lead with its own deliveries, all or nothing. An update of a held lead is held with
 * it.
 * @returns `unknown` for another dealer's or an erased lead
 * @throws the database's error if it cannot store
 */
export async function storeUpdate(
  services: Pick<Services, 'clock' | 'db' | 'log'>,
  update: LeadUpdate,
): Promise<'stored' | 'known' | 'unknown'> {
  const { dealer, leadId, key, series, change, alongside = async () => {} } = update;
  const parent = await findLead(services.db, dealer.slug, leadId);
  if (!parent) return 'unknown';
  const payload = change(readLeadPayload(parent.payload));
  const now = services.clock.now();
  const dueAt = series && new Date(now.getTime() + series.quietMs).toISOString();
  const latest = series && dueAt && { leadId, keyPrefix: keyOf(leadId, '', series), dueAt };
  if (latest && (await extendLatestUpdate(services.db, latest, alongside))) {
    await onDisk(services.db);
    return 'stored';
  }
  const id = randomUUID();
  const lead = {
    ...parent,
    id,
    idempotency_key: keyOf(leadId, key, series),
    body_hash: createHash('sha256').update(key).digest('hex'),
    payload: JSON.stringify(payload),
    created_at: now.toISOString(),
    kind: 'update',
    parent_id: leadId,
  };
  const outbox = destinationsOf(dealer, { form: parent.form, payload }).map((destination) => ({
    id: randomUUID(),
    destination,
    dueAt,
  }));
  try {
    const stored = await storeLead(services.db, lead, outbox, { keys: [], since: '' }, async (tx) => {
      await numberUpdate(tx, id, leadId);
      // Read with the write: a lead that was released meanwhile holds no update.
      const heldReason = await heldReasonOf(tx, leadId);
      await alongside(tx, id);
      return heldReason;
    });
    if (stored.kind !== 'stored') return 'known';
  } catch (error) {
    if (error instanceof LeadErased) return 'unknown';
    throw error;
  }
  services.log.info({ leadId, dealer: dealer.slug, form: parent.form }, 'lead update stored');
  return 'stored';
}
