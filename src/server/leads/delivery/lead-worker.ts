import type { Services } from '../../services.ts';
import { type LeadJobs, startLeadJobs } from '../operations/lead-jobs.ts';
import { mailerFor } from './mailer-for.ts';
import { type OutboxWorker, startOutboxWorker } from './outbox-worker.ts';

/** At the start: by the time somebody has to be informed it is too late to find out. */
function warnOfMuteAlarms({ env, log, tenants }: Services): void {
  const isWanted = env.OPS_EMAIL.length > 0 || tenants.all.some(({ leads }) => leads.alarm.emails.length > 0);
  const found = mailerFor({ env });
  if (isWanted && 'missing' in found) {
    log.warn({ reason: found.missing }, 'lead alarms cannot be sent by e-mail');
  }
}

/**
 * Delivers leads and does what else is due for them. As many as one likes may run side by side, in any process.
 * @param delivers false to leave delivery to others; that they do it is looked after all the same
 */
export function startLeadWorker(services: Services, { delivers = true } = {}): OutboxWorker {
  warnOfMuteAlarms(services);
  const delivery = delivers ? startOutboxWorker(services) : undefined;
  const jobs: LeadJobs = startLeadJobs(services);
  return {
    async stop() {
      await Promise.all([delivery?.stop(), jobs.stop()]);
    },
  };
}
