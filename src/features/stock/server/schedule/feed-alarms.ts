import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import {
  type AlarmServices,
  type Alert,
  alertPeople,
} from '#src/features/leads/server/operations/monitor-delivery.ts';
import {
  countFailedRuns,
  deleteFeedAlarm,
  type FeedStateRow,
  feedAlarms,
  feedStateRows,
  importedCounts,
  putFeedAlarm,
} from '#src/features/stock/server/queries/feed-queries.ts';
import { sourceRemedy } from '#src/features/stock/server/sources/source-remedies.ts';
import { countPresentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { type FeedCounts, fileMissingFrom, staleFrom } from './feed-schedule.ts';
import { isReadOnce, scheduledFeed } from './scheduled-feed.ts';

/**
 * PLAT-03: troubles about which staff are alerted once, and once when resolved. `stale`: three scheduled readings were
 * missed, or no new file has come although one was expected; `refused`: it appears broken; `shrinking`: imports that individually seemed fine have removed much of the
 * stock within a day.
 */
const FEED_TROUBLES = ['stale', 'refused', 'shrinking'] as const;
type FeedTrouble = (typeof FEED_TROUBLES)[number];

/** @param inStock number of vehicles after each import of the last day, oldest first */
function isShrinking(
  inStock: readonly number[],
  { maxRemovedShare, alwaysRemovable }: Pick<FeedConfig, 'maxRemovedShare' | 'alwaysRemovable'>,
): boolean {
  const most = Math.max(0, ...inStock);
  const lost = most - (inStock.at(-1) ?? 0);
  return lost > alwaysRemovable && lost > most * maxRemovedShare;
}

type FeedTroubleFacts = {
  name: string;
  slug: string;
  trouble: FeedTrouble;
  /** Time of the last successful reading, in the dealer's time zone; undefined if never. */
  lastSuccess: string | undefined;
  /** Of the last attempt. */
  code: string | null;
  /** Time of the last new file, if one is missing. */
  lastFile?: string | undefined;
  inStock: number;
};

const SUBJECTS: Record<FeedTrouble, string> = {
  stale: 'the stock feed is not read any more',
  refused: 'the stock feed looks broken and is refused',
  shrinking: 'the stock is shrinking',
};

const OVER: Record<FeedTrouble, string> = {
  stale: 'the stock feed is read again',
  refused: 'the stock feed is imported again',
  shrinking: 'the stock is no longer shrinking',
};

const REMEDIES: Record<FeedTrouble, string> = {
  stale:
    'The last good stock stays on the website. Ask the supplier, and check "stock.feed" in the dealer file.',
  refused:
    'The last good stock stays on the website. Look at the feed with --dry-run; import it with --force if it is right.',
  shrinking:
    'Ask the dealer whether so many vehicles were sold. If not, ask the supplier for the whole feed.',
};

function feedAlarmText({ name, slug, trouble, lastSuccess, lastFile, code, inStock }: FeedTroubleFacts) {
  if (trouble === 'stale' && lastFile !== undefined && code === null)
    return {
      subject: `${name}: no new stock feed has come`,
      text: [
        `Last new file: ${lastFile}. Vehicles in stock: ${inStock}.`,
        'The last good stock stays on the website. Ask the supplier whether they still send it; if it may come less often, set "stock.feed.expectedWithinHours" in the dealer file.',
      ].join('\n'),
    };
  return {
    subject: `${name}: ${SUBJECTS[trouble]}`,
    text: [
      `Last read: ${lastSuccess ?? 'never'}${code === null ? '' : ` (last attempt: ${code})`}. Vehicles in stock: ${inStock}.`,
      REMEDIES[trouble],
      ...(trouble === 'stale' ? [sourceRemedy(code)].filter((line) => line !== undefined) : []),
      `npm run import -- ${slug} --dry-run`,
    ].join('\n'),
  };
}

/** Of changes that were refused nothing tells whether a person has imported them since. */
const CHANGES_MISSING =
  'Changes in files that could not be imported stay missing until somebody corrects and imports them, or the supplier sends the whole stock.';

const feedRecoveredText = (
  { name, trouble, inStock }: Pick<FeedTroubleFacts, 'name' | 'trouble' | 'inStock'>,
  ofChanges: boolean,
) => ({
  subject: `${name}: ${ofChanges ? 'newer files of the stock feed are imported' : OVER[trouble]}`,
  text: [`Vehicles in stock: ${inStock}.`, ...(ofChanges ? [CHANGES_MISSING] : [])].join('\n'),
});

const isOfChanges = (feed: FeedConfig | undefined): boolean =>
  feed !== undefined && isReadOnce(feed) && feed.mode === 'incremental';

async function troublesOf(
  { db, clock }: AlarmServices,
  dealer: DealerConfig,
  state: FeedStateRow,
): Promise<Set<FeedTrouble>> {
  const now = clock.now();
  const found = new Set<FeedTrouble>();
  const scheduled = scheduledFeed(dealer, state, now);
  if (!scheduled) return found;
  const { feed, schedule } = scheduled;
  const { last_success_at, scheduled_at, last_outcome, failures } = scheduled.state;
  const isOverdue = now >= staleFrom(schedule, new Date(last_success_at ?? scheduled_at));
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const isBroken = last_outcome === 'refused' || (isReadOnce(feed) && last_outcome === 'unreadable');
  const missingFrom = fileMissingFrom(feed, schedule, scheduled.state);
  const { last_attempt_at } = scheduled.state;
  // After downtime of all processes, the feed is read before anyone is alerted.
  if (isOverdue && failures > 0 && !(isReadOnce(feed) && isBroken)) found.add('stale');
  if (missingFrom && last_attempt_at !== null && new Date(last_attempt_at) >= missingFrom) found.add('stale');
  // Changes that could not be imported are missing until somebody looks, whatever comes after them.
  const isMissingChanges = isOfChanges(feed) && (await countFailedRuns(db, dealer.slug, since)) > 0;
  if (isBroken || isMissingChanges) found.add('refused');
  const counts = await importedCounts(db, dealer.slug, since);
  const imports = counts.map((json) => JSON.parse(json) as FeedCounts);
  const accepted = Math.max(
    0,
    imports.findLastIndex(({ isForced }) => isForced),
  );
  const inStock = imports.slice(accepted).map((each) => each.inStock);
  if (isShrinking(inStock, feed)) found.add('shrinking');
  return found;
}

function localTime(iso: string | null, { timeZone }: DealerConfig): string | undefined {
  if (iso === null) return undefined;
  const { date, time } = zonedDate(new Date(iso), timeZone);
  return `${date} ${time}`;
}

/**
 * PLAT-03: alerts staff once about a feed that is stale, refused or shrinking, and once when it has recovered. An alert
 * that could not be delivered is sent again by the next check.
 */
export async function checkFeedAlarms(services: AlarmServices, alert: Alert = alertPeople): Promise<void> {
  const { db, log, clock, tenants } = services;
  const known = await feedAlarms(db);
  for (const state of await feedStateRows(db)) {
    const dealer = tenants.bySlug(state.dealer);
    if (!dealer) continue;
    const found = await troublesOf(services, dealer, state);
    const inStock = await countPresentVehicles(db, dealer.slug);
    const send = (trouble: string, text: { subject: string; text: string }) =>
      alert(services, { slug: dealer.slug, dealer, about: 'Stock', trouble, facts: { inStock }, ...text });
    for (const trouble of FEED_TROUBLES) {
      const alarm = known.find(({ dealer: slug, kind }) => slug === dealer.slug && kind === trouble);
      const facts = { dealer: dealer.slug, trouble, code: state.last_error, inStock };
      const id = { dealer: dealer.slug, kind: trouble };
      const at = clock.now().toISOString();
      if (!found.has(trouble)) {
        if (!alarm) continue;
        log.warn(facts, 'a stock feed has recovered');
        const text = feedRecoveredText(
          { name: dealer.name, trouble, inStock },
          trouble === 'refused' && isOfChanges(dealer.stock.feed),
        );
        if (!alarm.isReported || (await send(`feed-${trouble}-over`, text))) await deleteFeedAlarm(db, id);
        continue;
      }
      if (alarm?.isReported) continue;
      if (!alarm) log.error(facts, 'a stock feed needs attention');
      // Stored before the alert is sent: after a crash in between, it is sent again.
      await putFeedAlarm(db, { ...id, isReported: false }, at);
      const lastSuccess = localTime(state.last_success_at, dealer);
      const lastFile = localTime(state.last_file_at, dealer) ?? 'none yet';
      const about = { name: dealer.name, slug: dealer.slug, trouble, lastSuccess, lastFile, inStock };
      const text = feedAlarmText({ ...about, code: state.last_error });
      if (await send(`feed-${trouble}`, text)) await putFeedAlarm(db, { ...id, isReported: true }, at);
    }
  }
}
