import { setTimeout as wait } from 'node:timers/promises';
import { queuedCopies } from '#src/features/search/server/queries/placement-queries.ts';
import { presentVehicles, someMarks } from '#src/features/stock/server/queries/index-change-queries.ts';
import { markForIndex } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { LEASE_POLL_MS, LeaseLost, tryWithLease } from '#src/platform/database/with-lease.ts';
import type { Services } from '#src/server/services.ts';
import { DOCUMENTS_AT_ONCE, type IndexedEngine, type IndexWork } from './index-documents.ts';
import { continueMoves, isMoveDue, leaveEnginesTakenOut } from './move-dealers.ts';
import { confirmIndex, rebuildWhereNeeded, standingOf } from './rebuild-index.ts';
import { serveCopies, serveMarks } from './serve-marks.ts';

/** Only its holder writes to a search engine, so that an older document never overwrites a newer one. */
const INDEX_LEASE = 'search-index';

/** Engines of the loaded dealers that this process may write to, by the placements it read last. */
const writable = (services: Services): IndexedEngine[] =>
  services.engines
    .inUse(services.tenants.all)
    .filter(({ engine }) => engine.isWritable)
    .map(({ engine: { name, kind, index }, ...held }) => ({
      ...{ name, kind, ...held },
      index: kind === 'shared' ? services.index : index,
    }));

/**
 * Sends queued vehicles to Meilisearch, in one process at a time: waits until another process has finished, or takes
 * over. A missing or outdated index is rebuilt and swapped, and moves to another engine go on. Vehicles that have
 * changed again stay queued, as do those of dealers that are not loaded, and of engines that this process has no key to
 * write to; after a crash the next call continues.
 * @returns number of vehicles sent by this process
 * @throws SearchUnavailable if Meilisearch is unavailable; vehicles stay queued
 */
export async function drainIndexChanges(services: Services, work: IndexWork = {}): Promise<number> {
  await services.engines.refresh();
  const drains = writable(services)
    .filter(({ name }) => work.only?.includes(name) ?? true)
    .map(({ name }) => drainEngine(services, name, work));
  const ended = await Promise.allSettled(drains);
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return ended.reduce((sent, each) => sent + (each.status === 'fulfilled' ? each.value : 0), 0);
}

/** Rebuilds the full index from the database without downtime, then continues like `drainIndexChanges`. */
export const rebuildIndex = (services: Services, work: Pick<IndexWork, 'report'> = {}): Promise<number> =>
  drainIndexChanges(services, { ...work, rebuild: true });

/** Engines are independent: an unavailable one does not block others. */
async function drainEngine(services: Services, name: string, work: IndexWork): Promise<number> {
  const leaseName = name === services.engines.shared.name ? INDEX_LEASE : `${INDEX_LEASE}:${name}`;
  const held = () => writable(services).find((engine) => engine.name === name);
  let sent = 0;
  let isWaiting = false;
  work.onProgress?.('Updating the search index');
  for (;;) {
    const engine = held();
    if (!engine) return sent;
    if (!work.rebuild && (await standingOf(services, name)) === 'newer') {
      work.report?.('A later release keeps the search index up to date.');
      return sent;
    }
    // If another process holds the lease, it adds them.
    const isKnown = isWaiting || newcomers(services, engine).length === 0;
    if (!work.rebuild && isKnown && (await isServed(services, engine))) {
      await confirmIndex(services, name, true);
      return sent;
    }
    try {
      const done = await tryWithLease(services, leaseName, async (lease) => {
        // Others may have moved dealers, or rebuilt the index, until the lease was free.
        await services.engines.refresh();
        const now = held();
        if (!now || (!work.rebuild && (await standingOf(services, name)) === 'newer')) return;
        await now.index.discardLeftovers();
        sent += await rebuildWhereNeeded(services, now, lease, work);
        await admitNewcomers(services, now);
        sent += await serveMarks(services, now, lease);
        await serveCopies(services, now, lease);
        await continueMoves(services, now, lease, work);
        await leaveEnginesTakenOut(services, now);
        await confirmIndex(services, name, true);
      });
      if (done) return sent;
    } catch (error) {
      // Another process is handling the queue now; wait for it.
      if (!(error instanceof LeaseLost)) throw error;
    }
    if (!isWaiting) work.report?.('Another process is writing to the search index; waiting for it.');
    isWaiting = true;
    await wait(LEASE_POLL_MS);
    await services.engines.refresh();
  }
}

async function isQuiet(services: Services, engine: IndexedEngine): Promise<boolean> {
  const { db } = services;
  if (engine.moving.some((move) => isMoveDue(move, services))) return false;
  if ((await someMarks(db, engine.dealers, 1)).length > 0) return false;
  return (await queuedCopies(db, engine.name, 1)).length === 0;
}

async function isServed(services: Services, engine: IndexedEngine): Promise<boolean> {
  return (
    (await isQuiet(services, engine)) &&
    (await standingOf(services, engine.name)) === 'current' &&
    (await engine.index.state()) === 'current'
  );
}

/**
 * Whether an engine that this process may write to has something to receive. Asks the database alone, and says there
 * that this release runs.
 */
export async function isIndexWorkDue(services: Services): Promise<boolean> {
  await services.engines.refresh();
  for (const engine of writable(services)) {
    const standing = await standingOf(services, engine.name);
    if (standing === 'newer') continue;
    if (standing === 'older' || !(await isQuiet(services, engine))) return true;
    await confirmIndex(services, engine.name, false);
  }
  return false;
}

/** Names the engines in use that this process has no key to write to. */
export function reportUnwritable({ engines, tenants, log }: Services): void {
  const unwritable = engines.inUse(tenants.all).filter(({ engine }) => !engine.isWritable);
  if (unwritable.length > 0)
    log.info(
      { engines: unwritable.map(({ engine }) => engine.name) },
      'no key to write to these search engines: indexing is left to other processes',
    );
}

/** Dealers known to be in each engine, per process. */
const admitted = new WeakMap<Services, Set<string>>();

/** Dealers that may have moved from another engine since the last check. */
function newcomers(services: Services, { name, dealers }: IndexedEngine): string[] {
  const known = admitted.get(services);
  return dealers.filter((slug) => !known?.has(`${name} ${slug}`));
}

/** CFG-06: indexes dealers whose file names another engine than before, and removes them from where they were. */
async function admitNewcomers(services: Services, engine: IndexedEngine): Promise<void> {
  const { name, kind, index } = engine;
  const known = admitted.get(services) ?? new Set();
  admitted.set(services, known);
  const slugs = newcomers(services, engine);
  const present = slugs.length > 0 ? await index.dealers() : new Set();
  for (const slug of slugs) {
    if (!present.has(slug) && (await index.count(slug)) === 0) {
      for await (const rows of presentVehicles(services.db, { of: [slug] }, DOCUMENTS_AT_ONCE))
        await markForIndex(services.db, rows);
    }
    // Leftovers there are not searched, and it may be unavailable.
    if (kind === 'own')
      await indexBefore(services, slug)
        ?.clear(slug)
        .catch(() => undefined);
    known.add(`${name} ${slug}`);
  }
}

/** The index of a dealer before its file named an engine. */
function indexBefore({ engines, index }: Services, slug: string) {
  const before = engines.named(engines.placementOf(slug).engine);
  if (!before?.isWritable) return undefined;
  return before.kind === 'shared' ? index : before.index;
}
