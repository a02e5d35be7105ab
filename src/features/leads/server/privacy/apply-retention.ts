import { setTimeout as wait } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { eraseAccounts } from '#src/features/account/server/account-privacy.ts';
import {
  contactsBefore,
  sweepVerifications,
} from '#src/features/account/server/queries/account-erasure-queries.ts';
import { sweepPrizeDraws } from '#src/features/account/server/queries/prize-draw-queries.ts';
import type { AdminServices } from '#src/features/leads/server/operations/lead-admin.ts';
import {
  dealersWithLeads,
  type Erasure,
  leadsBefore,
} from '#src/features/leads/server/queries/lead-erasure-queries.ts';
import { paidWithoutLeadBefore } from '#src/features/reservations/server/queries/reservation-erasure-queries.ts';
import { eraseReservations } from '#src/features/reservations/server/reservation-privacy.ts';
import {
  abandonedTradeIns,
  deleteUnfinishedTradeIns,
  removeOrphanedPhotos,
} from '#src/features/trade-in/server/trade-in-photo-store.ts';
import type { Database } from '#src/platform/database/database.ts';
import { isScrubDue, scrubDeleted } from '#src/platform/database/engines/file-upkeep.ts';
import type { Services } from '#src/server/services.ts';
import { eraseAll, surveyErasure } from './erase-person.ts';

const SCRUB_ATTEMPTS = 10;
const SCRUB_PAUSE_MS = 500;

/**
 * Purges erased data from the database's file and write-ahead log, while the sites run.
 * @returns false while another program reads from the log
 */
export async function scrubErased(db: Database, tries = SCRUB_ATTEMPTS): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    if ((await scrubDeleted(db)) === 'clean') return true;
    if (attempt === tries) return false;
    await wait(SCRUB_PAUSE_MS);
  }
}

/** Periodic job: retries until it succeeds. */
export async function scrubWhenDue({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  if (!(await isScrubDue(db))) return;
  const started = performance.now();
  if (await scrubErased(db, 1))
    log.info({ ms: Math.round(performance.now() - started) }, 'database file holds nothing erased');
  else log.warn('erased data is still in the database log: another program holds the log open');
}

export type Retention = {
  /** What was, or would be, erased; only dealers with something to erase. */
  erased: { dealer: string; before: string; erasure: Erasure }[];
  /** Dealers with leads but without a valid file, which has the retention period. */
  unknownDealers: string[];
  /** Valuations without a lead. */
  unfinishedTradeIns: number;
  accounts: number;
  /** Reservations without a lead. */
  reservations: number;
};

/**
 * Erases leads older than `leads.keepMonths`, and valuations without a lead after `tradeIn.keepUnfinishedDays`.
 * Idempotent.
 */
export async function applyRetention(
  services: AdminServices,
  dealers: readonly DealerConfig[],
  { dryRun = false, only }: { dryRun?: boolean; only?: string | undefined } = {},
): Promise<Retention> {
  const erased: Retention['erased'] = [];
  const unknownDealers: string[] = [];
  for (const slug of await dealersWithLeads(services.db)) {
    if (only !== undefined && slug !== only) continue;
    const dealer = dealers.find((each) => each.slug === slug);
    if (!dealer) {
      unknownDealers.push(slug);
      continue;
    }
    const before = monthsBefore(services.clock.now(), dealer.leads.keepMonths).toISOString();
    const leadIds = await leadsBefore(services.db, slug, before);
    if (leadIds.length === 0) continue;
    const erasure = await (dryRun
      ? surveyErasure(services, leadIds)
      : eraseAll(services, leadIds, 'retention'));
    erased.push({ dealer: slug, before, erasure });
  }
  let unfinished = 0;
  let accounts = 0;
  let reservations = 0;
  for (const dealer of dealers) {
    if (only !== undefined && dealer.slug !== only) continue;
    if (!dryRun) {
      const before = monthsBefore(services.clock.now(), dealer.leads.keepMonths).toISOString();
      await sweepPrizeDraws(services.db, dealer.slug, before);
    }
    reservations += (await eraseRefunded(services, dealer, dryRun)).length;
    accounts += (await eraseUnusedAccounts(services, dealer, dryRun)).length;
    unfinished += dryRun
      ? (await abandonedTradeIns(services, dealer)).length
      : (await deleteUnfinishedTradeIns(services, dealer)).tradeIns;
  }
  return { erased, unknownDealers, unfinishedTradeIns: unfinished, accounts, reservations };
}

/**
 * Erases accounts that were not used for the retention period of leads.
 * @returns their ids
 */
async function eraseUnusedAccounts(
  services: AdminServices,
  { slug, leads }: DealerConfig,
  dryRun: boolean,
): Promise<string[]> {
  const now = services.clock.now();
  const before = monthsBefore(now, leads.keepMonths).toISOString();
  const ids = await contactsBefore(services.db, slug, { before, now: now.toISOString() });
  if (dryRun) return ids;
  await eraseAccounts(services, ids, 'retention');
  await sweepVerifications(services.db, slug, before);
  return ids;
}

/**
 * Erases refunded reservations without a lead after the retention period of leads.
 * @returns their ids
 */
async function eraseRefunded(
  services: AdminServices,
  { slug, leads }: DealerConfig,
  dryRun: boolean,
): Promise<string[]> {
  const before = monthsBefore(services.clock.now(), leads.keepMonths).toISOString();
  const ids = await paidWithoutLeadBefore(services.db, slug, before);
  if (!dryRun) await eraseReservations(services, ids, 'retention');
  return ids;
}

/** Periodic job for all dealers; also removes orphaned photo files. */
export async function eraseOldLeads({ env, db, storage, clock, log, tenants }: Services): Promise<void> {
  const admin = { db, clock, dataDir: env.DATA_DIR, storage };
  const { erased, unfinishedTradeIns, accounts, reservations } = await applyRetention(admin, tenants.all);
  for (const { dealer, erasure } of erased) log.info({ dealer, leads: erasure.leads }, 'old leads erased');
  if (unfinishedTradeIns > 0) log.info({ tradeIns: unfinishedTradeIns }, 'unfinished valuations deleted');
  if (accounts > 0) log.info({ accounts }, 'old accounts erased');
  if (reservations > 0) log.info({ reservations }, 'old refunded reservations erased');
  if (erased.length > 0 || unfinishedTradeIns + accounts + reservations > 0) await scrubErased(db, 1);
  const strayPhotos = await removeOrphanedPhotos(admin);
  if (strayPhotos > 0) log.info({ strayPhotos }, 'stray photos removed');
}

/** Subtracts months in UTC; clamps to the last day of a shorter month. */
export function monthsBefore(instant: Date, months: number): Date {
  const before = new Date(instant);
  before.setUTCMonth(before.getUTCMonth() - months);
  // The day has overflowed into the next month.
  if (before.getUTCDate() !== instant.getUTCDate()) before.setUTCDate(0);
  return before;
}
