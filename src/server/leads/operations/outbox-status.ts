import { countOpenBreakers } from '#src/providers/database/destination-health.ts';
import { countDeliveries } from '#src/providers/database/outbox.ts';
import type { Services } from '../../services.ts';

export type OutboxStatus = {
  pending: number;
  dead: number;
  held: number;
  oldestPendingSeconds: number | null;
  /** Destinations that are unavailable. */
  unavailable: number;
};

/** Delivery status of leads: waiting, given up, held on suspicion, and the longest wait. No personal data. */
export async function outboxStatus(services: Pick<Services, 'db' | 'clock'>): Promise<OutboxStatus> {
  const { pending, dead, held, oldestPendingAt } = await countDeliveries(services.db);
  const now = services.clock.now().getTime();
  return {
    pending,
    dead,
    held,
    unavailable: await countOpenBreakers(services.db),
    oldestPendingSeconds:
      oldestPendingAt === null ? null : Math.max(0, Math.round((now - Date.parse(oldestPendingAt)) / 1000)),
  };
}
