import { setTimeout as wait } from 'node:timers/promises';
import type { SearchDocument } from '#src/features/search/index/search-document.ts';
import { toSearchDocument } from '#src/features/search/index/to-search-document.ts';
import type { SiteEngine } from '#src/features/search/server/engine/site-engines.ts';
import type { NextIndex, VehicleIndex } from '#src/features/search/server/engine/vehicle-index.ts';
import { formerIdOf } from '#src/features/stock/server/importing/identify-vehicles.ts';
import {
  type HeldLease,
  LEASE_POLL_MS,
  LeaseLost,
  tryWithLease,
} from '#src/features/stock/server/importing/with-lease.ts';
import {
  forgetMarks,
  marksOf,
  presentVehicles,
  someMarks,
  vehiclesById,
} from '#src/features/stock/server/queries/index-change-queries.ts';
import { raiseStockVersions, type StockedRow } from '#src/features/stock/server/queries/stock-queries.ts';
import {
  countPresentVehicles,
  markForIndex,
  toStockedVehicle,
} from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { IndexChangesTable } from '#src/platform/database/tables.ts';
import { batches, type OnProgress } from '#src/platform/queue/batches.ts';
import type { Services } from '#src/server/services.ts';

/** Per request, and at most so many in memory: 20 MB. */
const DOCUMENTS_AT_ONCE = 2000;
const COPIED_PER_REQUEST = 1000;

/** An engine with its dealers; at least one, because Postgres has no empty list. */
type IndexedDealers = Pick<SiteEngine, 'name' | 'index'> & { dealers: readonly string[] };

type DocumentsOf = (services: Services, rows: readonly StockedRow[]) => SearchDocument[];

/**
 * Rebuilds the index from the database in a second index and swaps the two, so that no search sees a partial one.
 * Documents without a vehicle are dropped. Documents of dealers that are not loaded are copied, because creating them
 * requires the dealer file.
 * @returns number of documents created
 * @throws LeaseLost, SearchUnavailable; the live index is unchanged then
 */
async function fillNextIndex(
  services: Services,
  { name, index, dealers }: IndexedDealers,
  lease: HeldLease,
  documentsOf: DocumentsOf,
  onProgress?: OnProgress,
): Promise<number> {
  const next = await index.startNext();
  let made = 0;
  let all = 0;
  if (onProgress) for (const slug of dealers) all += await countPresentVehicles(services.db, slug);
  async function* documents() {
    for await (const rows of presentVehicles(services.db, { of: dealers }, DOCUMENTS_AT_ONCE)) {
      onProgress?.('Sending vehicles to the search index', made, all);
      const some = documentsOf(services, rows);
      await lease.confirm(services.db);
      yield some;
      made += some.length;
    }
  }
  await next.upsert(documents());
  // Only the shared engine has dealers that are not loaded.
  const notCopied = name === '' ? await copyOthers(services, lease, next) : [];
  await lease.confirm(services.db);
  await next.publish();
  await markForIndex(services.db, notCopied);
  return made;
}

/** @returns vehicles missing from the live index, which stay queued until their dealer is loaded */
async function copyOthers(
  { db, index, tenants }: Services,
  lease: HeldLease,
  next: NextIndex,
): Promise<StockedRow[]> {
  const loaded = tenants.all.map(({ slug }) => slug);
  const missing: StockedRow[] = [];
  for await (const rows of presentVehicles(db, { except: loaded }, COPIED_PER_REQUEST)) {
    const documents = await index.documents(rows.map(({ id }) => id));
    const found = new Set(documents.map(({ id }) => id));
    missing.push(...rows.filter(({ id }) => !found.has(id)));
    await lease.confirm(db);
    await next.upsert(documents);
  }
  return missing;
}

/** Queued vehicles that are sent before these are removed from the queue. */
const ROUND = 20_000;

/** Only its holder writes to the search engine, so that an older document never overwrites a newer one. */
const INDEX_LEASE = 'search-index';

type IndexWork = {
  /** Whether to rebuild the full index from the database. */
  rebuild?: boolean;
  /** Called with a message for each slow step. */
  report?: (line: string) => void;
  onProgress?: OnProgress;
};

/**
 * Sends queued vehicles to Meilisearch, in one process at a time: waits until another process has finished, or takes
 * over. A missing or outdated index is rebuilt and swapped. Vehicles that have changed again stay queued, as do those
 * of dealers that are not loaded; after a crash the next call continues.
 * @returns number of vehicles sent by this process
 * @throws SearchUnavailable if Meilisearch is unavailable; vehicles stay queued
 */
export async function drainIndexChanges(services: Services, work: IndexWork = {}): Promise<number> {
  const drains = services.engines
    .inUse(services.tenants.all)
    .map(({ engine: { name, index }, dealers }) =>
      drainEngine(services, { name, index: name === '' ? services.index : index, dealers }, work),
    );
  const ended = await Promise.allSettled(drains);
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return ended.reduce((sent, each) => sent + (each.status === 'fulfilled' ? each.value : 0), 0);
}

/** Engines are independent: an unavailable one does not block others. */
async function drainEngine(services: Services, engine: IndexedDealers, work: IndexWork): Promise<number> {
  const { dealers, index } = engine;
  const leaseName = engine.name === '' ? INDEX_LEASE : `${INDEX_LEASE}:${engine.name}`;
  let sent = 0;
  let isWaiting = false;
  work.onProgress?.('Updating the search index');
  for (;;) {
    // If another process holds the lease, it adds them.
    const isKnown = isWaiting || newcomers(services, engine).length === 0;
    if (!work.rebuild && isKnown && (await isServed(services, engine))) return sent;
    try {
      const done = await tryWithLease(services, leaseName, async (lease) => {
        await index.discardLeftovers();
        sent += await rebuildWhereNeeded(services, engine, lease, work);
        await admitNewcomers(services, engine);
        sent += await serveMarks(services, index, lease, () => someMarks(services.db, dealers, ROUND));
      });
      if (done) return sent;
    } catch (error) {
      // Another process is handling the queue now; wait for it.
      if (!(error instanceof LeaseLost)) throw error;
    }
    if (!isWaiting) work.report?.('Another process is writing to the search index; waiting for it.');
    isWaiting = true;
    await wait(LEASE_POLL_MS);
  }
}

/** Rebuilds the full index from the database without downtime, then continues like `drainIndexChanges`. */
export const rebuildIndex = (services: Services, work: Pick<IndexWork, 'report'> = {}): Promise<number> =>
  drainIndexChanges(services, { ...work, rebuild: true });

async function isServed({ db }: Services, { index, dealers }: IndexedDealers): Promise<boolean> {
  return (await someMarks(db, dealers, 1)).length === 0 && (await index.state()) === 'current';
}

async function rebuildWhereNeeded(
  services: Services,
  engine: IndexedDealers,
  lease: HeldLease,
  { rebuild, report, onProgress }: IndexWork,
): Promise<number> {
  const { index, dealers } = engine;
  const state = await index.state();
  if (state === 'current' && !rebuild) return 0;
  if (state === 'outdated')
    report?.('The settings of the search index have changed: it is rebuilt and swapped.');
  if (state === 'absent') await index.ensure();
  const marks = await marksOf(services.db, dealers);
  const sent = await fillNextIndex(services, engine, lease, documentsOf, onProgress);
  await forgetServed(services, lease, marks, dealers);
  return sent;
}

/** Dealers known to be in each engine, per process. */
const admitted = new WeakMap<Services, Set<string>>();

/** Dealers that may have moved from another engine since the last check. */
function newcomers(services: Services, { name, dealers }: IndexedDealers): string[] {
  const known = admitted.get(services);
  return dealers.filter((slug) => !known?.has(`${name} ${slug}`));
}

/** CFG-06: indexes dealers that have moved to another engine, and removes them from the shared one. */
async function admitNewcomers(services: Services, engine: IndexedDealers): Promise<void> {
  const { name, index } = engine;
  const known = admitted.get(services) ?? new Set();
  admitted.set(services, known);
  for (const slug of newcomers(services, engine)) {
    if ((await index.count(slug)) === 0) {
      for await (const rows of presentVehicles(services.db, { of: [slug] }, DOCUMENTS_AT_ONCE))
        await markForIndex(services.db, rows);
    }
    // Leftovers there are not searched, and it may be unavailable.
    if (name !== '') await services.index.clear(slug).catch(() => undefined);
    known.add(`${name} ${slug}`);
  }
}

async function serveMarks(
  services: Services,
  index: VehicleIndex,
  lease: HeldLease,
  read: () => Promise<IndexChangesTable[]>,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const marks = await read();
    if (marks.length === 0) return sent;
    const ids = marks.map((mark) => mark.vehicle_id);
    const shown = new Set<string>();
    async function* documents() {
      for (const batch of batches(ids, DOCUMENTS_AT_ONCE)) {
        const some = documentsOf(services, await vehiclesById(services.db, batch));
        for (const { id } of some) shown.add(id);
        await lease.confirm(services.db);
        yield some;
      }
    }
    await index.upsert(documents());
    const gone = ids.filter((id) => !shown.has(id));
    if (gone.length > 0) await index.remove(gone);
    await forgetServed(
      services,
      lease,
      marks,
      marks.map(({ dealer }) => dealer),
    );
    sent += marks.length;
  }
}

/**
 * Removes processed vehicles from the queue. If the lease was lost, older documents may have been sent after those of
 * the new holder, so the vehicles are queued again.
 * @throws LeaseLost
 */
async function forgetServed(
  { db }: Services,
  lease: HeldLease,
  marks: readonly IndexChangesTable[],
  dealers: readonly string[],
): Promise<void> {
  const isStillHeld = await db.transaction().execute(async (trx) => {
    const isHeld = await lease.renew(trx);
    if (isHeld) await forgetMarks(trx, marks);
    else
      await markForIndex(
        trx,
        marks.map(({ vehicle_id: id, dealer }) => ({ id, dealer })),
      );
    await raiseStockVersions(trx, dealers);
    return isHeld;
  });
  if (!isStillHeld) throw new LeaseLost(`Another process took over "${INDEX_LEASE}".`);
}

/** The engine lists equally ranked vehicles by insertion order, so a fixed order keeps installations consistent. */
function inStableOrder(rows: readonly StockedRow[]): StockedRow[] {
  const keyed = rows.map((row) => ({ row, key: formerIdOf(row.dealer, row.identity) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
}

function documentsOf(services: Services, rows: readonly StockedRow[]) {
  return inStableOrder(rows).flatMap((row) => {
    const dealer = services.tenants.bySlug(row.dealer);
    return row.removed_at === null && dealer
      ? [toSearchDocument(toStockedVehicle(row), dealer, services.clock)]
      : [];
  });
}
