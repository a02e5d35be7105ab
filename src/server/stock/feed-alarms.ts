import type { DealerConfig } from '#src/config/dealer-config.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { DAY_MS } from '#src/domain/duration.ts';
import {
  FEED_TROUBLES,
  type FeedTrouble,
  feedAlarmText,
  feedRecoveredText,
  isShrinking,
} from '#src/domain/feed/feed-alarm.ts';
import { staleFrom } from '#src/domain/feed/feed-schedule.ts';
import { deleteFeedAlarm, knownFeedAlarms, putFeedAlarm } from '#src/providers/database/feed-alarms.ts';
import { importedCounts } from '#src/providers/database/feed-runs.ts';
import { type FeedStateRow, feedStateRows } from '#src/providers/database/feed-states.ts';
import { countPresentVehicles } from '#src/providers/database/vehicles.ts';
import { type AlarmServices, type Alert, alertPeople } from '../leads/operations/alert-people.ts';
import type { FeedCounts } from './feed-states.ts';
import { scheduledFeed } from './import-feed.ts';

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
  // After hours in which no process ran, the feed is read before anyone is alerted.
  if (isOverdue && failures > 0) found.add('stale');
  if (last_outcome === 'refused') found.add('refused');
  const counts = await importedCounts(db, dealer.slug, new Date(now.getTime() - DAY_MS).toISOString());
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
 * PLAT-03: alerts people about a feed that is stale, refused, or shrinking, once, and once when it has recovered. An
 * alert that reached no one is sent again by the next check.
 */
export async function checkFeedAlarms(services: AlarmServices, alert: Alert = alertPeople): Promise<void> {
  const { db, log, clock, tenants } = services;
  const known = await knownFeedAlarms(db);
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
        const text = feedRecoveredText({ name: dealer.name, trouble, inStock });
        if (!alarm.isReported || (await send(`feed-${trouble}-over`, text))) await deleteFeedAlarm(db, id);
        continue;
      }
      if (alarm?.isReported) continue;
      if (!alarm) log.error(facts, 'a stock feed needs attention');
      // Stored before anyone is alerted: after a crash in between, the alarm is sent again.
      await putFeedAlarm(db, { ...id, isReported: false }, at);
      const lastSuccess = localTime(state.last_success_at, dealer);
      const about = { name: dealer.name, slug: dealer.slug, trouble, lastSuccess, inStock };
      const text = feedAlarmText({ ...about, code: state.last_error });
      if (await send(`feed-${trouble}`, text)) await putFeedAlarm(db, { ...id, isReported: true }, at);
    }
  }
}
