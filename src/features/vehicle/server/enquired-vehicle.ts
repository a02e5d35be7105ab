import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Dealership } from '#src/config/sections/business/locations-section.ts';
import { carFacts, formAccess, isOffered } from '#src/features/leads/forms/form-access.ts';
import { spinFrames } from '#src/features/vehicle/media/vehicle-media.ts';
import { isAvailable, type StockedVehicle, type VehicleImage } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import type { Services } from '#src/server/services.ts';
import { findVehiclePage, pageOf } from './find-vehicle-page.ts';
import { findVehicleById, findVehiclesByFormerId } from './queries/vehicle-queries.ts';
import { placeOf, type VehiclePlace } from './vehicle-place.ts';

/**
 * BUY-01: whether a vehicle can be reserved now: it is listed, for sale and free, and its dealership takes reservations.
 * The way to the payment, the payment itself and the page of a reservation all ask this.
 */
export function mayReserve(vehicle: StockedVehicle, dealer: DealerConfig, now: Date): boolean {
  const page = pageOf(vehicle, dealer, now);
  if (page.kind !== 'listed' || page.isSold) return false;
  const { dealership } = placeOf(vehicle, dealer);
  return isOffered(formAccess('reserve', dealer, { car: carFacts(vehicle, dealer), dealership }));
}

/** The result for a car action: the car and its place, a redirect, or not found. */
export type CarTask =
  | ({ kind: 'car'; vehicle: StockedVehicle } & VehiclePlace)
  | { kind: 'elsewhere'; to: string }
  | { kind: 'unknown' };

type Reads = Pick<Services, 'db' | 'clock'>;

/** The meaning of a car id at a dealer. */
export type EnquiredVehicle =
  | { kind: 'none' }
  /** Its page is there to see, be it for sale or sold. */
  | { kind: 'listed'; vehicle: StockedVehicle }
  /** It was listed once. */
  | { kind: 'gone' }
  /**
   * Never listed here: hidden by the dealer's rules, another dealer's, or made up. Which of them is not disclosed.
   */
  | { kind: 'unknown' };

/**
 * The car a shopper asks about. Only a listed one may be disclosed, by the rules of searches and its page.
 */
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
  // Former ids can be computed: they give access only to public data.
  if (!present && page.kind !== 'listed') return { kind: 'unknown' };
  return page.kind === 'listed' ? { kind: 'listed', vehicle: page.vehicle } : { kind: 'gone' };
}

/** The car with the id in an address, while it is for sale; undefined for any other. */
export async function carForSaleById(
  services: Reads,
  dealer: DealerConfig,
  id: string | null,
): Promise<StockedVehicle | undefined> {
  const car = await findEnquiredVehicle(services, dealer, id);
  return car.kind === 'listed' && isAvailable(car.vehicle) ? car.vehicle : undefined;
}

/** VDP-03: frames of the spin of a vehicle with a public page; empty for any other. */
export async function listedSpin(
  services: Reads,
  dealer: DealerConfig,
  id: string,
): Promise<readonly VehicleImage[]> {
  const car = await findEnquiredVehicle(services, dealer, id);
  return car.kind === 'listed' ? spinFrames(car.vehicle) : [];
}

/** A sold car, or one whose dealership does not offer the action, redirects to its own page. */
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
  const place = placeOf(vehicle, dealer);
  return !page.isSold && isAllowed(vehicle, place.dealership)
    ? { kind: 'car', vehicle, ...place }
    : { kind: 'elsewhere', to: vehiclePath(vehicle.slug) };
}

/** BUY-01. */
export const reservationOf = (services: Reads, dealer: DealerConfig, slug: string): Promise<CarTask> =>
  taskOf(services, dealer, slug, (vehicle) => mayReserve(vehicle, dealer, services.clock.now()));

/** VDP-20. */
export const printOf = (services: Reads, dealer: DealerConfig, slug: string): Promise<CarTask> =>
  taskOf(services, dealer, slug, (_, { switches }) => switches.printing);

/** VDP-20: the same as a file. A site without PDFs has no such address. */
export const pdfOf = (services: Reads, dealer: DealerConfig, slug: string): Promise<CarTask> =>
  taskOf(services, dealer, slug, () => dealer.vehiclePage.pdf);
