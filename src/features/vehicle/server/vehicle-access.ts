import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Dealership } from '#src/config/sections/business/locations-section.ts';
import { carFacts, formAccess, isOffered } from '#src/features/leads/forms/form-access.ts';
import { spinFrames } from '#src/features/vehicle/media/vehicle-media.ts';
import { isAvailable, type StockedVehicle, type VehicleImage } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import type { Services } from '#src/server/services.ts';
import { findVehiclePage, pageOf } from './find-vehicle-page.ts';
import { findVehicleById, findVehiclesByFormerId } from './queries/vehicle-queries.ts';
import { type VehiclePlace, vehiclePlaceOf } from './vehicle-place.ts';

/**
 * BUY-01: whether a vehicle can be reserved now: it is listed, for sale and not reserved, and its dealership takes
 * reservations. Checked by the checkout, the payment and the page of a reservation.
 */
export function canReserve(vehicle: StockedVehicle, dealer: DealerConfig, now: Date): boolean {
  const page = pageOf(vehicle, dealer, now);
  if (page.kind !== 'listed' || page.isSold) return false;
  const { dealership } = vehiclePlaceOf(vehicle, dealer);
  return isOffered(formAccess('reserve', dealer, { car: carFacts(vehicle, dealer), dealership }));
}

export type CarTask =
  | ({ kind: 'car'; vehicle: StockedVehicle } & VehiclePlace)
  | { kind: 'elsewhere'; to: string }
  | { kind: 'unknown' };

type Reads = Pick<Services, 'db' | 'clock'>;

/** The result of looking up a vehicle id. */
export type EnquiredVehicle =
  | { kind: 'none' }
  /** Has a public page, for sale or sold. */
  | { kind: 'listed'; vehicle: StockedVehicle }
  /** Was listed before. */
  | { kind: 'gone' }
  /** Hidden, of another dealer, or nonexistent. These must be indistinguishable to the visitor. */
  | { kind: 'unknown' };

/** The vehicle of an enquiry. Data of vehicles without a public page must not be disclosed. */
export async function findEnquiredVehicle(
  { db, clock }: Reads,
  dealer: DealerConfig,
  id: string | null | undefined,
): Promise<EnquiredVehicle> {
  if (!id) return { kind: 'none' };
  const present = await findVehicleById(db, dealer.slug, id);
  const vehicle = present ?? (await findVehiclesByFormerId(db, dealer.slug, [id])).get(id);
  const page = vehicle && pageOf(vehicle, dealer, clock.now());
  if (!page || page.kind === 'unknown') return { kind: 'unknown' };
  // Unkeyed former ids can be guessed, so they only give access to public data.
  if (!present && page.kind !== 'listed') return { kind: 'unknown' };
  return page.kind === 'listed' ? { kind: 'listed', vehicle: page.vehicle } : { kind: 'gone' };
}

/** Undefined unless the vehicle is listed and for sale. */
export async function carForSaleById(
  services: Reads,
  dealer: DealerConfig,
  id: string | null,
): Promise<StockedVehicle | undefined> {
  const car = await findEnquiredVehicle(services, dealer, id);
  return car.kind === 'listed' && isAvailable(car.vehicle) ? car.vehicle : undefined;
}

/** VDP-03: the spin of a listed vehicle; empty otherwise. */
export async function listedSpin(
  services: Reads,
  dealer: DealerConfig,
  id: string,
): Promise<readonly VehicleImage[]> {
  const car = await findEnquiredVehicle(services, dealer, id);
  return car.kind === 'listed' ? spinFrames(car.vehicle) : [];
}

/** Redirects to the vehicle page if the vehicle is sold or the action is not offered. */
async function taskOf(
  services: Reads,
  dealer: DealerConfig,
  slug: string,
  isAllowed: (vehicle: StockedVehicle, dealership: Dealership) => boolean,
): Promise<CarTask> {
  const page = await findVehiclePage(services, dealer, slug);
  if (page.kind === 'moved') return { kind: 'elsewhere', to: page.to };
  if (page.kind !== 'listed') return { kind: 'unknown' };
  const { vehicle } = page;
  const place = vehiclePlaceOf(vehicle, dealer);
  return !page.isSold && isAllowed(vehicle, place.dealership)
    ? { kind: 'car', vehicle, ...place }
    : { kind: 'elsewhere', to: vehiclePath(vehicle.slug) };
}

/** BUY-01. */
export const reservationOf = (services: Reads, dealer: DealerConfig, slug: string): Promise<CarTask> =>
  taskOf(services, dealer, slug, (vehicle) => canReserve(vehicle, dealer, services.clock.now()));

/** VDP-20. */
export const printOf = (services: Reads, dealer: DealerConfig, slug: string): Promise<CarTask> =>
  taskOf(services, dealer, slug, (_, { switches }) => switches.printing);

/** VDP-20. */
export const pdfOf = (services: Reads, dealer: DealerConfig, slug: string): Promise<CarTask> =>
  taskOf(services, dealer, slug, () => dealer.vehiclePage.pdf);
