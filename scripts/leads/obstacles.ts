import { readEnvironment } from '#src/config/environment.ts';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import { adapterFor } from '#src/features/leads/server/destinations/adapter-for.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { type LeadPlaces, leadDealers } from './lead-dealers.ts';

type Queue = { dealer: string; destination: string };

const IN_ENVIRONMENT = /^environment variable \w+ is not set$/;

const obstacleText = (queue: string, missing: string): string =>
  IN_ENVIRONMENT.test(missing)
    ? `Leads for ${queue} are not sent where ${missing}; it is not set here. Set it for the process that delivers.`
    : `Leads for ${queue} are not sent: ${missing}. Correct it and build the dealer.`;

/**
 * Reads dealer files and environment, and returns what they show to prevent deliveries: one sentence for each
 * destination that no longer exists or lacks a setting.
 */
export function openObstacles(places: LeadPlaces): (queues: readonly Queue[]) => string[] {
  const tenants = createTenants(leadDealers(places));
  const env = readEnvironment({ SITE_SECRET: 'not needed here, where no form is signed', ...process.env });
  return (queues) => {
    const distinct = new Map(queues.map((queue) => [`${queue.dealer} ${queue.destination}`, queue]));
    return [...distinct].flatMap(([name, { dealer, destination }]) => {
      const found = adapterFor(tenants.bySlug(dealer), destination, { env, clock: systemClock });
      return 'missing' in found ? [obstacleText(name, found.missing)] : [];
    });
  };
}
