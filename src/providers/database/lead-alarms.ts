import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/lead-destinations.ts';
import type { KnownAlarm, Trouble, TroubledLeads } from '#src/domain/lead/lead-alarm.ts';
import type { Database } from './database.ts';

const STATES: Record<Trouble, string> = { waiting: 'pending', dead: 'dead', held: 'held' };

/** Deliveries to dealers that are not done, of leads that are no test. */
const undelivered = (db: Database) =>
  db
    .selectFrom('outbox')
    .innerJoin('leads', 'leads.id', 'outbox.lead_id')
    .where('outbox.destination', '<>', ACKNOWLEDGEMENT_DESTINATION)
    .where('leads.kind', '<>', 'test');

/**
 * Leads by dealer that wait, were given up, or are held.
 * @param since leaves out older ones that were given up or are held
 */
export async function undeliveredLeads(db: Database, since: string): Promise<TroubledLeads[]> {
  const rows = await undelivered(db)
    .select((eb) => [
      'outbox.dealer',
      'outbox.state',
      eb.fn.count<number>('outbox.lead_id').distinct().as('leads'),
      eb.fn.min(eb.fn.coalesce('outbox.restarted_at', 'leads.created_at')).as('since'),
    ])
    .where((eb) =>
      eb.or([
        eb('outbox.state', '=', STATES.waiting),
        eb.and([
          eb('outbox.state', 'in', [STATES.dead, STATES.held]),
          eb(eb.fn.coalesce('outbox.restarted_at', 'leads.created_at'), '>=', since),
        ]),
      ]),
    )
    .groupBy(['outbox.dealer', 'outbox.state'])
    .orderBy('outbox.dealer')
    .execute();
  return (Object.entries(STATES) as [Trouble, string][]).flatMap(([trouble, state]) =>
    rows
      .filter((row) => row.state === state)
      .map((row) => ({ dealer: row.dealer, trouble, leads: Number(row.leads), since: row.since })),
  );
}

/** Where the troubled leads of a dealer should go, and what went wrong there last. */
export async function troubledPlaces(
  db: Database,
  { dealer, trouble }: Pick<TroubledLeads, 'dealer' | 'trouble'>,
): Promise<{ destination: string; leads: number; reason: string | null }[]> {
  const rows = await undelivered(db)
    .select((eb) => [
      'outbox.destination',
      'outbox.last_error as reason',
      eb.fn.count<number>('outbox.lead_id').distinct().as('leads'),
    ])
    .where('outbox.dealer', '=', dealer)
    .where('outbox.state', '=', STATES[trouble])
    .groupBy(['outbox.destination', 'outbox.last_error'])
    .orderBy('outbox.destination')
    .execute();
  return rows.map((row) => ({ ...row, leads: Number(row.leads) }));
}

export async function knownAlarms(db: Database): Promise<KnownAlarm[]> {
  const rows = await db.selectFrom('lead_alarms').selectAll().execute();
  return rows.map(({ dealer, kind, raised_at, told_at }) => ({
    dealer,
    trouble: kind as Trouble,
    raisedAt: raised_at,
    toldAt: told_at,
  }));
}

/** Remembers that something is wrong; `told` once people know. */
export async function keepAlarm(
  db: Database,
  { dealer, trouble }: Pick<KnownAlarm, 'dealer' | 'trouble'>,
  { at, told }: { at: string; told: boolean },
): Promise<void> {
  const told_at = told ? at : null;
  await db
    .insertInto('lead_alarms')
    .values({ dealer, kind: trouble, raised_at: at, told_at })
    .onConflict((on) => on.columns(['dealer', 'kind']).doUpdateSet({ told_at }))
    .execute();
}

export async function forgetAlarm(
  db: Database,
  { dealer, trouble }: Pick<KnownAlarm, 'dealer' | 'trouble'>,
): Promise<void> {
  await db.deleteFrom('lead_alarms').where('dealer', '=', dealer).where('kind', '=', trouble).execute();
}
