import type { Database } from './database.ts';
import type { LeadCallsTable } from './tables.ts';

export const storeLeadCall = (db: Database, call: LeadCallsTable): Promise<unknown> =>
  db.insertInto('lead_calls').values(call).execute();

export type LeadCallCount = { dealer: string; calls: number };

/** @returns calls by dealer, those without any left out; of all time without `since` */
export async function countLeadCalls(
  db: Database,
  { dealer, since }: { dealer?: string | undefined; since?: string | undefined },
): Promise<LeadCallCount[]> {
  let query = db
    .selectFrom('lead_calls')
    .select(({ fn }) => ['website_id as dealer', fn.countAll<number>().as('calls')])
    .groupBy('website_id')
    .orderBy('website_id');
  if (since !== undefined) query = query.where('created_at', '>=', since);
  if (dealer !== undefined) query = query.where('website_id', '=', dealer);
  return (await query.execute()).map(({ calls, ...rest }) => ({ ...rest, calls: Number(calls) }));
}
