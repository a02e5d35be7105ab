import type * as v from 'valibot';
import type { VehicleSchema } from '#src/domain/vehicle/vehicle.ts';

/** One vehicle as a feed states it: the platform's field names, money in dollars, pictures by id. */
export type FeedVehicle = Omit<v.InferInput<typeof VehicleSchema>, 'images'> & { images: string[] };
