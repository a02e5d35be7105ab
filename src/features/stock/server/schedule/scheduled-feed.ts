import { createHash } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { isFtp, isSftp } from '#src/config/sections/stock/remote-place.ts';
import type { FeedStateRow } from '#src/features/stock/server/queries/feed-queries.ts';
import type { Services } from '#src/server/services.ts';
import { type FeedSchedule, nextReading, scheduleOf } from './feed-schedule.ts';

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Whether each file of a feed is read once: what is wrong with one is not seen again at the next reading. */
export const isReadOnce = ({ folder, push, url, mode }: FeedConfig): boolean =>
  folder !== undefined ||
  push !== undefined ||
  (mode === 'incremental' && (isSftp(url) || isFtp(url)) && url?.endsWith('/') === true);

/** Identifies the source, and the schedule if a change of it may be read at once: other state is discarded. */
const sourceOf = (feed: FeedConfig, schedule: FeedSchedule): string => {
  const { url, file, folder, push, files, newest, mode } = feed;
  const ofMany = folder !== undefined || push !== undefined || url?.endsWith('/');
  const more = ofMany ? [folder ?? null, push !== undefined, files ?? null, newest, mode] : [];
  return hashOf(JSON.stringify([url ?? null, file ?? null, isReadOnce(feed) ? null : schedule, ...more]));
};

/** Due by the present schedule, if the stored time is of a slower one. */
function earlier(state: FeedStateRow, schedule: FeedSchedule): FeedStateRow {
  if (state.failures > 0 || state.last_attempt_at === null) return state;
  const next = nextReading(schedule, new Date(state.last_attempt_at)).toISOString();
  return next < state.next_due_at ? { ...state, next_due_at: next } : state;
}

/** A dealer's feed with its schedule and state; undefined if it is only imported manually. */
export function scheduledFeed(dealer: DealerConfig, known: FeedStateRow | undefined, now: Date) {
  const { feed } = dealer.stock;
  const schedule = scheduleOf(feed, dealer.timeZone);
  if (!feed || !schedule) return undefined;
  const source = sourceOf(feed, schedule);
  if (known?.source === source) return { feed, schedule, state: earlier(known, schedule) };
  const at = now.toISOString();
  const state: FeedStateRow = {
    ...{ dealer: dealer.slug, source, scheduled_at: at, next_due_at: at, failures: 0 },
    ...{ etag: null, last_modified: null, content_hash: null, settings_hash: null },
    ...{ last_attempt_at: null, last_success_at: null, last_import_at: null, last_file_at: null },
    ...{ last_outcome: null, last_error: null, counts: known?.counts ?? null },
  };
  return { feed, schedule, state };
}

export type ScheduledFeed = NonNullable<ReturnType<typeof scheduledFeed>>;

/**
 * Whether a feed is to be read: by its schedule, or because it was posted since the last attempt.
 * @param pushedAt see `lastPushes`
 */
export function isFeedDue(
  { clock }: Pick<Services, 'clock'>,
  { feed, state }: ScheduledFeed,
  pushedAt: Date | undefined,
): boolean {
  if (state.next_due_at <= clock.now().toISOString()) return true;
  if (feed.push === undefined) return false;
  return pushedAt !== undefined && pushedAt.toISOString() >= (state.last_attempt_at ?? '');
}
