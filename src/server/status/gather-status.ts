import { readdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeftOut } from '#src/dealer-files/fleet/tenants.ts';
import { readPointer } from '#src/dealer-files/release/current-release.ts';
import { pagesFolder } from '#src/dealer-files/release/release-folders.ts';
import { readSnapshot } from '#src/dealer-files/release/snapshot.ts';
import { FEED_FORMATS } from '#src/features/feeds/feed-formats.ts';
import {
  isOverdue,
  receiverOf,
  scheduledDeliveries,
} from '#src/features/feeds/server/deliveries/delivery-schedule.ts';
import { type DeliveryRow, deliveryRows } from '#src/features/feeds/server/queries/delivery-queries.ts';
import { TROUBLES } from '#src/features/leads/delivery/lead-alarm.ts';
import { unavailableDestinations } from '#src/features/leads/server/queries/destination-health-queries.ts';
import {
  MISSING_SETTING,
  troubledReasons,
  undeliveredLeads,
} from '#src/features/leads/server/queries/lead-alarm-queries.ts';
import { type FeedStateRow, feedStateRows } from '#src/features/stock/server/queries/feed-queries.ts';
import { type LatestImport, latestImports } from '#src/features/stock/server/queries/import-queries.ts';
import {
  indexBacklogByDealer,
  stockByDealer,
} from '#src/features/stock/server/queries/index-change-queries.ts';
import {
  fileMissingFrom,
  staleFrom,
  toFeedState,
} from '#src/features/stock/server/schedule/feed-schedule.ts';
import { scheduledFeed } from '#src/features/stock/server/schedule/scheduled-feed.ts';
import { cdnPurges } from '#src/platform/database/cdn-purges.ts';
import { type Database, engineOf } from '#src/platform/database/database.ts';
import { tryWrite } from '#src/platform/database/write-probe.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { gatherOperations } from './operations.ts';
import type {
  CdnFacts,
  DealerFacts,
  DealerRelease,
  DeliveryFacts,
  DiskFacts,
  FeedFacts,
  ImportFacts,
  ProcessFacts,
  ServerFacts,
  StatusFacts,
} from './status-facts.ts';

/** One entry per disk; missing folders are left out. */
async function diskFacts(folders: readonly string[]): Promise<DiskFacts[]> {
  const found = await Promise.all(
    [...new Set(folders.map((folder) => resolve(folder)))].map(async (folder) => {
      const disk = await statfs(folder).catch(() => undefined);
      return disk && { folder, freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize };
    }),
  );
  const disks = new Map<string, DiskFacts>();
  for (const disk of found) {
    if (!disk) continue;
    const same = `${disk.totalBytes} ${disk.freeBytes}`;
    if (!disks.has(same)) disks.set(same, disk);
  }
  return [...disks.values()];
}

/** A container may have less memory than its machine. */
function machineFacts(): StatusFacts['machine'] {
  const limit = process.constrainedMemory();
  const totalBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { availableBytes: Math.min(process.availableMemory(), totalBytes), totalBytes };
}

export function memoryFacts(): ProcessFacts['memory'] {
  return {
    rssBytes: process.memoryUsage.rss(),
    heapUsedBytes: process.memoryUsage().heapUsed,
    heapLimitBytes: getHeapStatistics().heap_size_limit,
  };
}

function hasPages(dist: string, slug: string, id: string): boolean {
  try {
    return readdirSync(pagesFolder(dist, slug, id)).length > 0;
  } catch {
    return false;
  }
}

/**
 * The published release of a dealer. Checks that its settings can be read and its folder has pages, but not every file:
 * a fleet has a million.
 * @param isCopy whether pages that are not there yet are fetched from a bucket when they are asked for
 * @returns undefined if the pointer cannot be read
 */
export function dealerRelease(dist: string, slug: string, isCopy: boolean): DealerRelease | undefined {
  const pointer = readPointer(dist, slug);
  if (!pointer || 'reason' in pointer) return undefined;
  const release = { id: pointer.release, publishedAt: pointer.at };
  const found = readSnapshot(dist, slug);
  if ('reason' in found) return { ...release, damage: `its settings cannot be read (${found.reason})` };
  return isCopy || hasPages(dist, slug, release.id) ? release : { ...release, damage: 'its pages are gone' };
}

/** Older reports lack some counts. */
function countsOf(summary: string | null): ImportFacts['counts'] {
  if (summary === null) return undefined;
  const {
    added = 0,
    changed = 0,
    removed = 0,
    unchanged = 0,
  } = JSON.parse(summary) as Partial<NonNullable<ImportFacts['counts']>>;
  return { added, changed, removed, unchanged };
}

const importOf = ({ finishedAt, summary, unfinishedSince }: LatestImport): ImportFacts => ({
  finishedAt: finishedAt ?? undefined,
  counts: countsOf(summary),
  unfinishedSince: unfinishedSince ?? undefined,
});

function feedOf(dealer: DealerConfig, row: FeedStateRow | undefined, now: Date): FeedFacts | undefined {
  const scheduled = scheduledFeed(dealer, row, now);
  if (!scheduled) return undefined;
  const { feed, schedule, state } = scheduled;
  return {
    lastSuccessAt: state.last_success_at ?? undefined,
    lastOutcome: toFeedState(state).lastOutcome ?? undefined,
    lastError: state.last_error ?? undefined,
    failures: state.failures,
    staleFrom: staleFrom(schedule, new Date(state.last_success_at ?? state.scheduled_at)).toISOString(),
    lastFileAt: state.last_file_at ?? undefined,
    fileMissingFrom: fileMissingFrom(feed, schedule, state)?.toISOString(),
  };
}

const deliveriesOf = (dealer: DealerConfig, rows: readonly DeliveryRow[], now: Date): DeliveryFacts[] =>
  scheduledDeliveries(dealer, rows, now).map(({ delivery, schedule, state }) => ({
    feed: FEED_FORMATS[delivery.feed].name,
    receiver: receiverOf(delivery.url),
    lastSuccessAt: state.last_success_at ?? undefined,
    nextDueAt: state.next_due_at,
    failures: state.failures,
    lastError: state.last_error ?? undefined,
    isOverdue: isOverdue({ schedule, state }, now),
    vehicles: state.vehicles ?? undefined,
    leftOut: state.left_out ?? undefined,
  }));

type DealerSources = {
  db: Database;
  clock: Clock;
  dealers: readonly DealerConfig[];
  releaseOf: (slug: string) => DealerFacts['release'];
  isEdited: (slug: string) => boolean | undefined;
};

const EVER = '';

type Settings = Pick<DealerFacts, 'missingSettings' | 'waitsForSettingsAlone'>;

const NO_SETTINGS: Settings = { missingSettings: [], waitsForSettingsAlone: false };

async function settingsWaitedFor(db: Database, dealer: string): Promise<Settings> {
  const reasons = await troubledReasons(db, { dealer, trouble: 'waiting' });
  const missing = reasons.flatMap(({ reason, leads, code }) =>
    reason !== null && code === MISSING_SETTING ? [{ reason, leads }] : [],
  );
  return {
    missingSettings: missing,
    waitsForSettingsAlone: missing.length > 0 && missing.length === reasons.length,
  };
}

/** @throws database errors */
export async function gatherDealers(sources: DealerSources): Promise<DealerFacts[]> {
  const { db, dealers, clock, releaseOf, isEdited } = sources;
  const now = clock.now();
  const [stock, backlog, imports, troubles, feeds, deliveries] = await Promise.all([
    stockByDealer(db),
    indexBacklogByDealer(db),
    latestImports(db),
    undeliveredLeads(db, EVER),
    feedStateRows(db),
    deliveryRows(db),
  ]);
  const waiting = troubles.filter(({ trouble }) => trouble === 'waiting');
  const missing = new Map(
    await Promise.all(
      waiting.map(async ({ dealer }) => [dealer, await settingsWaitedFor(db, dealer)] as const),
    ),
  );
  const importBySlug = new Map(imports.map((found) => [found.dealer, importOf(found)]));
  const leadsOf = (slug: string): DealerFacts['leads'] => {
    const own = troubles.filter(({ dealer }) => dealer === slug);
    return Object.fromEntries(
      TROUBLES.flatMap((name) => {
        const found = own.find(({ trouble }) => trouble === name);
        return found ? [[name, { leads: found.leads, since: found.since, latest: found.latest }]] : [];
      }),
    );
  };
  return dealers
    .map((dealer): DealerFacts => {
      const { slug, status, leads } = dealer;
      return {
        slug,
        release: releaseOf(slug),
        isEdited: isEdited(slug),
        isLive: status.state === 'live',
        hasFeed: dealer.stock.feed !== undefined,
        import: importBySlug.get(slug),
        feed: feedOf(
          dealer,
          feeds.find((row) => row.dealer === slug),
          now,
        ),
        deliveries: deliveriesOf(dealer, deliveries, now),
        stock: stock.get(slug) ?? 0,
        indexBacklog: backlog.get(slug) ?? 0,
        leads: leadsOf(slug),
        ...(missing.get(slug) ?? NO_SETTINGS),
        leadsLateAfterMinutes: leads.alarm.afterMinutes,
      };
    })
    .sort((a, b) => a.slug.localeCompare(b.slug));
}

type StatusSources = DealerSources & {
  leftOut: readonly LeftOut[];
  /** Folders whose disks are checked. */
  folders: readonly string[];
  engines: () => Promise<StatusFacts['engines']>;
  /** Whether a CDN is set. */
  hasCdn: boolean;
  isInKubernetes?: boolean;
  server: () => Promise<ServerFacts>;
};

async function cdnFacts(db: Database): Promise<CdnFacts> {
  const rows = await cdnPurges(db);
  const failing = rows.filter(({ failing_since }) => failing_since !== null);
  const since = failing.map(({ failing_since }) => failing_since ?? '').sort()[0];
  return {
    lastPurgeAt: rows
      .flatMap(({ purged_at }) => purged_at ?? [])
      .sort()
      .at(-1),
    failing: (since && { sites: failing.length, since, reason: failing[0]?.last_error ?? '' }) || undefined,
  };
}

/** Never rejects: an unresponsive database is reported as a fact. */
export async function gatherStatus(sources: StatusSources): Promise<StatusFacts> {
  const { db, clock, leftOut, folders } = sources;
  const at = clock.now().toISOString();
  const counts = Promise.all([
    gatherDealers(sources),
    unavailableDestinations(db),
    sources.hasCdn ? cdnFacts(db) : undefined,
    gatherOperations(db, clock.now()),
  ]).catch(() => undefined);
  const [write, counted, engines, server, disks] = await Promise.all([
    tryWrite(db, at),
    counts,
    sources.engines(),
    sources.server(),
    diskFacts(folders),
  ]);
  const [dealers = [], destinations = [], cdn, operations] = counted ?? [];
  return {
    at,
    isInKubernetes: sources.isInKubernetes ?? false,
    dealers,
    leftOut: [...leftOut],
    database: { engine: engineOf(db), write, responds: counted !== undefined },
    engines,
    cdn,
    operations,
    destinations,
    disks,
    machine: machineFacts(),
    server,
  };
}
