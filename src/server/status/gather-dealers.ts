import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Clock } from '#src/domain/clock.ts';
import { staleFrom } from '#src/domain/feed/feed-schedule.ts';
import { TROUBLES } from '#src/domain/lead/delivery/lead-alarm.ts';
import type { Database } from '#src/providers/database/database.ts';
import { indexBacklogByDealer, stockByDealer } from '#src/providers/database/dealer-counts.ts';
import { type FeedStateRow, feedStateRows } from '#src/providers/database/feed-states.ts';
import { type LatestImport, latestImports } from '#src/providers/database/import-runs.ts';
import { MISSING_SETTING, troubledReasons, undeliveredLeads } from '#src/providers/database/lead-alarms.ts';
import { toFeedState } from '../stock/feed-states.ts';
import { scheduledFeed } from '../stock/import-feed.ts';
import type { DealerFacts, FeedFacts, ImportFacts } from './status-facts.ts';

/** Reports of earlier versions recorded less. */
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
  const { schedule, state } = scheduled;
  return {
    lastSuccessAt: state.last_success_at ?? undefined,
    lastOutcome: toFeedState(state).lastOutcome ?? undefined,
    lastError: state.last_error ?? undefined,
    failures: state.failures,
    staleFrom: staleFrom(schedule, new Date(state.last_success_at ?? state.scheduled_at)).toISOString(),
  };
}

export type DealerSources = {
  db: Database;
  clock: Clock;
  dealers: readonly DealerConfig[];
  releaseOf: (slug: string) => DealerFacts['release'];
  isEdited: (slug: string) => boolean | undefined;
};

const EVER = '';

type Settings = Pick<DealerFacts, 'missingSettings' | 'waitsForSettingsAlone'>;

const NO_SETTINGS: Settings = { missingSettings: [], waitsForSettingsAlone: false };

/** Settings that leads of a dealer wait for. */
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

/** Facts of every dealer, by slug. @throws the database's errors */
export async function gatherDealers(sources: DealerSources): Promise<DealerFacts[]> {
  const { db, dealers, clock, releaseOf, isEdited } = sources;
  const now = clock.now();
  const [stock, backlog, imports, troubles, feeds] = await Promise.all([
    stockByDealer(db),
    indexBacklogByDealer(db),
    latestImports(db),
    undeliveredLeads(db, EVER),
    feedStateRows(db),
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
        stock: stock.get(slug) ?? 0,
        indexBacklog: backlog.get(slug) ?? 0,
        leads: leadsOf(slug),
        ...(missing.get(slug) ?? NO_SETTINGS),
        leadsLateAfterMinutes: leads.alarm.afterMinutes,
      };
    })
    .sort((a, b) => a.slug.localeCompare(b.slug));
}
