import type { Services } from '../services.ts';
import { type LeadChores, startLeadChores } from './lead-chores.ts';
import { type OutboxWorker, startOutboxWorker } from './outbox-worker.ts';

/**
 * Delivers leads and does what else is due for them. As many as one likes may run side by side, in any process.
 * @param delivers false to leave delivery to others; that they do it is looked after all the same
 */
export function startLeadWorker(services: Services, { delivers = true } = {}): OutboxWorker {
  const delivery = delivers ? startOutboxWorker(services) : undefined;
  const chores: LeadChores = startLeadChores(services);
  return {
    async stop() {
      await Promise.all([delivery?.stop(), chores.stop()]);
    },
  };
}
