import { countDeliveries } from '#src/providers/database/outbox.ts';
import type { Services } from '../services.ts';

export type OutboxStatus = {
  pending: number;
  dead: number;
  held: number;
  oldestPendingSeconds: number | null;
};

/** How leads are leaving: waiting, given up, held on suspicion, and the age of the longest-waiting one. */
export async function outboxStatus(services: Pick<Services, 'db' | 'clock'>): Promise<OutboxStatus> {
  const { pending, dead, held, oldestPendingAt } = await countDeliveries(services.db);
  const now = services.clock.now().getTime();
  return {
    pending,
    dead,
    held,
    oldestPendingSeconds:
      oldestPendingAt === null ? null : Math.max(0, Math.round((now - Date.parse(oldestPendingAt)) / 1000)),
  };
}
