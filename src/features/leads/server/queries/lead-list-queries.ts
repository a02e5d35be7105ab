import { type Selectable, sql } from 'kysely';
import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/leads/leads-section.ts';
import type { Database } from '#src/platform/database/database.ts';
import type {
  DeliveryAttemptsTable,
  LeadCallsTable,
  OutboxTable,
} from '#src/platform/database/lead-tables.ts';
import type { StoredLead } from './lead-queries.ts';

export type StoredDelivery = Selectable<OutboxTable>;
export type DeliveryAttempt = Selectable<DeliveryAttemptsTable>;

export type LeadFilter = {
  dealer?: string | undefined;
  form?: string | undefined;
  category?: string | undefined;
  /** State of any of its deliveries, or its updates'; "erased" also matches erased leads that were delivered. */
  state?: string | undefined;
  destination?: string | undefined;
  /** ISO 8601; `since` is inclusive, `until` exclusive. */
  since?: string | undefined;
  until?: string | undefined;
  kinds: readonly string[];
};

/** Well below the parameter limit of both engines. */
const MAX_IDS_PER_STATEMENT = 500;

/** Runs a query in batches of ids. */
export async function forIds<T>(
  ids: readonly string[],
  query: (some: readonly string[]) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (let at = 0; at < ids.length; at += MAX_IDS_PER_STATEMENT)
    found.push(...(await query(ids.slice(at, at + MAX_IDS_PER_STATEMENT))));
  return found;
}

function matching(db: Database, filter: LeadFilter) {
  let query = db
    .selectFrom('leads')
    .selectAll('leads')
    .where('leads.kind', 'in', [...filter.kinds]);
  const { state, destination } = filter;
  if (filter.dealer !== undefined) query = query.where('leads.dealer', '=', filter.dealer);
  if (filter.form !== undefined) query = query.where('leads.form', '=', filter.form);
  if (filter.category !== undefined) query = query.where('leads.category', '=', filter.category);
  if (filter.since !== undefined) query = query.where('leads.created_at', '>=', filter.since);
  if (filter.until !== undefined) query = query.where('leads.created_at', '<', filter.until);
  if (state === undefined && destination === undefined) return query;
  return query.where('leads.id', 'in', (eb) => {
    let about = eb
      .selectFrom('outbox')
      .innerJoin('leads as delivered', 'delivered.id', 'outbox.lead_id')
      .select((of) => of.fn.coalesce('delivered.parent_id', 'delivered.id').as('id'));
    if (state === 'erased') {
      about = about.where((of) =>
        of.or([of('outbox.state', '=', state), of('delivered.erased_at', 'is not', null)]),
      );
    } else if (state !== undefined) about = about.where('outbox.state', '=', state);
    if (destination !== undefined) return about.where('outbox.destination', '=', destination);
    // The state of the acknowledgement is irrelevant to the dealer.
    return state === 'erased' ? about : about.where('outbox.destination', '<>', ACKNOWLEDGEMENT_DESTINATION);
  });
}

/** Newest first. */
export const newestLeads = (db: Database, filter: LeadFilter, limit: number): Promise<StoredLead[]> =>
  matching(db, filter).orderBy('leads.created_at', 'desc').orderBy('leads.id').limit(limit).execute();

/** Oldest first, page by page, to bound memory and avoid long locks. */
export async function* pagesOfLeads(
  db: Database,
  filter: LeadFilter,
  size: number,
): AsyncGenerator<StoredLead[]> {
  let last: StoredLead | undefined;
  for (;;) {
    let query = matching(db, filter).orderBy('leads.created_at').orderBy('leads.id').limit(size);
    if (last) {
      const { created_at, id } = last;
      query = query.where((eb) =>
        eb.or([
          eb('leads.created_at', '>', created_at),
          eb.and([eb('leads.created_at', '=', created_at), eb('leads.id', '>', id)]),
        ]),
      );
    }
    const page = await query.execute();
    if (page.length > 0) yield page;
    if (page.length < size) return;
    last = page.at(-1);
  }
}

/** Leads, tests and updates by id prefix; two results suffice to detect ambiguity. */
export const leadsStartingWith = (db: Database, beginning: string): Promise<StoredLead[]> =>
  db
    .selectFrom('leads')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('substr', ['id', eb.val(1), eb.val(beginning.length)]), '=', beginning))
    .limit(2)
    .execute();

/** Newest first. */
export async function leadsWithIds(db: Database, ids: readonly string[]): Promise<StoredLead[]> {
  const leads = await forIds(ids, (some) =>
    db
      .selectFrom('leads')
      .selectAll()
      .where('id', 'in', [...some])
      .execute(),
  );
  return leads.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
}

export const updatesOf = (db: Database, leadIds: readonly string[]): Promise<StoredLead[]> =>
  forIds(leadIds, (ids) =>
    db
      .selectFrom('leads')
      .selectAll()
      .where('parent_id', 'in', [...ids])
      .orderBy('sequence')
      .execute(),
  );

export const deliveriesOf = (db: Database, leadIds: readonly string[]): Promise<StoredDelivery[]> =>
  forIds(leadIds, (ids) =>
    db
      .selectFrom('outbox')
      .selectAll()
      .where('lead_id', 'in', [...ids])
      .orderBy('destination')
      .execute(),
  );

/** Oldest first. */
export const attemptsOfDeliveries = (
  db: Database,
  outboxIds: readonly string[],
): Promise<DeliveryAttempt[]> =>
  forIds(outboxIds, (ids) =>
    db
      .selectFrom('delivery_attempts')
      .selectAll()
      .where('outbox_id', 'in', [...ids])
      .orderBy('seq')
      .execute(),
  );

export const hasLeads = async (db: Database, dealer: string): Promise<boolean> =>
  (await db.selectFrom('leads').select('id').where('dealer', '=', dealer).limit(1).executeTakeFirst()) !==
  undefined;

export type LeadOfShopper = {
  id: string;
  form: string;
  vehicleId: string | null;
  createdAt: string;
  /** JSON. Of one that is not `isOwn` only what was arranged may be shown: anyone may type a phone number. */
  payload: string;
  /** Whether the shopper was signed in. */
  isOwn: boolean;
};

const MAX_LEADS = 50;

/**
 * A dealer's newest leads with an account's phone or sent from it, without erased ones.
 * @param shopper phone as digits from 0
 */
export const leadsOfShopper = async (
  db: Database,
  { id, dealer, phone }: { id: string; dealer: string; phone: string },
): Promise<LeadOfShopper[]> =>
  (
    await db
      .selectFrom('leads')
      .select(['id', 'form', 'vehicle_id', 'created_at', 'payload', 'contact_id'])
      .where('dealer', '=', dealer)
      .where((eb) => eb.or([eb('phone', '=', phone), eb('contact_id', '=', id)]))
      .where('kind', '=', 'lead')
      .where('erased_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(MAX_LEADS)
      .execute()
  ).map(({ vehicle_id, created_at, payload, contact_id, ...lead }) => ({
    ...{ id: lead.id, form: lead.form, vehicleId: vehicle_id, createdAt: created_at },
    ...{ payload, isOwn: contact_id === id },
  }));

export const storeLeadCall = (db: Database, call: LeadCallsTable): Promise<unknown> =>
  db.insertInto('lead_calls').values(call).execute();

export type LeadCallCount = { dealer: string; calls: number };

/** @returns calls by dealer, only dealers with any; of all time without `since` */
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

/**
 * How many leads arrived, by ten minutes, in which every time zone begins its days; tests and updates do not count.
 * @param dealer all dealers by default
 * @param since ISO 8601
 */
export async function leadsByTime(
  db: Database,
  { dealer, since }: { dealer: string | undefined; since: string },
): Promise<{ at: Date; leads: number }[]> {
  // YYYY-MM-DDTHH:M
  const tenMinutes = sql<string>`substr(created_at, 1, 15)`;
  let query = db
    .selectFrom('leads')
    .select(({ fn }) => [tenMinutes.as('time'), fn.countAll<number>().as('leads')])
    .where('kind', '=', 'lead')
    .where('created_at', '>=', since)
    .groupBy(tenMinutes);
  if (dealer !== undefined) query = query.where('dealer', '=', dealer);
  return (await query.execute()).map(({ time, leads }) => ({
    at: new Date(`${time}0Z`),
    leads: Number(leads),
  }));
}
