import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type CardDocument, toCard } from '#src/domain/search/card-document.ts';
import { toSearchDocument } from '#src/domain/search/to-search-document.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { findVehiclesById } from '#src/providers/database/vehicles-by-id.ts';
import type { Services } from '../services.ts';
import { pageOf } from './vehicle-page.ts';

/**
 * Cards of a dealer's vehicles by their ids, in that order, as the database has them now: those with a page that shows
 * them. Hidden ones and those of other dealers are unknown here.
 * @param isWanted which of them
 */
export async function listedCards(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  ids: readonly string[],
  isWanted: (vehicle: StockedVehicle) => boolean = () => true,
): Promise<CardDocument[]> {
  const now = clock.now();
  const vehicles = await findVehiclesById(db, dealer.slug, ids);
  return vehicles
    .filter((vehicle) => pageOf(vehicle, dealer, now).kind === 'listed' && isWanted(vehicle))
    .map((vehicle) => toCard(toSearchDocument(vehicle, dealer, clock)));
}
