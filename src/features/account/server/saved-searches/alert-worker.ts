import { setImmediate } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { isTextingTime } from '#src/features/account/saved-searches/alert-message.ts';
import { endRestoredAlerts } from '#src/features/account/server/account-privacy.ts';
import { sweepSavedSearches } from '#src/features/account/server/queries/account-erasure-queries.ts';
import {
  dueAlerts,
  dueSearches,
  type SavedSearchRow,
} from '#src/features/account/server/queries/saved-search-queries.ts';
import { mailerFor } from '#src/features/leads/server/mail/mailer.ts';
import { importLease, tryWithLease } from '#src/features/stock/server/importing/with-lease.ts';
import { stockVersions } from '#src/features/stock/server/queries/stock-queries.ts';
import { MOST_DAYS_SINCE } from '#src/features/vehicle/price/listing-history.ts';
import { isHeldSince } from '#src/platform/database/leases.ts';
import { DAY_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { changedStock, findMatches } from './find-matches.ts';
import { readStored } from './save-search.ts';
import {
  type AlertServices,
  type AlertWays,
  MAX_CONFIRMATION_FAILURES,
  sendAlert,
  sendConfirmations,
} from './send-alert.ts';

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

const LEASE = 'saved-searches';
const TICK_MS = 3000;
const SWEEP_EVERY_MS = 60_000;

/** What messages of this installation are sent by. */
export function alertWays(services: Pick<Services, 'env' | 'sms'>): AlertWays {
  const found = mailerFor(services);
  return { mailer: 'mailer' in found ? found.mailer : undefined, sms: services.sms };
}

/** After an import, where no worker runs. It signs no link, so that confirmations wait for a worker. */
export async function alertAfterImport(services: Services): Promise<number> {
  await endRestoredAlerts(services);
  return sendAlerts(services, alertWays(services));
}

export type AlertWorker = {
  /** Resolves when no message is on its way. */
  stop(): Promise<void>;
};

/**
 * Sends confirmations and alerts as they become due, until stopped. One of all processes does it at a time; messages
 * are claimed one by one, so that none is sent twice where one stalls.
 */
export function startAlertWorker(services: Services, tickMs = TICK_MS): AlertWorker {
  const memory: AlertMemory = new Map();
  let isStopped = false;
  let sweptAt = 0;
  let isRestoreChecked = false;
  let timer: NodeJS.Timeout | undefined;
  const stopped = () => isStopped;

  async function round(): Promise<void> {
    if (!isRestoreChecked) await endRestoredAlerts(services);
    isRestoreChecked = true;
    const now = services.clock.now();
    if (Math.abs(now.getTime() - sweptAt) >= SWEEP_EVERY_MS) {
      await sweepSavedSearches(services.db, now.toISOString());
      sweptAt = now.getTime();
    }
    const ways = alertWays(services);
    if (ways.mailer) await sendConfirmations(services, ways.mailer, stopped);
    await sendAlerts(services, ways, memory, stopped);
  }

  async function work(): Promise<void> {
    try {
      await tryWithLease(services, LEASE, round);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      services.log.error({ reason }, 'alerts of saved searches failed');
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      working = work();
    }, tickMs);
  }

  let working = work();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
