import { createHash, randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type LeadPayload, readLeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { Database } from '#src/providers/database/database.ts';
import { storeLead } from '#src/providers/database/leads.ts';
import { onDisk } from '#src/providers/database/on-disk.ts';
import type { Services } from '../../services.ts';
import { destinationsOf } from './lead-destinations.ts';

/** Later news of a lead. */
export type LeadUpdate = {
  dealer: DealerConfig;
  leadId: string;
  /** Names the news among those of this lead: told twice, they are stored once. */
  key: string;
  /**
   * For updates that come one after another, such as photos. The first is delivered once none was added for `quietMs`;
   * until then each further one replaces it, and the dealer gets one update.
   */
  series?: { name: string; quietMs: number } | undefined;
  /** The whole of the lead as it stands now, made from how it was stored. */
  change: (payload: LeadPayload) => LeadPayload;
  /** What must be true with the news or not at all. */
  alongside?: (transaction: Database, updateId: string) => Promise<void>;
};

/** Undoes news of a lead that was erased after it was read. */
class LeadErased extends Error {}

/** Undoes a change of an update that a worker has begun to deliver. */
class AlreadyLeaving extends Error {}

const keyOf = (leadId: string, key: string, series: LeadUpdate['series']): string =>
  `update:${leadId}:${series ? `${series.name}:` : ''}${key}`;

/**
 * Adds to the latest update of a lead, where that is of the same series and nobody has begun to deliver it.
 * @returns whether it was added
 */
async function addToSeries(
  { db }: Pick<Services, 'db'>,
  { leadId, series, alongside }: LeadUpdate,
  dueAt: string | undefined,
): Promise<boolean> {
  if (!series || dueAt === undefined) return false;
  try {
    return await db.transaction().execute(async (tx) => {
      // A write of nothing: updates of one lead wait for each other here.
      const lead = tx.updateTable('leads').set((eb) => ({ sequence: eb.ref('sequence') }));
      await lead.where('id', '=', leadId).execute();
      const last = await tx
        .selectFrom('leads')
        .select(['id', 'idempotency_key'])
        .where('parent_id', '=', leadId)
        .where('erased_at', 'is', null)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!last?.idempotency_key.startsWith(keyOf(leadId, '', series))) return false;
      const deliveries = await tx.selectFrom('outbox').select('id').where('lead_id', '=', last.id).execute();
      const { numUpdatedRows } = await tx
        .updateTable('outbox')
        .set({ next_attempt_at: dueAt })
        .where('lead_id', '=', last.id)
        .where('state', 'in', ['pending', 'held'])
        .where('attempts', '=', 0)
        .where('leased_until', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows < deliveries.length) throw new AlreadyLeaving();
      await alongside?.(tx, last.id);
      return true;
    });
  } catch (error) {
    if (error instanceof AlreadyLeaving) return false;
    throw error;
  }
}

/** Numbers the news. Whoever tells something else of the same lead, or erases it, waits at the first write. */
async function numberUpdate(transaction: Database, id: string, leadId: string): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('leads')
    .set((eb) => ({ sequence: eb.ref('sequence') }))
    .where('id', '=', leadId)
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new LeadErased();
  const { last } = await transaction
    .selectFrom('leads')
    .select((eb) => eb.fn.max('sequence').as('last'))
    .where('parent_id', '=', leadId)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('leads')
    .set({ sequence: Math.max(Number(last ?? 1), 1) + 1 })
    .where('id', '=', id)
    .execute();
}

/**
 * FORM-10: stores news of a lead with its own deliveries, all or nothing. News of a lead held on suspicion wait with it.
 * @returns `unknown` for a lead that is not this dealer's or was erased
 * @throws whatever the database says when it cannot store
 */
export async function storeUpdate(
  services: Pick<Services, 'clock' | 'db' | 'log'>,
  update: LeadUpdate,
): Promise<'stored' | 'known' | 'unknown'> {
  const { dealer, leadId, key, series, change, alongside = async () => {} } = update;
  const parent = await services.db
    .selectFrom('leads')
    .selectAll()
    .where('id', '=', leadId)
    .where('dealer', '=', dealer.slug)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (!parent) return 'unknown';
  const held = await services.db
    .selectFrom('outbox')
    .select('last_error')
    .where('lead_id', '=', leadId)
    .where('state', '=', 'held')
    .executeTakeFirst();
  const payload = change(readLeadPayload(parent.payload));
  const now = services.clock.now();
  const dueAt = series && new Date(now.getTime() + series.quietMs).toISOString();
  if (await addToSeries(services, update, dueAt)) {
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
      await alongside(tx, id);
      return held && (held.last_error ?? 'held with its lead');
    });
    if (stored.kind !== 'stored') return 'known';
  } catch (error) {
    if (error instanceof LeadErased) return 'unknown';
    throw error;
  }
  services.log.info({ leadId, dealer: dealer.slug, form: parent.form }, 'news of a lead stored');
  return 'stored';
}
