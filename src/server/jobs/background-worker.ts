import {
  type AlertWorker,
  startAlertWorker,
} from '#src/features/account/server/saved-searches/alert-worker.ts';
import { type OutboxWorker, startOutboxWorker } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { mailerFor } from '#src/platform/mail/mailer.ts';
import type { Services } from '#src/server/services.ts';
import { startCdnPurger } from './cdn-purger.ts';
import { type LeadJobs, startLeadJobs } from './periodic-jobs.ts';

/** Checked at startup, because it would be too late when an alarm has to be sent. */
function warnIfAlarmsCannotBeSent({ env, log, tenants }: Services): void {
  const isWanted = env.OPS_EMAIL.length > 0 || tenants.all.some(({ leads }) => leads.alarm.emails.length > 0);
  const found = mailerFor({ env });
  if (isWanted && 'missing' in found) {
    log.warn({ reason: found.missing }, 'lead alarms cannot be sent by e-mail');
  }
}

/**
 * Delivers leads, runs periodic jobs, purges the CDN and sends alerts of saved searches. Any number may run concurrently, in any
 * process.
 * @param delivers false to leave delivery to other processes; alarms are still raised
 * @param isFollowing whether this process knows what is published on all machines; defaults to always
 */
export function startLeadWorker(
  services: Services,
  { delivers = true, isFollowing }: { delivers?: boolean; isFollowing?: (() => boolean) | undefined } = {},
): OutboxWorker {
  warnIfAlarmsCannotBeSent(services);
  const delivery = delivers ? startOutboxWorker(services) : undefined;
  const alerts: AlertWorker | undefined = delivers ? startAlertWorker(services) : undefined;
  const jobs: LeadJobs = startLeadJobs(services);
  const purger = startCdnPurger(services, { isFollowing });
  return {
    async stop() {
      await Promise.all([delivery?.stop(), alerts?.stop(), jobs.stop(), purger?.stop()]);
    },
  };
}
