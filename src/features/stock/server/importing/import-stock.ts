import { randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import type { ProblemCollector, ProblemKind } from '#src/features/stock/found-problems.ts';
import { FeedError } from '#src/features/stock/parsing/feed-content.ts';
import {
  doubtfulEnd,
  duplicateRow,
  type RowProblem,
  sharedNumber,
  unknownWithdrawal,
} from '#src/features/stock/row-problems.ts';
import {
  notePictures,
  type PicturedVehicle,
  withReadyPictures,
} from '#src/features/stock/server/pictures/feed-pictures.ts';
import {
  insertImportRun,
  type StoredVehicle,
  storedVehicles,
  writeHistory,
} from '#src/features/stock/server/queries/import-queries.ts';
import {
  FEED_PLACE_REMEDY,
  feedFiles,
  isAllowedFeedPath,
} from '#src/features/stock/server/reading/feed-source.ts';
import { feedFile, openFeed } from '#src/features/stock/server/reading/read-feed.ts';
import { readVehicles, shapeOf } from '#src/features/stock/server/reading/read-vehicles.ts';
import type { UnmappedColumn } from '#src/features/stock/unmapped-words.ts';
import {
  type HistoryEntry,
  removeVehicles,
  touchVehicles,
  writeVehicles,
} from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { numberIdentity, statedIdentity } from '#src/features/vehicle/vehicle-identity.ts';
import type { Database } from '#src/platform/database/database.ts';
import { vehicleIds } from '#src/platform/database/installation-keys.ts';
import { batches } from '#src/platform/queue/batches.ts';
import type { Services } from '#src/server/services.ts';
import { findSameCars, identify, sharedNumbers } from './identify-vehicles.ts';
import { jumpProblems, jumpRefusal, priceJumps, refusalsOf } from './import-guards.ts';
import { finishRun, lastRunSummary, newlyDiscarded } from './import-history.ts';
import { type ImportMode, type ImportPlan, leftOutBySetting, leftOutOf, planImport } from './plan-import.ts';
import { type HeldLease, importLease, withLease } from './with-lease.ts';

export type ImportSummary = ImportPlan['counts'] & {
  rows: number;
  /** Vehicles in the feed: added, changed and unchanged. */
  stored: number;
  /** Rows that withdraw a vehicle. */
  withdrawn: number;
  skipped: number;
  /** The first of each kind. */
  problems: readonly RowProblem[];
  problemKinds: readonly ProblemKind[];
  unmapped: readonly UnmappedColumn[];
  /** Number of hidden vehicles by setting. */
  leftOut: Record<string, number>;
  /** Reasons to reject it; only set for a dry run or forced import. */
  refusals: string[];
  /** Only for CSV. */
  delimiter: string | undefined;
  /** Vehicles with picture URLs, for `importPictures`. */
  pictured: PicturedVehicle[];
  seconds: number;
};

export type ImportOptions = {
  dealersDir: string;
  force?: boolean;
  dryRun?: boolean;
  /** Overrides `stock.feed.mode`. */
  mode?: ImportMode | undefined;
  /** Called with a message for each slow step. */
  report?: (line: string) => void;
};

export const REFUSAL_REMEDY = 'Check the feed; import it with --force if it is right.';

const BATCH = 250;
const REMOVAL_BATCH = 500;

/** A feed that appears broken. @param refusals see `refusalsOf` */
export class FeedRefused extends FeedError {
  constructor(dealer: string, refusals: readonly string[]) {
    const reasons = refusals.map((reason) => `  - ${reason}`);
    super(
      [`${dealer}: the feed is refused, nothing was changed.`, ...reasons, `  ${REFUSAL_REMEDY}`].join('\n'),
    );
  }
}

/**
 * Imports a dealer's feed (PLAT-03). Everything is read and compared before anything is written. A full feed removes
 * missing vehicles in the last step; an incremental one only those it withdraws. Imports of a dealer are serialised,
 * and each reads the feed when it starts, so that the newest feed wins. Call `drainIndexChanges` afterwards.
 * @throws FeedError if the feed cannot be read, or appears broken (see import-guards.ts); nothing has been written then
 * @throws LeaseLost if the process stalled so long that another import took over
 */
export async function importStock(
  services: Services,
  dealer: DealerConfig,
  options: ImportOptions,
): Promise<ImportSummary> {
  const written = dealer.stock.feed;
  if (!written) throw new FeedError(`${dealer.slug}: the dealer file has no "stock.feed".`);
  const feed = { ...written, mode: options.mode ?? written.mode };
  const file = feedFile(feed, options.dealersDir);
  if (!isAllowedFeedPath(file, dealer.slug, { ...services.env, dealersDir: options.dealersDir })) {
    throw new FeedError(`${dealer.slug}: "stock.feed.file" may not be ${file}. ${FEED_PLACE_REMEDY}`);
  }
  if (options.dryRun) return (await compare(services, dealer, feed, options)).summary;
  return withLease(
    services,
    importLease(dealer.slug),
    (lease) => serialised(() => compareAndApply(services, dealer, feed, options, lease)),
    () => options.report?.(`Another import of ${dealer.slug} is running; waiting for it.`),
  );
}

/** What an import of this feed would do; nothing is written. @throws FeedError */
export const compareStock = async (
  services: Services,
  dealer: DealerConfig,
  feed: FeedConfig,
  dealersDir: string,
): Promise<ImportSummary> => (await compare(services, dealer, feed, { dealersDir, dryRun: true })).summary;

let lastTurn: Promise<unknown> = Promise.resolve();

/** Limits memory: a whole feed and its plan are held in memory, so one is imported at a time. */
function serialised<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => {});
  return turn;
}

async function compareAndApply(
  services: Services,
  dealer: DealerConfig,
  feed: FeedConfig,
  options: ImportOptions,
  lease: HeldLease,
): Promise<ImportSummary> {
  const { summary, ...compared } = await compare(services, dealer, feed, options);
  const started = performance.now();
  await insertImportRun(services.db, {
    id: compared.run.id,
    dealer: dealer.slug,
    startedAt: compared.run.now,
    feed: feedFile(feed, options.dealersDir),
  });
  await notePictures(services.db, dealer.slug, summary.pictured, compared.run.now);
  await apply(services.db, dealer.slug, compared, lease);
  await finishRun(services, dealer, compared.run.id, compared.plan, compared.end);
  return { ...summary, seconds: summary.seconds + (performance.now() - started) / 1000 };
}

type Compared = {
  run: { id: string; now: string; mode: ImportMode };
  plan: ImportPlan;
  discarded: HistoryEntry[];
  present: StoredVehicle[];
  /** End of the file. */
  end: { endsInLineBreak: boolean | undefined; shortEnd: string | undefined };
};

/** Reads a feed, unpacked beside those that were fetched. */
async function readStock(
  { env, clock }: Pick<Services, 'env' | 'clock'>,
  dealer: DealerConfig,
  feed: FeedConfig,
  { dealersDir, dryRun }: ImportOptions,
) {
  const { folder, photos } = feedFiles(env.DATA_DIR, dealer.slug);
  const opened = await openFeed(feedFile(feed, dealersDir), feed, {
    mayBeEmpty: feed.mode === 'incremental',
    workFolder: folder,
    photosFolder: dryRun ? undefined : photos,
  });
  try {
    const read = await readVehicles(feed, dealer, opened, clock);
    opened.checkUnchanged();
    return read;
  } finally {
    opened.close();
  }
}

function foundIn(collector: ProblemCollector) {
  const { problems, kinds: problemKinds, unmapped } = collector.found();
  return { problems, problemKinds, unmapped };
}

async function compare(
  services: Services,
  dealer: DealerConfig,
  feed: FeedConfig,
  options: ImportOptions,
): Promise<Compared & { summary: ImportSummary }> {
  const { db, clock } = services;
  const { force, dryRun } = options;
  const started = performance.now();
  const { vehicles, withdrawn, problems, rows, cutRow, delimiter, endsInLineBreak } = await readStock(
    services,
    dealer,
    feed,
    options,
  );
  const last = await lastRunSummary(db, dealer.slug);
  // The header is row 1.
  if (endsInLineBreak === false && last?.endsInLineBreak) problems.add(doubtfulEnd(rows + 1));
  const end = { endsInLineBreak, shortEnd: cutRow && shapeOf(cutRow) };
  const isExpected = end.shortEnd !== undefined && end.shortEnd === last?.shortEnd;
  const rowsRead = [...vehicles.map(({ row, vehicle }) => ({ row, named: vehicle })), ...withdrawn];
  const shared = sharedNumbers(rowsRead);
  for (const { row, named } of shared.values()) problems.add(sharedNumber(row, named.stocknum ?? ''));
  const named = rowsRead.map((row) => row.named);
  const sameCar = await findSameCars(db, dealer.slug, named, shared);
  const idOf = await vehicleIds(db, dealer.slug);
  const identified = identify(idOf, vehicles, withdrawn, sameCar);
  for (const { row, vehicle } of identified.duplicates) {
    const column = !vehicle.stocknum || shared.has(numberIdentity(vehicle) ?? '') ? 'vin' : 'stocknum';
    problems.add(duplicateRow(row, column, vehicle[column]));
  }
  const known = await storedVehicles(db, dealer.slug);
  const now = clock.now().toISOString();
  // An interrupted first import has stored part of the existing stock.
  const isFirst = known.length === 0 || last === undefined;
  const run = { id: randomUUID(), now, mode: feed.mode, isFirst };
  const present = known.filter((row) => row.removed_at === null);
  const knownIds = new Set(known.map(({ id }) => id));
  for (const { row, named: car } of withdrawn) {
    const identity = sameCar(car);
    const isKnown = identity !== undefined && knownIds.has(idOf(identity));
    if (isKnown || statedIdentity(car) === undefined) continue;
    problems.add(unknownWithdrawal(row, car.stocknum || car.vin || ''));
  }
  const { vehicles: ready, pictured } = await withReadyPictures(db, dealer.slug, identified.unique, run.id);
  const plan = planImport(dealer.slug, { ...identified, unique: ready }, known, run);
  const leftOut = await leftOutOf(db, dealer, clock, {
    ...{ carried: identified.unique, present, plan },
    mayChange: feed.alwaysRemovable,
  });
  const guarded = {
    feed,
    leftOut,
    inStockOnly: dealer.stock.inStockOnly,
    present,
    carried: identified.unique,
    removed: plan.removed,
    cutRow: isExpected ? undefined : cutRow,
  };
  const prices = priceJumps(present, identified.unique);
  problems.add(...jumpProblems(feed, prices));
  const refusals = [...refusalsOf(guarded), ...jumpRefusal(feed, prices)];
  if (refusals.length > 0 && !force && !dryRun) throw new FeedRefused(dealer.slug, refusals);
  const discarded = await newlyDiscarded(db, dealer.slug, identified.duplicates, run.now);
  const stored = identified.unique.length;
  const summary = {
    ...plan.counts,
    rows,
    stored,
    withdrawn: withdrawn.length,
    skipped: rows - stored - withdrawn.length,
    ...foundIn(problems),
    leftOut: leftOutBySetting(leftOut),
    refusals,
    delimiter,
    pictured,
    seconds: (performance.now() - started) / 1000,
  };
  return { run, plan, discarded, present, end, summary };
}

async function apply(
  db: Database,
  dealer: string,
  { plan, run, discarded, present }: Compared,
  lease: HeldLease,
): Promise<void> {
  /** Commits only while the lease is held, so that an older feed never overwrites a newer one. */
  const inLease = (work: (transaction: Database) => Promise<unknown>) =>
    db.transaction().execute(async (trx) => {
      await lease.confirm(trx);
      await work(trx);
    });
  for (const batch of batches(plan.writes, BATCH)) {
    const history = batch.flatMap(({ id }) => plan.history.get(id) ?? []);
    await inLease((trx) => writeVehicles(trx, batch, history));
  }
  for (const batch of batches(plan.unchanged, BATCH)) {
    await inLease((trx) => touchVehicles(trx, batch, run.id));
  }
  await inLease((trx) => writeHistory(trx, discarded));
  const runOf = new Map(present.map((row) => [row.id, row.run_id]));
  for (const batch of batches(plan.removed, REMOVAL_BATCH)) {
    const knownRuns = new Set(batch.map((id) => runOf.get(id) ?? ''));
    await inLease((trx) => removeVehicles(trx, dealer, batch, [...knownRuns], run.now));
  }
}
