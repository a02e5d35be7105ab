import type { DealerConfig } from '#src/config/dealer-config.ts';
import { secretNamed } from '#src/config/environment.ts';
import { type LeadDestination, UNASSIGNED_DESTINATION } from '#src/config/sections/lead-destinations.ts';
import type { Clock } from '#src/domain/clock.ts';
import type { LeadPayload } from '#src/domain/lead/lead-payload.ts';
import { adfHttpCourier } from '#src/providers/couriers/adf-http.ts';
import type { Courier } from '#src/providers/couriers/courier.ts';
import { webhookCourier } from '#src/providers/couriers/webhook.ts';
import type { Services } from '../services.ts';
import { vendorOf } from './lead-vendor.ts';

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

/** The value of a secret and what it is for, or what is missing. */
function withSecret(name: string, make: (secret: string) => Courier): ReturnType<CourierFor> {
  const secret = secretNamed(name);
  return secret === undefined
    ? { missing: `environment variable ${name} is not set` }
    : { courier: make(secret) };
}

function courierTo(dealer: DealerConfig, destination: LeadDestination, clock: Clock): ReturnType<CourierFor> {
  const { url } = destination;
  const vendor = (payload: LeadPayload) => vendorOf(dealer, payload);
  switch (destination.type) {
    case 'webhook':
      return withSecret(destination.signingKey, (signingKey) => webhookCourier({ url, signingKey, clock }));
    case 'adf_http':
      return withSecret(destination.signingKey, (signingKey) =>
        adfHttpCourier({ url, signingKey, clock }, vendor),
      );
  }
}

export const courierFor: CourierFor = (dealer, name, { clock }) => {
  if (!dealer) return { missing: 'the dealer file is missing or invalid' };
  if (dealer.leads.destinations.length === 0)
    return { missing: 'leads.destinations is empty in the dealer file' };
  const destination = destinationNamed(dealer, name);
  if (!destination) return { missing: `leads.destinations has no "${name}" in the dealer file` };
  return courierTo(dealer, destination, clock);
};
