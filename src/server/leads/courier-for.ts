import type { DealerConfig } from '#src/config/dealer-config.ts';
import { secretNamed } from '#src/config/environment.ts';
import { type LeadDestination, UNASSIGNED_DESTINATION } from '#src/config/sections/lead-destinations.ts';
import type { Clock } from '#src/domain/clock.ts';
import type { Courier } from '#src/providers/couriers/courier.ts';
import { webhookCourier } from '#src/providers/couriers/webhook.ts';
import type { Services } from '../services.ts';

/** Who takes leads to a dealer's destination, or what must be set before they can leave for it. */
export type CourierFor = (
  dealer: DealerConfig | undefined,
  /** Name, as in the outbox. */
  destination: string,
  services: Pick<Services, 'clock' | 'env'>,
) => { courier: Courier } | { missing: string };

/** A lead that came in before its dealer had a destination goes to the first. */
const destinationNamed = ({ leads }: DealerConfig, name: string): LeadDestination | undefined =>
  name === UNASSIGNED_DESTINATION
    ? leads.destinations[0]
    : leads.destinations.find((destination) => destination.name === name);

function courierTo(destination: LeadDestination, clock: Clock): ReturnType<CourierFor> {
  switch (destination.type) {
    case 'webhook': {
      const { url, signingKey: name } = destination;
      const signingKey = secretNamed(name);
      if (signingKey === undefined) return { missing: `environment variable ${name} is not set` };
      return { courier: webhookCourier({ url, signingKey, clock }) };
    }
  }
}

export const courierFor: CourierFor = (dealer, name, { clock }) => {
  if (!dealer) return { missing: 'the dealer file is missing or invalid' };
  if (dealer.leads.destinations.length === 0)
    return { missing: 'leads.destinations is empty in the dealer file' };
  const destination = destinationNamed(dealer, name);
  if (!destination) return { missing: `leads.destinations has no "${name}" in the dealer file` };
  return courierTo(destination, clock);
};
