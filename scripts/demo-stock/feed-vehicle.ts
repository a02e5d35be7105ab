import type * as v from 'valibot';
import type { VehicleSchema } from '#src/domain/vehicle/vehicle.ts';

/** One vehicle as a feed states it: the platform's field names, money in dollars, pictures by id. */
export type FeedVehicle = Omit<
  v.InferInput<typeof VehicleSchema>,
  'images' | 'spin_images' | 'spin_interior_image'
> & {
  images: string[];
  spin_images?: string[] | undefined;
  spin_interior_image?: string | undefined;
};

/** Ids of every picture it names. */
export const pictureIdsOf = ({ images, spin_images = [], spin_interior_image }: FeedVehicle): string[] => [
  ...images,
  ...spin_images,
  ...(spin_interior_image === undefined ? [] : [spin_interior_image]),
];
