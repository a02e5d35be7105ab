import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { documentBasis } from '#src/features/search/index/to-search-document.ts';
import { FeedError } from '#src/features/stock/parsing/feed-content.ts';
import {
  FeedRefused,
  type ImportOptions,
  type ImportSummary,
  importStock,
} from '#src/features/stock/server/importing/import-stock.ts';
import {
  closeDeadRuns,
  endFeedRun,
  type FeedStateRow,
  forgetFeedRuns,
  putFeedState,
  startFeedRun,
  TO_IMPORT,
} from '#src/features/stock/server/queries/feed-queries.ts';
import { readSource } from '#src/features/stock/server/sources/feed-source.ts';
import {
  hasLastGood,
  storeLastGood,
  withLastGood,
} from '#src/features/stock/server/sources/last-good-feed.ts';
import { folderCodeOf } from '#src/features/stock/server/sources/settled-files.ts';
import type {
  FeedArrived,
  FeedSettlement,
  SourceOptions,
} from '#src/features/stock/server/sources/source-response.ts';
import { countPresentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import type { HeldLease } from '#src/platform/database/with-lease.ts';
import { StorageError } from '#src/platform/storage/object-storage.ts';
import { DAY_MS, HOUR_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { type FeedCounts, type FeedOutcome, feedRetryMs, nextReading } from './feed-schedule.ts';
import { hashOf, type ScheduledFeed } from './scheduled-feed.ts';

export type FeedAttempt = {
  outcome: Exclude<FeedOutcome, 'interrupted'>;
  /** Error code of the source or feed. */
  code: string | null;
  /** Of the import, if any. */
  summary?: ImportSummary;
  /** Why the feed was not imported. */
  error?: FeedError;
  /** Whether other files of changes wait to be read. */
  hasMore?: boolean;
};

/** Manual imports proceed even if the feed has not changed, and fall back to the last valid one if the source fails. */
type FeedWork = SourceOptions &
  Pick<ImportOptions, 'force' | 'mode' | 'report' | 'dryRun'> & {
    /** `feedLease`: a process that was frozen and has lost it writes nothing. */
    lease?: HeldLease;
  };

const RUNS_KNOWN_FOR_MS = 30 * DAY_MS;
/** Unchanged feeds are imported again after this time, daily ones each time, to revalidate pictures. */
const REFRESHED_AFTER_MS = 20 * HOUR_MS;
export const NOT_SEEN = { etag: null, lastModified: null };

export const feedLease = (dealer: string): string => `feed:${dealer}`;

function codeOf(error: FeedError): Pick<FeedAttempt, 'outcome' | 'code'> {
  return error instanceof FeedRefused
    ? { outcome: 'refused', code: 'looks_broken' }
    : { outcome: 'unreadable', code: 'unreadable' };
}

export async function tryImport(
  services: Services,
  dealer: DealerConfig,
  file: string,
  work: FeedWork,
): Promise<{ summary: ImportSummary } | { error: FeedError }> {
  const { url: _url, folder: _folder, push: _push, ...feed } = dealer.stock.feed ?? {};
  const withFile = { ...dealer, stock: { ...dealer.stock, feed: { ...feed, file } as FeedConfig } };
  await work.lease?.confirm(services.db);
  try {
    return { summary: await importStock(services, withFile, work) };
  } catch (error) {
    if (error instanceof FeedError) return { error };
    throw error;
  }
}

type Attempt = FeedAttempt & {
  state: Partial<FeedStateRow>;
  bytes: number | null;
  /** Whether what failed is out of the way, so that the next reading need not wait. */
  isSettled?: boolean;
};

/** What one attempt knows of its feed. */
type Reading = {
  scheduled: ScheduledFeed;
  settingsHash: string;
  work: FeedWork;
  /** Whether the same feed need not be imported again. */
  isUsable: boolean;
};

/** Reads and imports the feed. */
async function attempt(
  services: Services,
  dealer: DealerConfig,
  scheduled: ScheduledFeed,
  settingsHash: string,
  work: FeedWork,
): Promise<Attempt> {
  const { feed, state } = scheduled;
  const isFresh =
    state.settings_hash === settingsHash &&
    state.last_import_at !== null &&
    services.clock.now().getTime() - Date.parse(state.last_import_at) < REFRESHED_AFTER_MS;
  const isUsable = isFresh && (feed.file !== undefined || (await hasLastGood(services, dealer.slug)));
  const reading: Reading = { scheduled, settingsHash, work, isUsable };
  const seen =
    isUsable && !work.isByHand ? { etag: state.etag, lastModified: state.last_modified } : NOT_SEEN;
  const source = await readSource(services, dealer, feed, seen, { ...work, position: state.etag });
  switch (source.kind) {
    case 'unchanged':
      return { outcome: 'unchanged', code: null, state: {}, bytes: null };
    case 'nothing':
      return withoutNewFile(services, dealer, reading);
    case 'failed':
      return withoutSource(services, dealer, reading, source.code);
    case 'fetched': {
      const isNew = source.isReadOnce === true || source.hash !== state.content_hash;
      const known = isNew ? { last_file_at: services.clock.now().toISOString() } : {};
      const done = await importArrived(services, dealer, reading, source).finally(() => {
        // The folders of this machine are no place for what another one may read next.
        if (services.storage && feed.file === undefined) rmSync(source.file, { force: true });
      });
      return { ...done, state: { ...done.state, ...known } };
    }
  }
}

/** A person gets the last good feed; otherwise the stock stays as it is. */
async function withoutSource(
  services: Services,
  dealer: DealerConfig,
  { scheduled, work }: Reading,
  code: string,
): Promise<Attempt> {
  const failed = { outcome: 'failed', code, state: {}, bytes: null } as const;
  if (!work.isByHand || scheduled.feed.file !== undefined) return failed;
  const done = await withLastGood(services, dealer.slug, (file) => tryImport(services, dealer, file, work));
  if (!done) return failed;
  return { ...failed, ...('error' in done ? { error: done.error } : done) };
}

/**
 * Nothing has come since the last file. If that was imported and the settings have changed, or it was a day ago, it is
 * imported again; what is wrong with it stays known until another one comes.
 */
async function withoutNewFile(services: Services, dealer: DealerConfig, reading: Reading): Promise<Attempt> {
  const { scheduled, settingsHash, work, isUsable } = reading;
  const { feed, state } = scheduled;
  if (work.isByHand) return withoutSource(services, dealer, reading, 'no_new_file');
  const last = state.last_outcome;
  if (last === 'refused' || last === 'unreadable')
    return { outcome: last, code: state.last_error, state: {}, bytes: null, isSettled: true };
  const unchanged = { outcome: 'unchanged', code: null, state: {}, bytes: null } as const;
  if (isUsable || feed.mode !== 'full' || state.last_import_at === null) return unchanged;
  const done = await withLastGood(services, dealer.slug, (file) => tryImport(services, dealer, file, work));
  if (!done) return unchanged;
  if ('error' in done) return { ...codeOf(done.error), ...done, state: {}, bytes: null };
  const known = { settings_hash: settingsHash, last_import_at: services.clock.now().toISOString() };
  return { outcome: 'imported', code: null, ...done, state: known, bytes: null };
}

/** Code of what keeps a file from being moved: it would be read again and again. */
async function settle(
  { log }: Pick<Services, 'log'>,
  { slug }: DealerConfig,
  source: FeedArrived,
  result: FeedSettlement,
): Promise<string | undefined> {
  try {
    await source.settle?.(result);
    return undefined;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const code = folderCodeOf(error) ?? 'no_permission';
    const reason = error instanceof Error && 'code' in error ? error.code : 'unknown';
    log.error({ dealer: slug, code, reason }, 'a feed that was read could not be moved');
    return code;
  }
}

async function importArrived(
  services: Services,
  dealer: DealerConfig,
  { scheduled, settingsHash, work, isUsable }: Reading,
  source: FeedArrived,
): Promise<Attempt> {
  const { feed, state } = scheduled;
  const { bytes, hash, etag, lastModified, hasMore = false } = source;
  const validators = { etag, last_modified: lastModified, content_hash: hash };
  if (hash !== null && hash === state.content_hash && isUsable && !work.isByHand) {
    const stuck = await settle(services, dealer, source, { kind: 'done' });
    if (stuck !== undefined) return { outcome: 'failed', code: stuck, state: validators, bytes };
    return { outcome: 'unchanged', code: null, state: validators, bytes, hasMore };
  }
  const done = await tryImport(services, dealer, source.file, work);
  if ('error' in done) {
    const stuck = await settle(services, dealer, source, { kind: 'failed', why: done.error.message });
    const known = source.isReadOnce ? { etag, last_modified: lastModified } : {};
    if (stuck !== undefined) return { outcome: 'failed', code: stuck, ...done, state: known, bytes };
    const isSettled = source.isReadOnce === true;
    return { ...codeOf(done.error), ...done, state: known, bytes, hasMore, isSettled };
  }
  if (feed.file === undefined) await storeLastGood(services, dealer.slug, source.file);
  const stuck = await settle(services, dealer, source, { kind: 'done' });
  // In another mode, the stock differs from what a scheduled import of the same feed produces.
  const isAsScheduled = (work.mode ?? feed.mode) === feed.mode;
  const known = { ...validators, ...(isAsScheduled ? { settings_hash: settingsHash } : TO_IMPORT) };
  const imported = { ...known, last_import_at: services.clock.now().toISOString() };
  if (stuck !== undefined) return { outcome: 'failed', code: stuck, ...done, state: imported, bytes };
  return { outcome: 'imported', code: null, ...done, state: imported, bytes, hasMore };
}

function withoutStorage(error: unknown): Attempt {
  if (!(error instanceof StorageError)) throw error;
  return { outcome: 'failed', code: 'no_storage', state: {}, bytes: null };
}

async function countsOf(
  { db }: Services,
  dealer: string,
  { rows, stored, added, changed, removed, skipped }: ImportSummary,
  force: boolean | undefined,
): Promise<FeedCounts> {
  const inStock = await countPresentVehicles(db, dealer);
  return { rows, stored, added, changed, removed, skipped, inStock, ...(force ? { isForced: true } : {}) };
}

/**
 * Fetches and imports a dealer's feed, and records the attempt (PLAT-03). Requires `feedLease`, so that no two
 * processes read the same feed. Call `drainIndexChanges` afterwards.
 * @param random from 0 to 1
 * @throws errors not caused by the feed, such as an unavailable database or LeaseLost; the feed becomes due again soon
 */
export async function importFeed(
  services: Services,
  dealer: DealerConfig,
  scheduled: ScheduledFeed,
  work: FeedWork,
  random = Math.random(),
): Promise<FeedAttempt> {
  const { db, clock } = services;
  const { schedule, state } = scheduled;
  const started = clock.now();
  const startedAt = started.toISOString();
  const later = (ms: number) => new Date(started.getTime() + ms).toISOString();
  const interrupted = await closeDeadRuns(db, dealer.slug, startedAt);
  const failures = state.failures + interrupted;
  const run = { id: randomUUID(), dealer: dealer.slug, startedAt };
  // If this process ends during the attempt, the feed becomes due again soon.
  await putFeedState(db, {
    ...{ ...state, failures, last_attempt_at: startedAt },
    next_due_at: later(feedRetryMs(failures + 1, random)),
  });
  await startFeedRun(db, run);
  await forgetFeedRuns(db, dealer.slug, later(-RUNS_KNOWN_FOR_MS));
  const settingsHash = hashOf(JSON.stringify(dealer.stock) + documentBasis(dealer, clock));
  const done = await attempt(services, dealer, scheduled, settingsHash, work).catch(withoutStorage);
  const { outcome, code, summary, hasMore = false } = done;
  const counts = summary ? JSON.stringify(await countsOf(services, dealer.slug, summary, work.force)) : null;
  const endedAt = clock.now().toISOString();
  // A process being stopped is not the feed's fault: the next one reads it.
  const failed =
    code === 'stopped'
      ? { failures, next_due_at: startedAt }
      : { failures: failures + 1, next_due_at: later(feedRetryMs(failures + 1, random)) };
  const onSchedule = { next_due_at: nextReading(schedule, started).toISOString() };
  await atomically(db, async (tx) => {
    await work.lease?.confirm(tx);
    await putFeedState(tx, {
      ...{ ...state, ...done.state, last_attempt_at: startedAt, last_outcome: outcome, last_error: code },
      ...(outcome === 'imported' || outcome === 'unchanged'
        ? { failures: 0, last_success_at: endedAt, ...onSchedule }
        : { ...failed, ...(done.isSettled ? onSchedule : {}) }),
      ...(hasMore ? { next_due_at: startedAt } : {}),
      counts: counts ?? state.counts,
    });
    await endFeedRun(tx, { id: run.id, endedAt, outcome, error: code, bytes: done.bytes, counts });
  });
  return {
    ...{ outcome, code, ...(summary ? { summary } : {}), ...(done.error ? { error: done.error } : {}) },
    ...(hasMore ? { hasMore } : {}),
  };
}
