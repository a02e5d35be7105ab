import {
  type AlarmServices,
  type Alert,
  alertPeople,
} from '#src/features/leads/server/operations/monitor-delivery.ts';
import { stockVersions } from '#src/features/stock/server/queries/stock-queries.ts';
import { filesTag, siteTag } from '#src/platform/cdn/cdn-headers.ts';
import { type CdnPurge, cdnPurgeOf, type PurgeOutcome } from '#src/platform/cdn/cdn-purge.ts';
import {
  cdnPurges,
  forgetPurges,
  recordCdnAlarm,
  recordPurged,
  recordUnpurged,
} from '#src/platform/database/cdn-purges.ts';
import { acquireLease, isHeld, type Lease, releaseLease, renewLease } from '#src/platform/database/leases.ts';
import type { CdnPurgesTable } from '#src/platform/database/operation-tables.ts';
import { stockTag } from '#src/platform/http/response-headers.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { CDN_ALARM_AFTER_MS } from '#src/server/status/judge-cdn.ts';

const LOOK_EVERY_MS = SECOND_MS;
/**
 * A server that follows a change late, or a response that was on its way, may be stored right after a purge: the same
 * tags are purged again. Fastly recommends two seconds for its own shields.
 */
export const AGAIN_AFTER_MS = 3 * SECOND_MS;
/** The time until another process takes over from one that was killed. */
const LEASE_MS = 10 * SECOND_MS;
/**
 * A process that does not know what is published leaves the lease to the others for a while, again and again: if none
 * takes it, changes of stock are still purged.
 */
const LEFT_TO_OTHERS_MS = 2 * SECOND_MS;
const LEFT_EVERY_MS = 30 * SECOND_MS;
const LEASE_NAME = 'cdn-purges';
/** While purges fail, they are tried again at least this often, unless the vendor names a later time. */
export const MAX_RETRY_MS = MINUTE_MS;

type Row = CdnPurgesTable;
type Due = {
  tags: readonly string[];
  row: Pick<Row, 'dealer' | 'release' | 'stock'>;
  /** Whether the tags are purged for the second time. */
  isAgain: boolean;
};

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** What changed since the last purge, or is purged again; undefined if nothing. */
function dueOf(
  known: Row | undefined,
  { dealer, release, stock, tags: all }: Pick<Row, 'dealer' | 'release' | 'stock'> & { tags: string[] },
  now: Date,
): Due | undefined {
  const row = { dealer, release, stock };
  // After a failure it is unknown what was purged.
  const isPublished = known?.release !== release || known.purged_at === null || known.failing_since !== null;
  const changed = isPublished ? all : known.stock === stock ? [] : [stockTag(dealer)];
  const againAt = known?.again_at ?? undefined;
  const pending = known && againAt !== undefined ? known.again_tags.split(' ') : [];
  if (changed.length > 0) {
    const tags = [...new Set([...changed, ...pending])];
    return { tags, row, isAgain: false };
  }
  if (againAt === undefined || Date.parse(againAt) > now.getTime()) return undefined;
  return { tags: pending, row, isAgain: true };
}

/** Release of a site that was taken down. */
const REMOVED = '';
const UNBUILT = 'unbuilt';

/** As many as one call purges. */
function* inCalls(due: readonly Due[], tagsACall: number): Generator<Due[]> {
  let call: Due[] = [];
  let size = 0;
  for (const each of due) {
    if (call.length > 0 && size + each.tags.length > tagsACall) {
      yield call;
      [call, size] = [[], 0];
    }
    call.push(each);
    size += each.tags.length;
  }
  if (call.length > 0) yield call;
}

/** What has waited longest comes first, so that a limit of the vendor holds up no dealer for ever. @throws database errors */
async function findDue({ db, tenants, clock }: Pick<Services, 'db' | 'tenants' | 'clock'>) {
  const [rows, stock] = await Promise.all([cdnPurges(db), stockVersions(db)]);
  const now = clock.now();
  const known = new Map(rows.map((row) => [row.dealer, row]));
  const served = tenants.all.map(({ slug, release }) => ({
    ...{ dealer: slug, release: release?.id ?? UNBUILT, stock: stock.get(slug) ?? 0 },
    tags: [siteTag(slug)],
  }));
  // A dealer whose settings cannot be read is still served as it was.
  const present = new Set([
    ...served.map(({ dealer }) => dealer),
    ...tenants.leftOut.map(({ slug }) => slug),
  ]);
  const removed = [...known.keys()]
    .filter((dealer) => !present.has(dealer))
    .map((dealer) => ({ dealer, release: REMOVED, stock: 0, tags: [siteTag(dealer), filesTag(dealer)] }));
  const waitsSince = ({ dealer }: { dealer: string }) =>
    known.get(dealer)?.failing_since ?? now.toISOString();
  const all = [...served, ...removed].sort((a, b) => waitsSince(a).localeCompare(waitsSince(b)));
  return {
    due: all.flatMap((each) => dueOf(known.get(each.dealer), each, now) ?? []),
    failing: rows.filter(({ failing_since }) => failing_since !== null),
  };
}

/** Rows of sites that were taken down have no use once they were purged twice. */
async function record(db: Services['db'], purged: readonly Due[], now: Date): Promise<void> {
  const isOver = ({ row, isAgain }: Due) => row.release === REMOVED && isAgain;
  await recordPurged(
    db,
    purged
      .filter((each) => !isOver(each))
      .map(({ row, tags, isAgain }) => ({
        ...{ ...row, purged_at: now.toISOString() },
        ...(isAgain
          ? { again_at: null, again_tags: '' }
          : { again_at: later(now, AGAIN_AFTER_MS), again_tags: tags.join(' ') }),
      })),
  );
  await forgetPurges(
    db,
    purged.filter(isOver).map(({ row }) => row.dealer),
  );
}

const ABOUT = { slug: 'cdn', dealer: undefined, about: 'CDN', trouble: 'purge' } as const;

/** PLAT-65: alerts operators once purges have failed for five minutes, and each day that they still do. */
async function alarmIfDue(services: AlarmServices, alert: Alert): Promise<void> {
  const { db, clock, log } = services;
  const failing = (await cdnPurges(db)).filter(({ failing_since }) => failing_since !== null);
  const since = failing.map((row) => row.failing_since ?? '').sort()[0];
  const last = failing
    .map((row) => row.alarmed_at ?? '')
    .sort()
    .at(-1);
  const now = clock.now();
  if (since === undefined || now.getTime() - Date.parse(since) < CDN_ALARM_AFTER_MS) return;
  if (last && now.getTime() - Date.parse(last) < DAY_MS) return;
  const reason = failing[0]?.last_error ?? '';
  log.error({ dealers: failing.length, since, reason }, 'the CDN is not purged');
  const isReported = await alert(services, {
    ...ABOUT,
    subject: 'The CDN is not purged',
    text: [
      `Since ${since}, changes of ${failing.length} site(s) have not been purged from the CDN: ${reason}. It may show former prices for up to six minutes after each change, and former pages for a day.`,
      'Check CDN_IDS and CDN_TOKEN, and the state of the CDN; purges are tried again every minute.',
    ].join('\n'),
    facts: { dealers: failing.length },
  });
  if (isReported) await recordCdnAlarm(db, now.toISOString());
}

async function reportRecovery(services: AlarmServices, rows: readonly Row[], alert: Alert): Promise<void> {
  services.log.warn('the CDN is purged again');
  if (!rows.some(({ alarmed_at }) => alarmed_at !== null)) return;
  await alert(services, {
    ...ABOUT,
    subject: 'The CDN is purged again',
    text: 'All changes that waited have been purged.',
    facts: { dealers: 0 },
  });
}

export type CdnPurger = { stop(): Promise<void> };

type PurgerOptions = {
  /** Replaces the configured CDN in demos and tests. */
  cdn?: CdnPurge | undefined;
  alert?: Alert;
  everyMs?: number;
  /** Whether this process knows what is published on all machines. */
  isFollowing?: (() => boolean) | undefined;
};

/**
 * PLAT-63: purges the CDN when a dealer's stock changes, or a site is published or taken down. One process does so, by a
 * lease; it compares what is with what was last purged for, so that a crash or a failure forgets nothing.
 * @returns undefined without a CDN or its credentials
 * @throws Error naming a missing variable
 */
export function startCdnPurger(services: Services, options: PurgerOptions = {}): CdnPurger | undefined {
  const {
    cdn = cdnPurgeOf(services.env),
    alert = alertPeople,
    everyMs = LOOK_EVERY_MS,
    isFollowing = () => true,
  } = options;
  if (!cdn) return undefined;
  const { db, clock, log } = services;
  let lease: { held: Lease; until: number } | undefined;
  let leftAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let notBefore = 0;
  let isStopped = false;

  /** Followers only read. */
  async function leads(): Promise<boolean> {
    const now = clock.now().getTime();
    if (isFollowing()) leftAt = Number.NEGATIVE_INFINITY;
    else {
      if (now - leftAt >= LEFT_EVERY_MS) leftAt = now;
      if (now - leftAt < LEFT_TO_OTHERS_MS) {
        if (lease) await releaseLease(db, lease.held);
        lease = undefined;
        return false;
      }
    }
    const term = { clock, forMs: LEASE_MS };
    if (lease) {
      if (lease.until - now > LEASE_MS / 2) return true;
      if (await renewLease(db, lease.held, term)) {
        lease.until = now + LEASE_MS;
        return true;
      }
      lease = undefined;
    }
    if (await isHeld(db, LEASE_NAME, clock)) return false;
    const held = await acquireLease(db, LEASE_NAME, term);
    lease = held && { held, until: now + LEASE_MS };
    return lease !== undefined;
  }

  const purgeDue = async (): Promise<void> => {
    const { due, failing } = await findDue(services);
    if (due.length === 0) return;
    const waiting = new Set(due);
    let outcome: PurgeOutcome = { kind: 'purged' };
    for (const call of inCalls(due, cdn.tagsACall)) {
      // Many calls may take longer than the lease.
      if (isStopped || !(await leads())) return;
      outcome = await cdn.purge(call.flatMap(({ tags }) => tags));
      if (outcome.kind === 'failed') break;
      await record(db, call, clock.now());
      for (const each of call) waiting.delete(each);
    }
    if (outcome.kind === 'purged') {
      if (failing.length > 0) await reportRecovery(services, failing, alert);
      failures = 0;
      return;
    }
    const now = clock.now();
    if (waiting.size < due.length) failures = Math.min(failures, 1);
    const backOffMs = Math.min(everyMs * 2 ** failures, MAX_RETRY_MS);
    notBefore = now.getTime() + Math.max(backOffMs, outcome.retryAfterMs ?? 0);
    if (failures === 0) log.error({ reason: outcome.reason }, 'the CDN could not be purged');
    failures += 1;
    await recordUnpurged(
      db,
      [...waiting].map(({ row }) => row.dealer),
      { reason: outcome.reason, at: now.toISOString() },
    );
    await alarmIfDue(services, alert);
  };

  async function look(): Promise<void> {
    try {
      if ((await leads()) && clock.now().getTime() >= notBefore) await purgeDue();
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'CDN purges failed');
    }
  }

  let timer: NodeJS.Timeout | undefined;
  const schedule = async (): Promise<void> => {
    await look();
    if (!isStopped)
      timer = setTimeout(() => {
        working = schedule();
      }, everyMs);
  };
  let working = schedule();

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
      if (lease) await releaseLease(db, lease.held).catch(() => undefined);
    },
  };
}
