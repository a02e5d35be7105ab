import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/lead-destinations.ts';
import type { Database } from './database.ts';
import { probeSoon } from './destination-health.ts';
import { forIds, type StoredDelivery } from './lead-rows.ts';

export type ReplayFilter = {
  /** Leads or updates; all where left out. */
  leadIds?: readonly string[] | undefined;
  dealer?: string | undefined;
  destination?: string | undefined;
  /** Of the lead, as an ISO text. */
  since?: string | undefined;
  states: readonly string[];
};

/**
 * Deliveries a person retries, in their former state; unavailable destinations are probed immediately. Delivered and
 * erased ones are unchanged, and no acknowledgement is sent late.
 */
export async function restartDeliveries(
  db: Database,
  { leadIds, dealer, destination, since, states }: ReplayFilter,
  now: string,
): Promise<StoredDelivery[]> {
  const restart = (some?: readonly string[]) =>
    db.transaction().execute(async (tx) => {
      let query = tx
        .selectFrom('outbox')
        .innerJoin('leads', 'leads.id', 'outbox.lead_id')
        .selectAll('outbox')
        .where('outbox.state', 'in', [...states])
        .where('outbox.destination', '<>', ACKNOWLEDGEMENT_DESTINATION)
        .where('leads.erased_at', 'is', null)
        .orderBy('leads.created_at')
        .orderBy('outbox.destination');
      if (some) query = query.where('outbox.lead_id', 'in', [...some]);
      if (dealer !== undefined) query = query.where('outbox.dealer', '=', dealer);
      if (destination !== undefined) query = query.where('outbox.destination', '=', destination);
      if (since !== undefined) query = query.where('leads.created_at', '>=', since);
      const found = await query.execute();
      await forIds(
        found.map(({ id }) => id),
        async (ids) => {
          await tx
            .updateTable('outbox')
            .set({
              state: 'pending',
              attempts: 0,
              next_attempt_at: now,
              last_error: null,
              error_code: null,
              restarted_at: now,
            })
            .where('id', 'in', [...ids])
            // A worker may have delivered one since.
            .where('state', 'in', [...states])
            .execute();
          return [];
        },
      );
      return found;
    });
  const restarted = await (leadIds === undefined ? restart() : forIds(leadIds, restart));
  await probeSoon(db, dealer, now);
  return restarted;
}
