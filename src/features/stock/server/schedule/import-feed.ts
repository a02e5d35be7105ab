import { createHash, randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
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
import { feedFiles, readSource, type SourceOptions } from '#src/features/stock/server/reading/feed-source.ts';
import { countPresentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { DAY_MS, HOUR_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import {
  type FeedCounts,
  type FeedOutcome,
  type FeedSchedule,
  feedRetryMs,
  nextReading,
  scheduleOf,
} from './feed-schedule.ts';

export type FeedAttempt = {
  outcome: Exclude<FeedOutcome, 'interrupted'>;
  /** Error code of the source or feed. */
  code: string | null;
  /** Of the import, if any. */
  summary?: ImportSummary;
  /** Why the feed was not imported. */
  error?: FeedError;
};

/** Manual imports proceed even if the feed has not changed, and fall back to the last valid one if the source fails. */
type FeedWork = SourceOptions & Pick<ImportOptions, 'force' | 'mode' | 'report' | 'dryRun'>;

const RUNS_KNOWN_FOR_MS = 30 * DAY_MS;
/** Unchanged feeds are imported again after this time, daily ones each time, to revalidate pictures. */
const REFRESHED_AFTER_MS = 20 * HOUR_MS;
export const NOT_SEEN = { etag: null, lastModified: null };

export const feedLease = (dealer: string): string => `feed:${dealer}`;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Identifies source and schedule: state stored for another one is discarded. */
const sourceOf = ({ url, file }: FeedConfig, schedule: FeedSchedule): string =>
  hashOf(JSON.stringify([url ?? null, file ?? null, schedule]));

/** A dealer's feed with its schedule and state; undefined if it is only imported manually. */
export function scheduledFeed(dealer: DealerConfig, known: FeedStateRow | undefined, now: Date) {
  const { feed } = dealer.stock;
  const schedule = scheduleOf(feed, dealer.timeZone);
  if (!feed || !schedule) return undefined;
  const source = sourceOf(feed, schedule);
  if (known?.source === source) return { feed, schedule, state: known };
  const at = now.toISOString();
  const state: FeedStateRow = {
    ...{ dealer: dealer.slug, source, scheduled_at: at, next_due_at: at, failures: 0 },
    ...{ etag: null, last_modified: null, content_hash: null, settings_hash: null },
    ...{ last_attempt_at: null, last_success_at: null, last_import_at: null },
    ...{ last_outcome: null, last_error: null, counts: known?.counts ?? null },
  };
  return { feed, schedule, state };
}

type ScheduledFeed = NonNullable<ReturnType<typeof scheduledFeed>>;

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
  const { url: _url, ...feed } = dealer.stock.feed ?? {};
  const withFile = { ...dealer, stock: { ...dealer.stock, feed: { ...feed, file } as FeedConfig } };
  try {
    return { summary: await importStock(services, withFile, work) };
  } catch (error) {
    if (error instanceof FeedError) return { error };
    throw error;
  }
}

/** Reads and imports the feed. */
async function attempt(
  services: Services,
  dealer: DealerConfig,
  { feed, state }: ScheduledFeed,
  settingsHash: string,
  work: FeedWork,
): Promise<FeedAttempt & { state: Partial<FeedStateRow>; bytes: number | null }> {
  const now = services.clock.now();
  const files = feedFiles(services.env.DATA_DIR, dealer.slug);
  const isFresh =
    state.settings_hash === settingsHash &&
    state.last_import_at !== null &&
    now.getTime() - Date.parse(state.last_import_at) < REFRESHED_AFTER_MS;
  const isUsable = isFresh && (feed.url === undefined || existsSync(files.lastGood));
  const seen =
    isUsable && !work.isByHand ? { etag: state.etag, lastModified: state.last_modified } : NOT_SEEN;
  const source = await readSource(services, dealer, feed, seen, work);
  const nothing = { state: {}, bytes: null };
  if (source.kind === 'unchanged') return { outcome: 'unchanged', code: null, ...nothing };
  if (source.kind === 'failed') {
    const failed = { outcome: 'failed', code: source.code, ...nothing } as const;
    if (!work.isByHand || feed.url === undefined || !existsSync(files.lastGood)) return failed;
    const lastGood = await tryImport(services, dealer, files.lastGood, work);
    return { ...failed, ...('error' in lastGood ? { error: lastGood.error } : lastGood) };
  }
  const { bytes, hash, etag, lastModified } = source;
  const validators = { etag, last_modified: lastModified, content_hash: hash };
  if (hash !== null && hash === state.content_hash && isUsable && !work.isByHand)
    return { outcome: 'unchanged', code: null, state: validators, bytes };
  const done = await tryImport(services, dealer, source.file, work);
  if ('error' in done) return { ...codeOf(done.error), ...done, state: {}, bytes };
  if (feed.url !== undefined) renameSync(source.file, files.lastGood);
  // In another mode, the stock differs from what a scheduled import of the same feed produces.
  const isAsScheduled = (work.mode ?? feed.mode) === feed.mode;
  const known = isAsScheduled ? { ...validators, settings_hash: settingsHash } : TO_IMPORT;
  const imported = { ...known, last_import_at: now.toISOString() };
  return { outcome: 'imported', code: null, ...done, state: imported, bytes };
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
 * @throws errors not caused by the feed, such as an unavailable database; the feed becomes due again soon
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
  const done = await attempt(services, dealer, scheduled, settingsHash, work);
  const { outcome, code, summary } = done;
  const counts = summary ? JSON.stringify(await countsOf(services, dealer.slug, summary, work.force)) : null;
  const endedAt = clock.now().toISOString();
  const isGood = outcome === 'imported' || outcome === 'unchanged';
  // A process being stopped is not the feed's fault: the next one reads it.
  const failed =
    code === 'stopped'
      ? { failures, next_due_at: startedAt }
      : { failures: failures + 1, next_due_at: later(feedRetryMs(failures + 1, random)) };
  await putFeedState(db, {
    ...{ ...state, ...done.state, last_attempt_at: startedAt, last_outcome: outcome, last_error: code },
    ...(isGood
      ? { failures: 0, last_success_at: endedAt, next_due_at: nextReading(schedule, started).toISOString() }
      : failed),
    counts: counts ?? state.counts,
  });
  await endFeedRun(db, { id: run.id, endedAt, outcome, error: code, bytes: done.bytes, counts });
  return { outcome, code, ...(summary ? { summary } : {}), ...(done.error ? { error: done.error } : {}) };
}
