import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type CardDocument, toCard } from '#src/domain/search/card-document.ts';
import { toSearchDocument } from '#src/domain/search/to-search-document.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { findVehiclesById } from '#src/providers/database/vehicles-by-id.ts';
import { withViews } from '../search/views-of-hits.ts';
import type { Services } from '../services.ts';
import { pageOf } from './vehicle-page.ts';

/**
 * Cards of a dealer's vehicles by their ids, in that order, as the database has them now, with views where the dealer's
 * cards say so: those with a page that shows them. Hidden ones and those of other dealers are unknown here.
 * @param isWanted which of them
 */
export async function listedCards(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  dealer: DealerConfig,
  ids: readonly string[],
  isWanted: (vehicle: StockedVehicle) => boolean = () => true,
): Promise<CardDocument[]> {
  const now = services.clock.now();
  const vehicles = await findVehiclesById(services.db, dealer.slug, ids);
  return cardsOf(
    services,
    dealer,
    vehicles.filter((vehicle) => pageOf(vehicle, dealer, now).kind === 'listed' && isWanted(vehicle)),
  );
}

/** Cards of vehicles, with views where the dealer's cards say so. */
export async function cardsOf(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  dealer: DealerConfig,
  vehicles: readonly StockedVehicle[],
): Promise<CardDocument[]> {
  const hits = vehicles.map((vehicle) => toCard(toSearchDocument(vehicle, dealer, services.clock)));
  const [viewed] = await withViews(services, dealer, [{ hits }]);
  return viewed?.hits ?? [];
}
