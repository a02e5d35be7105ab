import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { findVehicleById, findVehicleBySlug } from '#src/providers/database/vehicles.ts';
import type { Services } from '../services.ts';

/** The dealer's vehicle of this slug, present or former; compare `slug` to know which. */
export const vehicleOfSlug = (
  { db }: Services,
  dealer: string,
  slug: string,
): Promise<StockedVehicle | undefined> => findVehicleBySlug(db, dealer, slug);

export const vehicleOfId = (
  { db }: Services,
  dealer: string,
  id: string,
): Promise<StockedVehicle | undefined> => findVehicleById(db, dealer, id);
