import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { asSeen } from '#src/features/deal/deal-changes.ts';
import { dealQuery, readDeal } from '#src/features/deal/deal-choices.ts';
import { type DealPart, dealPart } from '#src/features/deal/deal-part.ts';
import { dealPath } from '#src/platform/routing/page-paths.ts';
import { type DealServices, type DealVehicle, dealFacts, dealFare } from './deal-facts.ts';

/**
 * VDP-233: the deal of a lead at today's prices, whatever amounts the browser has sent.
 * @param query of the deal's page
 * @returns undefined if the vehicle has no price any more
 */
export async function dealOfLead(
  services: DealServices,
  dealer: DealerConfig,
  vehicle: DealVehicle,
  query: string,
  clientAddress: string | undefined,
): Promise<DealPart | undefined> {
  const facts = dealFacts(services, dealer, vehicle);
  if (!facts) return undefined;
  const { choices } = readDeal(new URLSearchParams(query));
  const fare = await dealFare(services, dealer, vehicle, { choices, clientAddress });
  const path = `${dealPath(vehicle)}?${dealQuery(asSeen(facts, choices, fare))}`;
  return dealPart(facts, choices, fare, canonicalOrigin(dealer) + path);
}
