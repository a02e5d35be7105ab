import { randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedConfig } from '#src/config/sections/feed.ts';
import {
  batches,
  knownVehicles,
  removeOlderRuns,
  touchVehicles,
  writeVehicles,
} from '#src/providers/database/vehicles.ts';
import { FeedError } from '#src/providers/feeds/feed.ts';
import { feedFile, readFeed } from '#src/providers/feeds/read-feed.ts';
import type { Services } from '../services.ts';
import { missingColumns, type RowProblem, readFeedRow } from './feed-row.ts';
import { type FeedVehicle, type ImportPlan, identify, planImport } from './plan-import.ts';

export type ImportSummary = ImportPlan['counts'] & {
  rows: number;
  /** Vehicles the feed holds: added, changed and unchanged. */
  stored: number;
  skipped: number;
  problems: RowProblem[];
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
  const { vehicles, problems, rows } = readVehicles(feed, options.dealersDir);
  const { unique, duplicates } = identify(dealer.slug, vehicles);
  problems.push(...duplicates.map(duplicateProblem));

  const run = { id: randomUUID(), now: services.clock.now().toISOString() };
  const known = await knownVehicles(services.db, dealer.slug);
  const plan = planImport(dealer.slug, unique, known, run);
  if (!options.force)
    refuseMassRemoval(
      dealer.slug,
      feed,
      plan.counts.removed,
      known.filter((row) => row.removed_at === null).length,
    );
  if (!options.dryRun) await apply(services, dealer.slug, plan, run, feedFile(feed, options.dealersDir));
  return {
    ...plan.counts,
    rows,
    stored: unique.length,
    skipped: rows - unique.length,
    problems,
    seconds: (performance.now() - started) / 1000,
  };
}

function readVehicles(feed: FeedConfig, dealersDir: string) {
  const content = readFeed(feed, dealersDir);
  const missing = missingColumns(feed, content.columns);
  if (missing.length > 0) {
    throw new FeedError(
      `${feedFile(feed, dealersDir)}: no column ${missing.map((name) => `"${name}"`).join(', ')}. The feed has: ${[...content.columns].join(', ')}. Correct "stock.feed.columns", or ask the supplier for the column.`,
    );
  }
  const vehicles: FeedVehicle[] = [];
  const problems: RowProblem[] = [];
  for (const row of content.rows) {
    if ('broken' in row) {
      problems.push(brokenProblem(row.row, row.broken));
      continue;
    }
    const result = readFeedRow(feed, row);
    problems.push(...result.problems);
    if (result.vehicle) vehicles.push({ row: row.row, vehicle: result.vehicle });
  }
  if (vehicles.length === 0) {
    const [first] = problems;
    const example = first ? ` First: row ${first.row}, ${first.column}: expected ${first.expected}.` : '';
    throw new FeedError(
      `${feedFile(feed, dealersDir)}: none of ${content.rows.length} rows is a vehicle.${example}`,
    );
  }
  return { vehicles, problems, rows: content.rows.length };
}

function refuseMassRemoval(dealer: string, feed: FeedConfig, removed: number, current: number): void {
  if (current <= SMALL_STOCK || removed <= feed.maxRemovedShare * current) return;
  throw new FeedError(
    `${dealer}: the feed would remove ${removed} of ${current} vehicles, more than the ${Math.round(feed.maxRemovedShare * 100)} % that "stock.feed.maxRemovedShare" allows. Check the feed; import it with --force if it is right.`,
  );
}

async function apply(
  services: Services,
  dealer: string,
  plan: ImportPlan,
  run: { id: string; now: string },
  feed: string,
): Promise<void> {
  const { db } = services;
  await db
    .insertInto('import_runs')
    .values({ id: run.id, dealer, started_at: run.now, finished_at: null, feed, summary: null })
    .execute();
  for (const batch of batches(plan.writes, BATCH)) {
    await writeVehicles(
      db,
      batch,
      batch.flatMap(({ id }) => plan.history.get(id) ?? []),
    );
  }
  for (const batch of batches(plan.unchanged, BATCH)) await touchVehicles(db, batch, run.id);
  await removeOlderRuns(db, dealer, run.id, run.now);
  await db
    .updateTable('import_runs')
    .set({ finished_at: services.clock.now().toISOString(), summary: JSON.stringify(plan.counts) })
    .where('id', '=', run.id)
    .execute();
}

const brokenProblem = (row: number, broken: string): RowProblem => ({
  row,
  column: '',
  value: broken,
  reason: 'broken_row',
  expected: 'a row that fits the header',
  remedy: 'Correct the row; look for a delimiter or a quote inside a cell.',
  skipped: true,
});

const duplicateProblem = ({ row, vehicle }: FeedVehicle): RowProblem => ({
  row,
  column: vehicle.stocknum ? 'stocknum' : vehicle.vin ? 'vin' : '',
  value: vehicle.stocknum ?? vehicle.vin ?? 'the whole row',
  reason: 'duplicate',
  expected: 'each vehicle once',
  remedy: 'The last row counts; remove the others from the feed.',
  skipped: true,
});
