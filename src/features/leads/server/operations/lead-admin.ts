import type { DatabaseLocation } from '#src/config/environment.ts';
import type { StorageVariables } from '#src/config/environment-variables.ts';
import { financeWordingTexts } from '#src/features/finance/server/queries/finance-wording-queries.ts';
import {
  attemptsOfDeliveries,
  type DeliveryAttempt,
  deliveriesOf,
  hasLeads,
  type LeadFilter,
  leadsStartingWith,
  leadsWithIds,
  newestLeads,
  type StoredDelivery,
  updatesOf,
} from '#src/features/leads/server/queries/lead-list-queries.ts';
import type { StoredLead } from '#src/features/leads/server/queries/lead-queries.ts';
import {
  countUndeliveredLeads,
  destinationsInUse,
  restartDeliveries,
} from '#src/features/leads/server/queries/outbox-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openExistingDatabase } from '#src/platform/database/open-database.ts';
import type { FilePlaces } from '#src/platform/storage/object-storage.ts';
import { openSharedStorage } from '#src/platform/storage/open-storage.ts';
import { type Clock, systemClock } from '#src/platform/time/clock.ts';

/** Most urgent first. Undelivered tests are withdrawn. */
export const DELIVERY_STATES = ['dead', 'held', 'pending', 'delivered', 'withdrawn', 'erased'] as const;

const rank = (state: string) => {
  const at = (DELIVERY_STATES as readonly string[]).indexOf(state);
  // A state of another release is shown first, so that a person sees it.
  return at === -1 ? 0 : at;
};

const worstFirst = <T extends { state: string }>(deliveries: readonly T[]): T[] =>
  deliveries.toSorted((a, b) => rank(a.state) - rank(b.state));

const MASK = '•••';

export const maskedName = (name: string): string => (name === '' ? '' : `${[...name][0]}${MASK}`);

export const maskedPhone = (phone: string): string => (phone === '' ? '' : `${MASK}${phone.slice(-3)}`);

/** Never throws: one unreadable lead must not hide the others. */
export function readPayload(text: string): Readonly<Record<string, unknown>> {
  try {
    const payload: unknown = JSON.parse(text);
    if (typeof payload === 'object' && payload !== null) return { ...payload };
  } catch {
    // Reported below.
  }
  return { payload: 'cannot be read' };
}

export type AdminServices = FilePlaces & { db: Database; clock: Clock };

export type AdminDelivery = StoredDelivery & { log: DeliveryAttempt[] };

export type AdminLead = Omit<StoredLead, 'payload'> & {
  /** As stored by any release. */
  payload: Readonly<Record<string, unknown>>;
  /** FIN-10: the stored disclaimer of the repayment displayed with the lead. */
  finance_wording?: string;
  /** Most urgent first. */
  deliveries: AdminDelivery[];
  /** In their order. */
  updates: AdminLead[];
};

export async function withDeliveries(
  db: Database,
  leads: readonly StoredLead[],
  { log }: { log: boolean },
): Promise<AdminLead[]> {
  const updates = await updatesOf(
    db,
    leads.map(({ id }) => id),
  );
  const deliveries = await deliveriesOf(
    db,
    [...leads, ...updates].map(({ id }) => id),
  );
  const attempts = log
    ? await attemptsOfDeliveries(
        db,
        deliveries.map(({ id }) => id),
      )
    : [];
  const attemptsByDelivery = Map.groupBy(attempts, ({ outbox_id }) => outbox_id);
  const deliveriesByLead = Map.groupBy(deliveries, ({ lead_id }) => lead_id);
  const updatesByLead = Map.groupBy(updates, ({ parent_id }) => parent_id);
  const toAdminLead = (lead: StoredLead): AdminLead => ({
    ...lead,
    payload: readPayload(lead.payload),
    deliveries: worstFirst(deliveriesByLead.get(lead.id) ?? []).map((delivery) => ({
      ...delivery,
      log: attemptsByDelivery.get(delivery.id) ?? [],
    })),
    updates: (updatesByLead.get(lead.id) ?? []).map(toAdminLead),
  });
  return leads.map(toAdminLead);
}

export type Found<T> = { kind: 'found'; lead: T } | { kind: 'none' } | { kind: 'several' };

/** The version of a lead's disclaimer; payloads may be of any release. */
function wordingVersion({ payload }: AdminLead): string | undefined {
  const shown = payload.finance_shown;
  const version = typeof shown === 'object' && shown !== null ? Reflect.get(shown, 'wording') : undefined;
  return typeof version === 'string' ? version : undefined;
}

async function withWording(db: Database, lead: AdminLead): Promise<AdminLead> {
  const version = wordingVersion(lead);
  if (version === undefined) return lead;
  const text = (await financeWordingTexts(db, [version])).get(version);
  return text === undefined ? lead : { ...lead, finance_wording: text };
}

async function findByPrefix(db: Database, beginning: string): Promise<Found<StoredLead>> {
  const [lead, another] = await leadsStartingWith(db, beginning.toLowerCase());
  if (!lead) return { kind: 'none' };
  return another ? { kind: 'several' } : { kind: 'found', lead };
}

/**
 * Administration of all dealers' leads; needs only the database and files, and is safe while a server is running.
 * @throws Error if there is no database
 */
export async function openLeadAdmin(place: DatabaseLocation & StorageVariables, clock = systemClock) {
  const storage = await openSharedStorage(place);
  const db = await openExistingDatabase(place);
  return {
    services: { db, dataDir: place.DATA_DIR, storage, clock } satisfies AdminServices,
    list: async (filter: LeadFilter, limit: number) =>
      withDeliveries(db, await newestLeads(db, filter, limit), { log: false }),
    /** Newest first. */
    leads: async (ids: readonly string[]) => withDeliveries(db, await leadsWithIds(db, ids), { log: false }),
    /** @param id the lead's id, or a unique prefix */
    async show(id: string): Promise<Found<AdminLead>> {
      const found = await findByPrefix(db, id);
      if (found.kind !== 'found') return found;
      const [lead] = await withDeliveries(db, [found.lead], { log: true });
      return lead ? { kind: 'found', lead: await withWording(db, lead) } : { kind: 'none' };
    },
    /** @returns the retried deliveries in their previous state */
    retry: (which: Parameters<typeof restartDeliveries>[1]) =>
      restartDeliveries(db, which, clock.now().toISOString()),
    /** The number of leads with a delivery, or an update's, that is pending, was given up, or is held. */
    undelivered: () => countUndeliveredLeads(db),
    /** Names of all destinations ever used, by one dealer or all. */
    destinations: (dealer: string | undefined) => destinationsInUse(db, dealer),
    knows: (dealer: string) => hasLeads(db, dealer),
    async close() {
      storage?.close();
      await db.destroy();
    },
  };
}

export type LeadAdmin = Awaited<ReturnType<typeof openLeadAdmin>>;
