import { sweepSavedSearches } from '#src/providers/database/saved-search-privacy.ts';
import { mailerFor } from '../leads/delivery/mailer-for.ts';
import type { Services } from '../services.ts';
import { tryWithLease } from '../stock/with-lease.ts';
import type { AlertWays } from './send-alert.ts';
import { type AlertMemory, sendAlerts } from './send-alerts.ts';
import { sendConfirmations } from './send-confirmations.ts';
import { endRestoredAlerts } from './stop-alerts.ts';

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
