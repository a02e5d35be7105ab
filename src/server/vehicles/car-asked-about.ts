import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Dealership } from '#src/config/sections/locations.ts';
import { canBeReserved } from '#src/domain/vehicle/reservable.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import { findVehicleById } from '#src/providers/database/vehicles.ts';
import type { Services } from '../services.ts';
import { findVehiclePage } from './vehicle-page.ts';
import { placeOf, type VehiclePlace } from './vehicle-place.ts';

/** What is done with a car: the car and where it stands, another address to go to, or nothing there. */
export type CarTask =
  | ({ kind: 'car'; vehicle: StockedVehicle } & VehiclePlace)
  | { kind: 'elsewhere'; to: string }
  | { kind: 'unknown' };

type Reads = Pick<Services, 'db' | 'clock'>;

/** The car an address names by its id, while it is for sale; undefined for any other. */
export async function carForSaleById(
  services: Reads,
  dealer: DealerConfig,
  id: string | null,
): Promise<StockedVehicle | undefined> {
  const vehicle = id ? await findVehicleById(services.db, dealer.slug, id) : undefined;
  const page = vehicle && (await findVehiclePage(services, dealer, vehicle.slug));
  return page?.kind === 'listed' && !page.isSold ? page.vehicle : undefined;
}

/** A car that is sold, or that its dealership does not do this with, leads to its own page. */
async function taskOf(
  services: Reads,
  dealer: DealerConfig,
  slug: string,
  isOffered: (vehicle: StockedVehicle, dealership: Dealership) => boolean,
): Promise<CarTask> {
  const page = await findVehiclePage(services, dealer, slug);
  if (page.kind === 'moved') return { kind: 'elsewhere', to: page.to };
  if (page.kind !== 'listed') return { kind: 'unknown' };
  const { vehicle } = page;
  const place = placeOf(vehicle, dealer);
  return !page.isSold && isOffered(vehicle, place.dealership)
    ? { kind: 'car', vehicle, ...place }
    : { kind: 'elsewhere', to: vehiclePath(vehicle.slug) };
}

/** BUY-01. */
export const reservationOf = (services: Reads, dealer: DealerConfig, slug: string): Promise<CarTask> =>
  taskOf(services, dealer, slug, canBeReserved);

/** VDP-20. */
export const printOf = (services: Reads, dealer: DealerConfig, slug: string): Promise<CarTask> =>
  taskOf(services, dealer, slug, (_, { switches }) => switches.printing);
