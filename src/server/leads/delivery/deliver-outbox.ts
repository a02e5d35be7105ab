import { dueQueues } from '#src/providers/database/outbox-queues.ts';
import type { OutboxServices } from './attempt-delivery.ts';
import { type DeliveryOptions, deliverQueue } from './deliver-queue.ts';

/**
 * One turn of every queue with something to send. Safe to run in several processes.
 * @returns how many deliveries were claimed
 */
export async function deliverOutbox(
  services: OutboxServices,
  options: DeliveryOptions = {},
): Promise<number> {
  const queues = await dueQueues(services.db, services.clock.now().toISOString());
  const claimed = await Promise.all(queues.map((queue) => deliverQueue(services, queue, options)));
  return claimed.reduce((sum, each) => sum + each, 0);
}
