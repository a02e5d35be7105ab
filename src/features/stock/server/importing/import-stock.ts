import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { SHARED_ENGINE } from '#src/config/search-variables.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { hasOwnEngine } from '#src/features/search/server/engine/site-engines.ts';
import { placeNewDealer } from '#src/features/search/server/queries/placement-queries.ts';
import type { ProblemCollector, ProblemKind, UnmappedColumn } from '#src/features/stock/found-problems.ts';
import { FeedError } from '#src/features/stock/parsing/feed-content.ts';
import {
  doubtfulEnd,
  duplicateRow,
  type RowProblem,
  sharedNumber,
  unknownWithdrawal,
} from '#src/features/stock/row-problems.ts';
import { storeArchivedPhotos } from '#src/features/stock/server/pictures/archived-photos.ts';
import { notePictures, withReadyPictures } from '#src/features/stock/server/pictures/feed-pictures.ts';
import { insertImportRun, storedVehicles } from '#src/features/stock/server/queries/import-queries.ts';
import {
  type PicturedVehicles,
  storePictured,
} from '#src/features/stock/server/queries/pictured-vehicles.ts';
import { type StagedFeed, stageFeed } from '#src/features/stock/server/queries/staged-feed.ts';
import { stockVersion } from '#src/features/stock/server/queries/stock-queries.ts';
import { feedFile, openFeed } from '#src/features/stock/server/reading/read-feed.ts';
import { readVehicles, shapeOf } from '#src/features/stock/server/reading/read-vehicles.ts';
import {
  FEED_PLACE_REMEDY,
  feedFiles,
  isAllowedFeedPath,
} from '#src/features/stock/server/sources/feed-places.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { vehicleIds } from '#src/platform/database/installation-keys.ts';
import { type HeldLease, withLease } from '#src/platform/database/with-lease.ts';
import { inTrace } from '#src/platform/tracing/tracing.ts';
import type { Services } from '#src/server/services.ts';
import { applyImport } from './apply-import.ts';
import { findSameCars, type IdentifiedVehicle, identify } from './identify-vehicles.ts';
import { comparedBy, jumpProblem, jumpRefusal, priceJumps, refusalsOf } from './import-guards.ts';
import { finishRun, importLease, lastRunSummary } from './import-history.ts';
import {
  type ImportCounts,
  type ImportMode,
  noteLeftOut,
  planImport,
  type RuleOf,
  rulesOf,
} from './plan-import.ts';

export type ImportSummary = ImportCounts & {
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
  pictured: PicturedVehicles;
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
  if (options.dryRun) return compareStock(services, dealer, feed, options);
  return withLease(
    services,
    importLease(dealer.slug),
    (lease) =>
      serialised(() =>
        inTrace(
          { name: 'import', facts: { 'forecourt.dealer': dealer.slug, 'forecourt.mode': feed.mode } },
          () => compareAndApply(services, dealer, feed, options, lease),
        ),
      ),
    () => options.report?.(`Another import of ${dealer.slug} is running; waiting for it.`),
  );
}

/** What an import of this feed would do; nothing is written. @throws FeedError */
export const compareStock = (
  services: Services,
  dealer: DealerConfig,
  feed: FeedConfig,
  options: ImportOptions,
): Promise<ImportSummary> =>
  withStaged(
    services,
    async (staged) => (await compare(services, dealer, feed, { ...options, dryRun: true }, staged)).summary,
  );

let lastTurn: Promise<unknown> = Promise.resolve();

/** Limits memory and disk: one feed is imported at a time. */
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
  const { db } = services;
  const { photos } = feedFiles(services.env.DATA_DIR, dealer.slug);
  const removePhotos = () => rm(unpackedPhotos(photos), { recursive: true, force: true });
  await removePhotos();
  return withStaged(services, async (staged) => {
    const { summary, run, counts, end } = await compare(services, dealer, feed, options, staged);
    const started = performance.now();
    await placeIfNew(services, dealer);
    await insertImportRun(db, {
      id: run.id,
      dealer: dealer.slug,
      startedAt: run.now,
      feed: feedFile(feed, options.dealersDir),
    });
    for (const batch of summary.pictured.unnoted()) await notePictures(db, dealer.slug, batch, run.now);
    await applyImport(db, dealer.slug, staged, run, lease);
    await finishRun(services, dealer, run.id, staged, counts, end);
    await storeArchivedPhotos(services, dealer.slug, unpackedPhotos(photos));
    const seconds = summary.seconds + (performance.now() - started) / 1000;
    services.counts.add(dealer, 'arrivals', counts.added + counts.returned);
    services.counts.add(dealer, 'departures', counts.removed);
    services.counts.measure(dealer, 'import_seconds', seconds);
    return { ...summary, seconds };
  }).finally(removePhotos);
}

/** PLAT-50: the engine of a dealer is chosen before its first vehicles are stored. */
async function placeIfNew(
  { db, env, clock }: Pick<Services, 'db' | 'env' | 'clock'>,
  dealer: DealerConfig,
): Promise<void> {
  const engine = env.MEILI_NEW_DEALERS;
  if (engine === SHARED_ENGINE || hasOwnEngine(dealer) || (await stockVersion(db, dealer.slug)) > 0) return;
  await placeNewDealer(db, dealer.slug, engine, clock.now());
}

async function withStaged<T>(
  { env }: Pick<Services, 'env'>,
  work: (staged: StagedFeed) => Promise<T>,
): Promise<T> {
  const staged = stageFeed(env.DATA_DIR);
  try {
    return await work(staged);
  } finally {
    staged.close();
  }
}

type Compared = {
  run: { id: string; now: string };
  counts: ImportCounts;
  /** End of the file. */
  end: { endsInLineBreak: boolean | undefined; shortEnd: string | undefined };
};

/** Where the photos of an archive are until its import has succeeded. */
const unpackedPhotos = (photos: string): string => `${photos}.new`;

/** Reads a feed, unpacked beside those that were fetched. */
async function readStock(
  { env, clock }: Pick<Services, 'env' | 'clock'>,
  dealer: DealerConfig,
  feed: FeedConfig,
  { dealersDir, dryRun }: ImportOptions,
  staged: StagedFeed,
) {
  const { folder, photos } = feedFiles(env.DATA_DIR, dealer.slug);
  const opened = await openFeed(feedFile(feed, dealersDir), feed, {
    mayBeEmpty: feed.mode === 'incremental',
    workFolder: folder,
    photosFolder: dryRun ? undefined : unpackedPhotos(photos),
  });
  try {
    const read = await readVehicles(feed, dealer, opened, clock, staged);
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

/** Identifies the cars of a staged feed, beside those that are known, and reports rows that do not count. */
async function identifyRows(
  { db }: Pick<Services, 'db'>,
  { slug }: DealerConfig,
  staged: StagedFeed,
  problems: ProblemCollector,
): Promise<void> {
  for (const { row, record } of staged.shareNumbers())
    problems.add(sharedNumber(row, (JSON.parse(record) as Vehicle).stocknum ?? ''));
  for await (const batch of storedVehicles(db, slug)) staged.addKnown(batch);
  const idOf = await vehicleIds(db, slug);
  identify(staged, idOf, await findSameCars(db, slug, staged));
  for (const { row, record, isShared } of staged.discardedRows()) {
    const vehicle = JSON.parse(record) as Vehicle;
    const column = !vehicle.stocknum || isShared ? 'vin' : 'stocknum';
    problems.add(duplicateRow(row, column, vehicle[column]));
  }
  for (const { row, record, identity } of staged.withdrawals()) {
    if (identity !== null && staged.knownVehicle(idOf(identity))) continue;
    const car = JSON.parse(record) as Pick<Vehicle, 'stocknum' | 'vin'>;
    problems.add(unknownWithdrawal(row, car.stocknum || car.vin || ''));
  }
}

/** Stages what is to be written, and what the guards need to know. */
async function planRows(
  { db }: Pick<Services, 'db'>,
  { slug }: DealerConfig,
  staged: StagedFeed,
  pictured: PicturedVehicles,
  run: Parameters<typeof planImport>[2],
  ruleOf: RuleOf,
): Promise<ImportCounts> {
  const plan = planImport(slug, staged, run);
  for (const batch of staged.vehicles()) {
    const vehicles = batch.map((each) => ({ ...each, vehicle: JSON.parse(each.record) as Vehicle }));
    const ready = await withReadyPictures(db, slug, vehicles, run, pictured);
    for (const [at, { id, row, vehicle }] of vehicles.entries()) {
      const isWritten = plan.add(ready[at] as IdentifiedVehicle);
      staged.addCompared({ ...comparedBy(vehicle), id, row, leftOutBy: ruleOf(vehicle) ?? null, isWritten });
    }
  }
  return plan.end();
}

async function compare(
  services: Services,
  dealer: DealerConfig,
  feed: FeedConfig,
  options: ImportOptions,
  staged: StagedFeed,
): Promise<Compared & { summary: ImportSummary }> {
  const { db, clock, env } = services;
  const { force, dryRun } = options;
  const started = performance.now();
  const { problems, rows, cutRow, delimiter, endsInLineBreak } = await readStock(
    services,
    dealer,
    feed,
    options,
    staged,
  );
  const last = await lastRunSummary(db, dealer.slug);
  // The header is row 1.
  if (endsInLineBreak === false && last?.endsInLineBreak) problems.add(doubtfulEnd(rows + 1));
  const end = { endsInLineBreak, shortEnd: cutRow && shapeOf(cutRow) };
  const isExpected = end.shortEnd !== undefined && end.shortEnd === last?.shortEnd;
  await identifyRows(services, dealer, staged, problems);
  // An interrupted first import has stored part of the existing stock.
  const isFirst = staged.countKnown() === 0 || last === undefined;
  const run = { id: randomUUID(), now: clock.now().toISOString(), mode: feed.mode, isFirst };
  const pictured = storePictured(env.DATA_DIR);
  try {
    const ruleOf = rulesOf(dealer, clock);
    const counts = await planRows(services, dealer, staged, pictured, run, ruleOf);
    await noteLeftOut(db, staged, ruleOf, feed.alwaysRemovable);
    const prices = priceJumps(staged, (jump) => problems.add(jumpProblem(feed, jump)));
    const { inStockOnly } = dealer.stock;
    const guarded = { feed, inStockOnly, staged, cutRow: isExpected ? undefined : cutRow };
    const refusals = [...refusalsOf(guarded), ...jumpRefusal(feed, prices)];
    if (refusals.length > 0 && !force && !dryRun) throw new FeedRefused(dealer.slug, refusals);
    const stored = staged.countVehicles();
    const withdrawn = staged.countWithdrawals();
    const summary = {
      ...counts,
      rows,
      stored,
      withdrawn,
      skipped: rows - stored - withdrawn,
      ...foundIn(problems),
      leftOut: Object.fromEntries(
        staged.leftOutBySetting().map(({ setting, count }) => [setting, count] as const),
      ),
      refusals,
      delimiter,
      pictured,
      seconds: (performance.now() - started) / 1000,
    };
    return { run, counts, end, summary };
  } catch (error) {
    pictured.close();
    throw error;
  }
}
