import type { ExpressionBuilder } from 'kysely';
import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/leads/leads-section.ts';
import type { StoredAlarm, Trouble, TroubledLeads } from '#src/features/leads/delivery/lead-alarm.ts';
import { HONEYPOT_REASON } from '#src/features/leads/limits/lead-rate-limits.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Tables } from '#src/platform/database/tables.ts';

const STATES: Record<Trouble, string> = { waiting: 'pending', dead: 'dead', held: 'held' };

/** Deliveries to dealers, without tests. */
const dealerDeliveries = (db: Database) =>
  db
    .selectFrom('outbox')
    .innerJoin('leads', 'leads.id', 'outbox.lead_id')
    .where('outbox.destination', '<>', ACKNOWLEDGEMENT_DESTINATION)
    .where('leads.kind', '<>', 'test');

/** When a delivery entered its state: its restart or creation; for a dead one, the time it was given up. */
const inStateSince = (eb: ExpressionBuilder<Tables, 'outbox' | 'leads'>) =>
  eb
    .case()
    .when('outbox.state', '=', STATES.dead)
    .then(eb.ref('outbox.next_attempt_at'))
    .else(eb.fn.coalesce('outbox.restarted_at', 'leads.created_at'))
    .end();

/** Bots fill in the honeypot constantly, so such leads raise no alarm. */
const isHoneypotFilled = (eb: ExpressionBuilder<Tables, 'outbox' | 'leads'>) =>
  eb(eb.fn.coalesce('outbox.last_error', eb.val('')), '=', HONEYPOT_REASON);

/**
 * Undelivered leads by dealer and state.
 * @param since excludes those given up or held before
 */
export async function undeliveredLeads(db: Database, since: string): Promise<TroubledLeads[]> {
  const rows = await dealerDeliveries(db)
    .select((eb) => [
      'outbox.dealer',
      'outbox.state',
      eb.fn.count<number>('outbox.lead_id').distinct().as('leads'),
      eb.fn.min(inStateSince(eb)).as('since'),
      eb.fn.max(inStateSince(eb)).as('latest'),
    ])
    .where((eb) =>
      eb.or([
        eb('outbox.state', '=', STATES.waiting),
        eb.and([eb('outbox.state', '=', STATES.dead), eb(inStateSince(eb), '>=', since)]),
        eb.and([
          eb('outbox.state', '=', STATES.held),
          eb(inStateSince(eb), '>=', since),
          eb.not(isHoneypotFilled(eb)),
        ]),
      ]),
    )
    .groupBy(['outbox.dealer', 'outbox.state'])
    .orderBy('outbox.dealer')
    .execute();
  return (Object.entries(STATES) as [Trouble, string][]).flatMap(([trouble, state]) =>
    rows
      .filter((row) => row.state === state)
      .map((row) => ({
        dealer: row.dealer,
        trouble,
        leads: Number(row.leads),
        since: row.since,
        latest: row.latest,
      })),
  );
}

type TroubleOfDealer = Pick<TroubledLeads, 'dealer' | 'trouble'>;

const troubledDeliveries = (db: Database, { dealer, trouble }: TroubleOfDealer) =>
  dealerDeliveries(db)
    .select((eb) => [
      'outbox.last_error as reason',
      eb.fn.count<number>('outbox.lead_id').distinct().as('leads'),
    ])
    .where('outbox.dealer', '=', dealer)
    .where('outbox.state', '=', STATES[trouble])
    .where((eb) => eb.or([eb('outbox.state', '<>', STATES.held), eb.not(isHoneypotFilled(eb))]));

/** `error_code` of a delivery without a setting or secret. */
export const MISSING_SETTING = 'missing_setting';

/** Last errors of a dealer's troubled leads; a lead counts once per error, however many destinations have it. */
export async function troubledReasons(
  db: Database,
  which: TroubleOfDealer,
): Promise<{ leads: number; reason: string | null; code: string | null }[]> {
  const rows = await troubledDeliveries(db, which)
    .select('outbox.error_code as code')
    .groupBy(['outbox.last_error', 'outbox.error_code'])
    .orderBy('outbox.last_error')
    .execute();
  return rows.map((row) => ({ ...row, leads: Number(row.leads) }));
}

/** Destinations of a dealer's troubled leads, with the last error. */
export async function troubledDestinations(
  db: Database,
  which: TroubleOfDealer,
): Promise<{ destination: string; leads: number; reason: string | null }[]> {
  const rows = await troubledDeliveries(db, which)
    .select('outbox.destination')
    .groupBy(['outbox.destination', 'outbox.last_error'])
    .orderBy('outbox.destination')
    .execute();
  return rows.map((row) => ({ ...row, leads: Number(row.leads) }));
}

export async function storedAlarms(db: Database): Promise<StoredAlarm[]> {
  const rows = await db.selectFrom('lead_alarms').selectAll().execute();
  return rows.map(({ dealer, kind, told_at }) => ({
    dealer,
    trouble: kind as Trouble,
    reportedAt: told_at,
  }));
}

/** Records an alarm, and whether it was sent. */
export async function storeAlarm(
  db: Database,
  { dealer, trouble }: Pick<StoredAlarm, 'dealer' | 'trouble'>,
  { at, isReported }: { at: string; isReported: boolean },
): Promise<void> {
  const told_at = isReported ? at : null;
  await db
    .insertInto('lead_alarms')
    .values({ dealer, kind: trouble, raised_at: at, told_at })
    .onConflict((on) => on.columns(['dealer', 'kind']).doUpdateSet({ told_at }))
    .execute();
}

export async function deleteAlarm(
  db: Database,
  { dealer, trouble }: Pick<StoredAlarm, 'dealer' | 'trouble'>,
): Promise<void> {
  await db.deleteFrom('lead_alarms').where('dealer', '=', dealer).where('kind', '=', trouble).execute();
}
