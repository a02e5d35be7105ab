import { readEnvironment } from '#src/config/environment.ts';
import { systemClock } from '#src/domain/clock.ts';
import { courierFor } from '#src/server/leads/delivery/courier-for.ts';
import { createTenants } from '#src/server/tenants.ts';
import { type LeadPlaces, leadDealers } from './lead-dealers.ts';

type Lane = { dealer: string; destination: string };

const IN_ENVIRONMENT = /^environment variable \w+ is not set$/;

const obstacleText = (lane: string, missing: string): string =>
  IN_ENVIRONMENT.test(missing)
    ? `Nothing leaves for ${lane} where ${missing}, as it is not here: set it for the process that delivers.`
    : `Nothing leaves for ${lane}: ${missing}. Correct it and build the dealer.`;

/**
 * Reads dealer files and environment, and answers with what keeps deliveries from leaving as far as they tell: one
 * sentence for each destination that is not there any more, or whose setting is missing.
 */
export function openObstacles(places: LeadPlaces): (lanes: readonly Lane[]) => string[] {
  const tenants = createTenants(leadDealers(places));
  const env = readEnvironment({ SITE_SECRET: 'not needed here, where no form is signed', ...process.env });
  return (lanes) => {
    const distinct = new Map(lanes.map((lane) => [`${lane.dealer} ${lane.destination}`, lane]));
    return [...distinct].flatMap(([name, { dealer, destination }]) => {
      const found = courierFor(tenants.bySlug(dealer), destination, { env, clock: systemClock });
      return 'missing' in found ? [obstacleText(name, found.missing)] : [];
    });
  };
}
