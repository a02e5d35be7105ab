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

const TRIES = 10;
const PAUSE_MS = 500;

/**
 * Removes erased people from the database's file and log too, while the sites run.
 * @returns true if nothing is left; false while another program reads from the log
 */
export async function scrubErased(db: Database, tries = TRIES): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    if ((await scrubDeleted(db)) === 'clean') return true;
    if (attempt === tries) return false;
    await wait(PAUSE_MS);
  }
}

/** The same for a server, until it succeeds. */
export async function scrubWhenDue({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  if (!(await isScrubDue(db))) return;
  const started = performance.now();
  if (await scrubErased(db, 1))
    log.info({ ms: Math.round(performance.now() - started) }, 'database file holds nothing erased');
  else log.warn('erased data is still in the database log: another program holds the log open');
}

export type Retention = {
  /** What was or would be erased for each dealer; those with nothing to erase are left out. */
  erased: { dealer: string; before: string; erasure: Erasure }[];
  /** Dealers with leads but no valid file with a retention period. */
  unknownDealers: string[];
  /** The number of valuations without a lead that were or would be deleted. */
  unfinishedTradeIns: number;
  /** The number of accounts that were or would be erased. */
  accounts: number;
  /** The number of reservations without a lead whose person was or would be erased. */
  reservations: number;
};

/**
 * Erases leads older than their dealer's `leads.keepMonths`, and valuations without a lead after its
 * `tradeIn.keepUnfinishedDays`. Safe to run at any time, and repeatedly.
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
    reservations += (await forgetRefunded(services, dealer, dryRun)).length;
    accounts += (await forgetAccounts(services, dealer, dryRun)).length;
    unfinished += dryRun
      ? (await abandonedTradeIns(services, dealer)).length
      : (await deleteUnfinishedTradeIns(services, dealer)).tradeIns;
  }
  return { erased, unknownDealers, unfinishedTradeIns: unfinished, accounts, reservations };
}

/** Accounts whose owner has not signed in for as long as leads are stored. @returns their ids */
async function forgetAccounts(
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

/** Deposits that went back as long ago as leads are stored: no lead has their person. @returns their ids */
async function forgetRefunded(
  services: AdminServices,
  { slug, leads }: DealerConfig,
  dryRun: boolean,
): Promise<string[]> {
  const before = monthsBefore(services.clock.now(), leads.keepMonths).toISOString();
  const ids = await paidWithoutLeadBefore(services.db, slug, before);
  if (!dryRun) await eraseReservations(services, ids, 'retention');
  return ids;
}

/** The same for a server: all dealers, reported in the log. Orphaned photo files are removed too. */
export async function eraseOldLeads({ env, db, clock, log, tenants }: Services): Promise<void> {
  const admin = { db, clock, dataDir: env.DATA_DIR };
  const { erased, unfinishedTradeIns, accounts, reservations } = await applyRetention(admin, tenants.all);
  for (const { dealer, erasure } of erased) log.info({ dealer, leads: erasure.leads }, 'old leads erased');
  if (unfinishedTradeIns > 0) log.info({ tradeIns: unfinishedTradeIns }, 'unfinished valuations deleted');
  if (accounts > 0) log.info({ accounts }, 'old accounts erased');
  if (reservations > 0) log.info({ reservations }, 'old refunded reservations erased');
  if (erased.length > 0 || unfinishedTradeIns + accounts + reservations > 0) await scrubErased(db, 1);
  const strayPhotos = await removeOrphanedPhotos(admin);
  if (strayPhotos > 0) log.info({ strayPhotos }, 'stray photos removed');
}

/** The same day and time this many months ago, in UTC; the last day of a shorter month. */
export function monthsBefore(instant: Date, months: number): Date {
  const before = new Date(instant);
  before.setUTCMonth(before.getUTCMonth() - months);
  // The 31st of a shorter month has run over into the next.
  if (before.getUTCDate() !== instant.getUTCDate()) before.setUTCDate(0);
  return before;
}
