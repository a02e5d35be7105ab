import {
  forgetCopies,
  placementsOf,
  queueCopies,
  queuedCopies,
} from '#src/features/search/server/queries/placement-queries.ts';
import {
  forgetMarks,
  someMarks,
  vehiclesById,
} from '#src/features/stock/server/queries/index-change-queries.ts';
import { raiseStockVersions } from '#src/features/stock/server/queries/stock-queries.ts';
import { markForIndex } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { IndexChangesTable } from '#src/platform/database/tables.ts';
import { type HeldLease, LeaseLost } from '#src/platform/database/with-lease.ts';
import { batches } from '#src/platform/queue/batches.ts';
import type { Services } from '#src/server/services.ts';
import { DOCUMENTS_AT_ONCE, documentsOf, type IndexedEngine } from './index-documents.ts';

/** Queued vehicles that are sent before these are removed from the queue. */
const ROUND = 20_000;

export const lostIndex = ({ name }: Pick<IndexedEngine, 'name'>) =>
  new LeaseLost(`Another process took over the index of "${name}".`);

/** Sends these vehicles as they are now, and removes those no longer in stock. @throws LeaseLost, SearchUnavailable */
export async function sendVehicles(
  services: Services,
  { index }: Pick<IndexedEngine, 'index'>,
  lease: HeldLease,
  ids: readonly string[],
): Promise<void> {
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
}

/** @returns vehicles sent */
export async function serveMarks(
  services: Services,
  engine: IndexedEngine,
  lease: HeldLease,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const marks = await someMarks(services.db, engine.dealers, ROUND);
    if (marks.length === 0) return sent;
    await sendVehicles(
      services,
      engine,
      lease,
      marks.map((mark) => mark.vehicle_id),
    );
    await forgetServed(
      services,
      engine,
      lease,
      marks,
      marks.map(({ dealer }) => dealer),
    );
    sent += marks.length;
  }
}

/**
 * PLAT-51: what the other engine of a moving dealer has received. If the lease was lost, it is queued again, as marks are.
 * @throws LeaseLost
 */
export async function serveCopies(
  services: Services,
  engine: IndexedEngine,
  lease: HeldLease,
): Promise<void> {
  const held = new Set([...engine.dealers, ...engine.moving.map(({ dealer }) => dealer)]);
  for (;;) {
    const copies = await queuedCopies(services.db, engine.name, ROUND);
    if (copies.length === 0) return;
    // The dealer may have left this engine since.
    const wanted = copies.filter(({ dealer }) => held.has(dealer));
    await sendVehicles(
      services,
      engine,
      lease,
      wanted.map(({ vehicle_id }) => vehicle_id),
    );
    const isStillHeld = await services.db.transaction().execute(async (trx) => {
      const isHeld = await lease.renew(trx);
      if (isHeld) await forgetCopies(trx, copies);
      else await queueCopies(trx, engine.name, wanted);
      await raiseStockVersions(
        trx,
        wanted.map(({ dealer }) => dealer),
      );
      return isHeld;
    });
    if (!isStillHeld) throw lostIndex(engine);
  }
}

/** Queues what this engine has received for the other one of a moving dealer. */
async function handOver(
  db: Database,
  { name }: IndexedEngine,
  marks: readonly IndexChangesTable[],
): Promise<void> {
  if (marks.length === 0) return;
  const dealers = [...new Set(marks.map(({ dealer }) => dealer))];
  for (const { dealer, engine, moving } of await placementsOf(db, dealers)) {
    const others = [engine, ...(moving ? [moving.other] : [])].filter((each) => each !== name);
    for (const other of others)
      await queueCopies(
        db,
        other,
        marks.filter((mark) => mark.dealer === dealer),
      );
  }
}

/**
 * Removes processed vehicles from the queue. If the lease was lost, older documents may have been sent after those of
 * the new holder, so the vehicles are queued again.
 * @throws LeaseLost
 */
export async function forgetServed(
  { db }: Services,
  engine: IndexedEngine,
  lease: HeldLease,
  marks: readonly IndexChangesTable[],
  dealers: readonly string[],
): Promise<void> {
  const isStillHeld = await db.transaction().execute(async (trx) => {
    const isHeld = await lease.renew(trx);
    if (isHeld) {
      // Read in this transaction: a dealer whose move begins later is copied after these vehicles were stored.
      if (engine.kind !== 'own') await handOver(trx, engine, marks);
      await forgetMarks(trx, marks);
    } else
      await markForIndex(
        trx,
        marks.map(({ vehicle_id: id, dealer }) => ({ id, dealer })),
      );
    await raiseStockVersions(trx, dealers);
    return isHeld;
  });
  if (!isStillHeld) throw lostIndex(engine);
}
