import { randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedConfig } from '#src/config/sections/feed.ts';
import type { Database } from '#src/providers/database/sqlite.ts';
import {
  batches,
  knownVehicles,
  removeVehicles,
  touchVehicles,
  writeVehicles,
} from '#src/providers/database/vehicles.ts';
import { FeedError } from '#src/providers/feeds/feed.ts';
import { feedFile } from '#src/providers/feeds/read-feed.ts';
import type { Services } from '../services.ts';
import { notePictures, type PicturedVehicle, withReadyPictures } from './feed-pictures.ts';
import { finishRun, startRun } from './import-runs.ts';
import { type ImportPlan, identify, planImport } from './plan-import.ts';
import { readVehicles } from './read-vehicles.ts';
import { duplicateRow, type RowProblem } from './row-problem.ts';

export type ImportSummary = ImportPlan['counts'] & {
  rows: number;
  /** Vehicles the feed holds: added, changed and unchanged. */
  stored: number;
  skipped: number;
  problems: RowProblem[];
  /** Vehicles whose pictures the feed names by address; `importPictures` takes them. */
  pictured: PicturedVehicle[];
  seconds: number;
};

export type ImportOptions = { dealersDir: string; force?: boolean; dryRun?: boolean };

const BATCH = 250;

/** Too few to tell a broken feed from a quiet week. */
const SMALL_STOCK = 10;

/**
 * Full import of a dealer's feed (PLAT-03): everything is read and compared before anything is written;
 * vehicles the feed no longer carries leave in the last step. Call `drainIndexChanges` afterwards.
 * @throws FeedError when the feed cannot be read, or would remove too much; nothing has been written then
 */
export async function importStock(
  services: Services,
  dealer: DealerConfig,
  options: ImportOptions,
): Promise<ImportSummary> {
  const started = performance.now();
  const feed = dealer.stock.feed;
  if (!feed) throw new FeedError(`${dealer.slug}: the dealer file has no "stock.feed".`);
  const { vehicles, problems, rows } = readVehicles(feed, dealer, options.dealersDir, services.clock);
  const { unique, duplicates } = identify(dealer.slug, vehicles);
  for (const { row, vehicle } of duplicates) {
    problems.push(duplicateRow(row, vehicle.stocknum ? 'stocknum' : 'vin', vehicle.stocknum ?? vehicle.vin));
  }

  const run = { id: randomUUID(), now: services.clock.now().toISOString() };
  const known = await knownVehicles(services.db, dealer.slug);
  const present = known.filter((row) => row.removed_at === null);
  const { vehicles: ready, pictured } = await withReadyPictures(services.db, dealer.slug, unique);
  const plan = planImport(dealer.slug, ready, known, run);
  if (!options.force) refuseMassRemoval(dealer.slug, feed, plan.counts.removed, present.length);
  if (!options.dryRun) {
    const knownRuns = [...new Set(present.map((row) => row.run_id))];
    await startRun(services.db, { ...run, dealer: dealer.slug, feed: feedFile(feed, options.dealersDir) });
    await notePictures(services.db, dealer.slug, pictured, run.now);
    await apply(services.db, dealer.slug, plan, { ...run, knownRuns });
    await finishRun(services, dealer, run.id, plan);
  }
  return {
    ...plan.counts,
    rows,
    stored: unique.length,
    skipped: rows - unique.length,
    problems,
    pictured,
    seconds: (performance.now() - started) / 1000,
  };
}

function refuseMassRemoval(dealer: string, feed: FeedConfig, removed: number, current: number): void {
  if (current <= SMALL_STOCK || removed <= feed.maxRemovedShare * current) return;
  throw new FeedError(
    `${dealer}: the feed would remove ${removed} of ${current} vehicles, more than the ${Math.round(feed.maxRemovedShare * 100)} % that "stock.feed.maxRemovedShare" allows. Check the feed; import it with --force if it is right.`,
  );
}

async function apply(
  db: Database,
  dealer: string,
  plan: ImportPlan,
  run: { id: string; now: string; knownRuns: readonly string[] },
): Promise<void> {
  for (const batch of batches(plan.writes, BATCH)) {
    await writeVehicles(
      db,
      batch,
      batch.flatMap(({ id }) => plan.history.get(id) ?? []),
    );
  }
  for (const batch of batches(plan.unchanged, BATCH)) await touchVehicles(db, batch, run.id);
  await removeVehicles(db, dealer, plan.removed, run.knownRuns, run.now);
}
