import type { Services } from '../services.ts';
import { type LeadChores, startLeadChores } from './lead-chores.ts';
import { type OutboxWorker, startOutboxWorker } from './outbox-worker.ts';

/** Delivers leads and does what else is due for them. As many as one likes may run side by side, in any process. */
export function startLeadWorker(services: Services): OutboxWorker {
  const delivery = startOutboxWorker(services);
  const chores: LeadChores = startLeadChores(services);
  return {
    async stop() {
      await Promise.all([delivery.stop(), chores.stop()]);
    },
  };
}
