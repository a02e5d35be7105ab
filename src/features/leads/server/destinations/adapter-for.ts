import type { DealerConfig } from '#src/config/dealer-config.ts';
import { isDealerVariable, secretNamed } from '#src/config/environment.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import {
  ACKNOWLEDGEMENT_DESTINATION,
  type LeadDestination,
  UNASSIGNED_DESTINATION,
} from '#src/config/sections/leads/leads-section.ts';
import type { LeadVendor } from '#src/features/leads/delivery/lead-facts.ts';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import {
  acknowledgementAdapter,
  acknowledgingDealer,
} from '#src/features/leads/server/delivery/thank-you-email.ts';
import { dealerFetch, type Fetch } from '#src/platform/external-services/dealer-fetch.ts';
import { mailerFor } from '#src/platform/mail/mailer.ts';
import type { SigningKeys } from '#src/platform/webhooks/webhook-signature.ts';
import type { Services } from '#src/server/services.ts';
import type { DeliveryAdapter } from './delivery-adapter.ts';
import { adfMailAdapter, mailAdapter } from './lead-email.ts';
import { podiumAdapter } from './podium.ts';
import { adfHttpAdapter, webhookAdapter } from './signed-webhook.ts';

/** The adapter of a destination, or the setting it lacks. */
export type AdapterFor = (
  dealer: DealerConfig | undefined,
  /** As in the outbox. */
  destination: string,
  services: Pick<Services, 'clock' | 'env'>,
) => { adapter: DeliveryAdapter } | { missing: string };

/** Leads that arrived before the dealer had a destination go to the first. */
const destinationNamed = ({ leads }: DealerConfig, name: string): LeadDestination | undefined =>
  name === UNASSIGNED_DESTINATION
    ? leads.destinations[0]
    : leads.destinations.find((destination) => destination.name === name);

type AdapterResult = ReturnType<AdapterFor>;
type AdapterServices = Parameters<AdapterFor>[2];

const fetches = new Map<readonly string[], Fetch>();

/** Cached, so that destinations share connections. */
function fetchOf(allowedHosts: readonly string[]): Fetch {
  const fetch = fetches.get(allowedHosts) ?? dealerFetch(allowedHosts);
  fetches.set(allowedHosts, fetch);
  return fetch;
}

/** Builds an adapter with a secret, or reports the missing variable. */
function withSecret(name: string, make: (secret: string) => DeliveryAdapter): AdapterResult {
  if (!isDealerVariable(name)) return { missing: notForDealers(name) };
  const secret = secretNamed(name);
  return secret === undefined
    ? { missing: `environment variable ${name} is not set` }
    : { adapter: make(secret) };
}

/** The signing key of a destination, and the next one during a rotation. */
const withKeys = (name: string, make: (keys: SigningKeys) => DeliveryAdapter): AdapterResult =>
  withSecret(name, (signingKey) => make({ signingKey, nextSigningKey: secretNamed(`${name}_NEXT`) }));

function byMail(
  dealer: DealerConfig,
  destination: Extract<LeadDestination, { to: string }>,
  services: AdapterServices,
): AdapterResult {
  const found = mailerFor(services);
  if ('missing' in found) return found;
  const { name, to, toByLocation, type } = destination;
  const route = {
    mailer: found.mailer,
    name,
    addressOf: ({ location_id }: LeadPayload) => toByLocation[location_id ?? ''] ?? to,
    vendorOf: (payload: LeadPayload) => vendorOf(dealer, payload),
  };
  return { adapter: type === 'email' ? mailAdapter(route) : adfMailAdapter(route) };
}

function toShopper(dealer: DealerConfig, services: AdapterServices): AdapterResult {
  const found = mailerFor(services);
  if ('missing' in found) return found;
  return {
    adapter: acknowledgementAdapter({
      mailer: found.mailer,
      clock: services.clock,
      name: dealer.name,
      replyTo: dealer.email,
      dealerOf: (payload) => acknowledgingDealer(dealer, payload),
    }),
  };
}

function adapterTo(
  dealer: DealerConfig,
  destination: LeadDestination,
  services: AdapterServices,
): AdapterResult {
  const transport = { clock: services.clock, fetch: fetchOf(services.env.FEED_HOSTS) };
  switch (destination.type) {
    case 'webhook': {
      const { name, url } = destination;
      return withKeys(destination.signingKey, (keys) => webhookAdapter({ name, url, ...keys, ...transport }));
    }
    case 'adf_http': {
      const { name, url } = destination;
      return withKeys(destination.signingKey, (keys) =>
        adfHttpAdapter({ name, url, ...keys, ...transport }, (payload) => vendorOf(dealer, payload)),
      );
    }
    case 'email':
    case 'adf_email':
      return byMail(dealer, destination, services);
    case 'podium': {
      const { name, url, locationUid } = destination;
      const { podium_api_token: token } = dealer.podium;
      if (token === undefined) return { missing: 'podium.podium_api_token is not set in the dealer file' };
      return withSecret(token, (secret) =>
        podiumAdapter({ name, url, token: secret, locationUid, ...transport }),
      );
    }
  }
}

const notForDealers = (name: string) =>
  `environment variable ${name} may not be named in the dealer file: it neither begins with DEALER_ nor is in DEALER_VARIABLES`;

export const adapterFor: AdapterFor = (dealer, name, services) => {
  if (!dealer) return { missing: 'the dealer file is missing or invalid' };
  if (name === ACKNOWLEDGEMENT_DESTINATION) return toShopper(dealer, services);
  if (dealer.leads.destinations.length === 0)
    return { missing: 'leads.destinations is empty in the dealer file' };
  const destination = destinationNamed(dealer, name);
  if (!destination) return { missing: `leads.destinations has no "${name}" in the dealer file` };
  return adapterTo(dealer, destination, services);
};

export function vendorOf(dealer: DealerConfig, payload: LeadPayload): LeadVendor {
  const location = dealer.locations.find(({ id }) => id === payload.location_id);
  const dealership = dealer.dealerships.find(({ slug }) => slug === payload.dealership_slug);
  return {
    name: dealer.name,
    dealership: dealership?.name ?? dealer.name,
    url: canonicalOrigin(dealer),
    email: dealer.email,
    phone: dealer.phones.main,
    timeZone: dealer.timeZone,
    ...(location ? { location } : {}),
  };
}
