import { dueLanes } from '#src/providers/database/outbox-lanes.ts';
import type { OutboxServices } from './attempt-delivery.ts';
import { type DeliveryOptions, deliverLane } from './deliver-lane.ts';

/**
 * One turn of every lane that has something to send. Safe to run in several processes at once.
 * @returns how many deliveries were claimed
 */
export async function deliverOutbox(
  services: OutboxServices,
  options: DeliveryOptions = {},
): Promise<number> {
  const lanes = await dueLanes(services.db, services.clock.now().toISOString());
  const claimed = await Promise.all(lanes.map((lane) => deliverLane(services, lane, options)));
  return claimed.reduce((sum, each) => sum + each, 0);
}
