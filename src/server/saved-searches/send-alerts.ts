import { setImmediate } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { DAY_MS, MINUTE_MS } from '#src/domain/duration.ts';
import { isTextingTime } from '#src/domain/search/texting-time.ts';
import { MOST_DAYS_SINCE } from '#src/domain/vehicle/price-drop.ts';
import { isHeldSince } from '#src/providers/database/leases.ts';
import { dueAlerts, dueSearches } from '#src/providers/database/saved-search-turns.ts';
import type { SavedSearchRow } from '#src/providers/database/saved-searches.ts';
import { stockVersions } from '#src/providers/database/stock-versions.ts';
import { importLease } from '../stock/with-lease.ts';
import { changedStock } from './changed-stock.ts';
import { readStored } from './describe-search.ts';
import { findMatches } from './find-matches.ts';
import { type AlertServices, type AlertWays, sendAlert } from './send-alert.ts';
import { MAX_CONFIRMATION_FAILURES } from './send-confirmations.ts';

/** What a process has looked at before, by dealer and channel: stock that has not changed is not read again. */
export type AlertMemory = Map<string, { version: number; at: string; heldUntil?: string }>;

/** An import that has stalled this long is dead. */
const IMPORT_WAIT_MS = 5 * MINUTE_MS;

/** After a limit of text messages is reached, which slides for a day. */
const LIMITED_PAUSE_MS = 10 * MINUTE_MS;

type Round = { services: AlertServices; ways: AlertWays; isStopped: () => boolean };

/** @returns how many were sent, and whether all had their turn */
async function sendEach(
  { services, ways, isStopped }: Round,
  dealer: DealerConfig,
  searches: readonly SavedSearchRow[],
  now: Date,
): Promise<{ sent: number; isWhole: boolean; isLimited?: boolean }> {
  const longest = new Date(now.getTime() - MOST_DAYS_SINCE * DAY_MS).toISOString();
  const sinceOf = ({ looked_at }: SavedSearchRow) => (looked_at > longest ? looked_at : longest);
  const [since = longest] = searches.map(sinceOf).sort();
  const changed = await changedStock(services, dealer, since);
  if (changed.length === 0) return { sent: 0, isWhole: true };
  let sent = 0;
  let failures = 0;
  let isLimited = false;
  for (const row of searches) {
    if (isLimited) break;
    if (isStopped() || failures === MAX_CONFIRMATION_FAILURES) return { sent, isWhole: false };
    const matches = await findMatches(services, changed, readStored(dealer, row.search).state, sinceOf(row));
    if (matches.length > 0) {
      const outcome = await sendAlert(services, ways, dealer, row, matches, now);
      if (outcome === 'sent') sent += 1;
      failures = outcome === 'failed' ? failures + 1 : 0;
      isLimited = outcome === 'limited';
    }
    // Shoppers of a server are served in between.
    await setImmediate();
  }
  return { sent, isWhole: !isLimited, isLimited };
}

/** @returns how many were sent */
async function alertDealer(
  round: Round,
  memory: AlertMemory,
  dealer: DealerConfig,
  { channel, version, newest }: { channel: string; version: number; newest: string },
): Promise<number> {
  const { db, clock } = round.services;
  const key = `${dealer.slug} ${channel}`;
  const last = memory.get(key);
  const dueAfter = last?.version === version ? last.at : '';
  if (newest < dueAfter) return 0;
  const now = clock.now();
  const at = now.toISOString();
  if (last?.heldUntil !== undefined && at < last.heldUntil) return 0;
  if (channel === 'sms' && !isTextingTime(now, dealer.timeZone)) return 0;
  // An import dates what it writes by its start: what it has not written yet would look older than this look.
  const patience = new Date(now.getTime() - IMPORT_WAIT_MS);
  if (await isHeldSince(db, importLease(dealer.slug), patience)) return 0;
  const searches = await dueSearches(db, dealer.slug, { channel, now: at, dueAfter });
  if (searches.length === 0) return 0;
  const { sent, isWhole, isLimited } = await sendEach(round, dealer, searches, now);
  if (isWhole) memory.set(key, { version, at });
  if (isLimited) {
    const heldUntil = new Date(now.getTime() + LIMITED_PAUSE_MS).toISOString();
    memory.set(key, { version: last?.version ?? -1, at: last?.at ?? '', heldUntil });
  }
  return sent;
}

/**
 * SRCH-33: sends the alerts that are due: for each confirmed search without one in 24 hours, what its dealer's stock has
 * that is new or costs less since it last looked. Any number of processes may do so at once.
 * @param isStopped asked between searches
 * @returns how many were sent
 */
export async function sendAlerts(
  services: AlertServices,
  ways: AlertWays,
  memory: AlertMemory = new Map(),
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { db, clock, log, tenants } = services;
  // Read before the stock is: what is written meanwhile is a newer version, and is looked at again.
  const versions = await stockVersions(db);
  let sent = 0;
  for (const { dealer: slug, channel, newest } of await dueAlerts(db, clock.now().toISOString())) {
    const dealer = tenants.bySlug(slug);
    const hasWay = channel === 'sms' ? ways.sms : ways.mailer;
    if (isStopped() || !hasWay || !dealer?.search.alerts || dealer.status.state !== 'live') continue;
    const due = { channel, newest, version: versions.get(slug) ?? 0 };
    sent += await alertDealer({ services, ways, isStopped }, memory, dealer, due);
  }
  if (sent > 0) log.info({ sent }, 'alerts of saved searches sent');
  return sent;
}
