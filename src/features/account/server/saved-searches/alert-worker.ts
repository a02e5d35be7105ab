import { setImmediate } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { isTextingTime } from '#src/features/account/saved-searches/alert-message.ts';
import { endRestoredAlerts } from '#src/features/account/server/account-privacy.ts';
import { sweepSavedSearches } from '#src/features/account/server/queries/account-erasure-queries.ts';
import { latestChange } from '#src/features/account/server/queries/changed-vehicle-queries.ts';
import {
  dueAlerts,
  dueSearches,
  type SavedSearchRow,
} from '#src/features/account/server/queries/saved-search-queries.ts';
import { importLease } from '#src/features/stock/server/importing/import-history.ts';
import { stockVersions } from '#src/features/stock/server/queries/stock-queries.ts';
import { MAX_DAYS_SINCE } from '#src/features/vehicle/price/listing-history.ts';
import type { Database } from '#src/platform/database/database.ts';
import { isHeld } from '#src/platform/database/leases.ts';
import { tryWithLease } from '#src/platform/database/with-lease.ts';
import { mailerFor } from '#src/platform/mail/mailer.ts';
import { DAY_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { changedStock, findMatches } from './find-matches.ts';
import { readStored } from './save-search.ts';
import {
  type AlertServices,
  type AlertTransports,
  MAX_CONFIRMATION_FAILURES,
  sendAlert,
  sendConfirmations,
} from './send-alert.ts';

/** The last stock version processed, by dealer and channel, so that unchanged stock is not read again. */
export type AlertMemory = Map<string, { version: number; at: string; pausedUntil?: string }>;

/** An import lease held longer than this belongs to a crashed import. */
const IMPORT_WAIT_MS = 5 * MINUTE_MS;

/** A change dated later than this from now has a wrong date. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

/** The pause after the limit for text messages, a sliding window of a day, is reached. */
const LIMITED_PAUSE_MS = 10 * MINUTE_MS;

type Round = { services: AlertServices; transports: AlertTransports; isStopped: () => boolean };

/** @returns the number sent, and whether all searches were processed */
async function sendToEach(
  { services, transports, isStopped }: Round,
  dealer: DealerConfig,
  searches: readonly SavedSearchRow[],
  { now, seenAt }: { now: Date; seenAt: string },
): Promise<{ sent: number; isComplete: boolean; isLimited?: boolean }> {
  const earliest = new Date(now.getTime() - MAX_DAYS_SINCE * DAY_MS).toISOString();
  const sinceOf = ({ looked_at }: SavedSearchRow) => (looked_at > earliest ? looked_at : earliest);
  const [since = earliest] = searches.map(sinceOf).sort();
  const changed = await changedStock(services, dealer, since);
  if (changed.length === 0) return { sent: 0, isComplete: true };
  let sent = 0;
  let failures = 0;
  let isLimited = false;
  for (const row of searches) {
    if (isLimited) break;
    if (isStopped() || failures === MAX_CONFIRMATION_FAILURES) return { sent, isComplete: false };
    const matches = await findMatches(services, changed, readStored(dealer, row.search).state, {
      since: sinceOf(row),
      homeState: dealer.state,
    });
    if (matches.length > 0) {
      const outcome = await sendAlert(services, transports, dealer, row, matches, { now, seenAt });
      if (outcome === 'sent') sent += 1;
      failures = outcome === 'failed' ? failures + 1 : 0;
      isLimited = outcome === 'limited';
    }
    // Yields to requests of shoppers.
    await setImmediate();
  }
  return { sent, isComplete: !isLimited, isLimited };
}

/**
 * Where the next alert goes on. Changes are dated by the machines that made them, so a later one may be dated before the
 * time here.
 */
async function seenUntil(db: Database, dealer: string, now: Date): Promise<string> {
  const latest = (await latestChange(db, dealer)) ?? now.toISOString();
  const wrong = new Date(now.getTime() + CLOCKS_DIFFER_MS).toISOString();
  return latest < wrong ? latest : now.toISOString();
}

/** @returns the number sent */
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
  if (last?.pausedUntil !== undefined && at < last.pausedUntil) return 0;
  if (channel === 'sms' && !isTextingTime(now, dealer.timeZone)) return 0;
  const seenAt = await seenUntil(db, dealer.slug, now);
  // An import timestamps its rows with its start, so rows written after this run would be missed.
  if (await isHeld(db, importLease(dealer.slug), clock, IMPORT_WAIT_MS)) return 0;
  const searches = await dueSearches(db, dealer.slug, { channel, now: at, dueAfter });
  if (searches.length === 0) return 0;
  const { sent, isComplete, isLimited } = await sendToEach(round, dealer, searches, { now, seenAt });
  if (isComplete) memory.set(key, { version, at });
  if (isLimited) {
    const pausedUntil = new Date(now.getTime() + LIMITED_PAUSE_MS).toISOString();
    memory.set(key, { version: last?.version ?? -1, at: last?.at ?? '', pausedUntil });
  }
  return sent;
}

/**
 * SRCH-33: sends due alerts: for each confirmed search without one in 24 hours, the vehicles that are new or cheaper
 * since the last run. Safe to run concurrently.
 * @param isStopped checked between searches
 * @returns the number sent
 */
export async function sendAlerts(
  services: AlertServices,
  transports: AlertTransports,
  memory: AlertMemory = new Map(),
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { db, clock, log, tenants } = services;
  // Read before the stock, so that a concurrent write counts as a newer version and is processed again.
  const versions = await stockVersions(db);
  let sent = 0;
  for (const { dealer: slug, channel, newest } of await dueAlerts(db, clock.now().toISOString())) {
    const dealer = tenants.bySlug(slug);
    const transport = channel === 'sms' ? transports.sms : transports.mailer;
    if (isStopped() || !transport || !dealer?.search.alerts || dealer.status.state !== 'live') continue;
    const due = { channel, newest, version: versions.get(slug) ?? 0 };
    sent += await alertDealer({ services, transports, isStopped }, memory, dealer, due);
  }
  if (sent > 0) log.info({ sent }, 'alerts of saved searches sent');
  return sent;
}

const LEASE = 'saved-searches';
const TICK_MS = 3000;
const SWEEP_EVERY_MS = 60_000;

export function alertTransports(services: Pick<Services, 'env' | 'sms'>): AlertTransports {
  const found = mailerFor(services);
  return { mailer: 'mailer' in found ? found.mailer : undefined, sms: services.sms };
}

/** For imports without a worker. Confirmations need a signed link, so they wait for a worker. */
export async function alertAfterImport(services: Services): Promise<number> {
  await endRestoredAlerts(services);
  return sendAlerts(services, alertTransports(services));
}

export type AlertWorker = {
  /** Resolves once no message is being sent. */
  stop(): Promise<void>;
};

/**
 * Sends confirmations and alerts as they become due, until stopped. One process at a time does so; messages are also
 * claimed individually, so that none is sent twice if a process stalls.
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
    const transports = alertTransports(services);
    if (transports.mailer) await sendConfirmations(services, transports.mailer, stopped);
    await sendAlerts(services, transports, memory, stopped);
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
