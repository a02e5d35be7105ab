import { sweepSessions } from '#src/features/account/server/queries/contact-queries.ts';
import { alertWhileHeld, checkLeadAlarms } from '#src/features/leads/server/operations/monitor-delivery.ts';
import { eraseOldLeads, scrubWhenDue } from '#src/features/leads/server/privacy/apply-retention.ts';
import { sweepPhoneCodes } from '#src/features/leads/server/queries/phone-code-queries.ts';
import { sweepSlots } from '#src/features/leads/server/queries/slot-booking-queries.ts';
import {
  deleteUnpaid,
  endOverdueHolds,
  refundDeposits,
} from '#src/features/reservations/server/end-reservation.ts';
import {
  checkPaymentAlarms,
  returnPaymentsDue,
} from '#src/features/reservations/server/payments/return-payment.ts';
import { stockByDealer } from '#src/features/stock/server/queries/index-change-queries.ts';
import { FEED_ALARMS_JOB } from '#src/features/stock/server/schedule/stock-jobs.ts';
import { deleteCountsBefore, recordStock } from '#src/platform/database/daily-counts.ts';
import { type HeldLease, runIfDue } from '#src/platform/database/with-lease.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { DAYS_SHOWN } from '#src/server/status/last-days.ts';

const TICK_MS = 10_000;

/** A periodic job that one process runs at a time. */
type Job = {
  name: string;
  everyMs: number;
  run: (services: Services, lease: HeldLease) => Promise<unknown>;
};

/** The date in Australia is never before that in UTC. */
const deletePastSlots = ({ db, clock }: Services): Promise<void> =>
  sweepSlots(db, clock.now().toISOString().slice(0, 10));

async function deleteExpired({ db, clock }: Services): Promise<void> {
  const now = clock.now().toISOString();
  await sweepPhoneCodes(db, now);
  await sweepSessions(db, now);
}

/** The status page draws stock by day. */
async function countStock({ db, clock, tenants }: Services): Promise<void> {
  const vehicles = await stockByDealer(db);
  const stock = tenants.all.map((dealer) => ({ dealer, vehicles: vehicles.get(dealer.slug) ?? 0 }));
  await recordStock(db, clock.now(), stock);
}

/** Twice what the status page draws. */
const COUNTS_KNOWN_FOR_MS = 2 * DAYS_SHOWN * DAY_MS;

const deleteOldCounts = ({ db, clock }: Services): Promise<void> =>
  deleteCountsBefore(db, new Date(clock.now().getTime() - COUNTS_KNOWN_FOR_MS).toISOString().slice(0, 10));

const JOBS: readonly Job[] = [
  {
    name: 'lead-alarms',
    everyMs: 60_000,
    run: (services, lease) => checkLeadAlarms(services, alertWhileHeld(lease)),
  },
  { name: 'lead-retention', everyMs: DAY_MS, run: eraseOldLeads },
  { name: 'erased-from-disk', everyMs: MINUTE_MS, run: scrubWhenDue },
  { name: 'past-slots', everyMs: DAY_MS, run: deletePastSlots },
  { name: 'expired-codes', everyMs: MINUTE_MS, run: deleteExpired },
  { name: 'overdue-holds', everyMs: MINUTE_MS, run: endOverdueHolds },
  { name: 'refunds-due', everyMs: MINUTE_MS, run: refundDeposits },
  { name: 'returns-due', everyMs: MINUTE_MS, run: returnPaymentsDue },
  {
    name: 'payment-alarms',
    everyMs: MINUTE_MS,
    run: (services, lease) => checkPaymentAlarms(services, alertWhileHeld(lease)),
  },
  { name: 'unpaid-reservations', everyMs: DAY_MS, run: deleteUnpaid },
  { name: 'stock-counts', everyMs: HOUR_MS, run: countStock },
  { name: 'old-counts', everyMs: DAY_MS, run: deleteOldCounts },
];

/** Of this release: the database also knows jobs that were renamed since. */
export const JOB_NAMES: ReadonlySet<string> = new Set([...JOBS.map(({ name }) => name), FEED_ALARMS_JOB]);

export type LeadJobs = {
  stop(): Promise<void>;
};

/** Runs each due job, in one of all processes. */
export async function runLeadJobs(services: Services, jobs = JOBS): Promise<void> {
  for (const job of jobs) {
    try {
      await runIfDue(services, job, (lease) => job.run(services, lease));
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      services.log.error({ job: job.name, reason }, 'lead job failed');
    }
  }
}

export function startLeadJobs(services: Services, tickMs = TICK_MS): LeadJobs {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let working = work();

  async function work(): Promise<void> {
    await runLeadJobs(services);
    if (isStopped) return;
    timer = setTimeout(() => {
      working = work();
    }, tickMs);
  }

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
