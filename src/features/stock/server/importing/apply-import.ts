import { writeHistory } from '#src/features/stock/server/queries/import-queries.ts';
import type { StagedFeed } from '#src/features/stock/server/queries/staged-feed.ts';
import {
  removeVehicles,
  touchVehicles,
  writeVehicles,
} from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { HeldLease } from '#src/platform/database/with-lease.ts';
import { chunked } from '#src/platform/queue/batches.ts';
import { newlyDiscarded } from './import-history.ts';

const DISCARDED_BATCH = 500;

/** Writes what a comparison has staged, batch by batch; missing vehicles are removed last. @throws LeaseLost */
export async function applyImport(
  db: Database,
  dealer: string,
  staged: StagedFeed,
  run: { id: string; now: string },
  lease: HeldLease,
): Promise<void> {
  /** Commits only while the lease is held, so that an older feed never overwrites a newer one. */
  const inLease = (work: (transaction: Database) => Promise<unknown>) =>
    db.transaction().execute(async (trx) => {
      await lease.confirm(trx);
      await work(trx);
    });
  for (const batch of staged.writes()) {
    const rows = batch.map(({ row }) => row);
    const history = batch.flatMap((write) => write.history);
    await inLease((trx) => writeVehicles(trx, rows, history));
  }
  for (const batch of staged.unchanged()) {
    const ids = batch.map(({ id }) => id);
    await inLease((trx) => touchVehicles(trx, ids, run.id));
  }
  for (const batch of chunked(staged.discardedRows(), DISCARDED_BATCH)) {
    const discarded = await newlyDiscarded(db, dealer, batch, run.now);
    if (discarded.length > 0) await inLease((trx) => writeHistory(trx, discarded));
  }
  for (const batch of staged.removed()) {
    const ids = batch.map(({ id }) => id);
    const knownRuns = new Set(batch.map(({ run_id }) => run_id));
    await inLease((trx) => removeVehicles(trx, dealer, ids, [...knownRuns], run.now));
  }
}
