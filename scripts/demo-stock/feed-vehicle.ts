import type * as v from 'valibot';
import type { VehicleSchema } from '#src/features/vehicle/vehicle.ts';

/** Id of a picture, alone or with the words below it. */
export type FeedPicture = string | { id: string; alt: string };

export const pictureId = (picture: FeedPicture): string => asPicture(picture).id;

/** As an import reads it. */
export const asPicture = (picture: FeedPicture): { id: string; alt?: string } =>
  typeof picture === 'string' ? { id: picture } : picture;

/** One vehicle as a feed states it: the platform's field names, money in dollars, pictures by id. */
export type FeedVehicle = Omit<
  v.InferInput<typeof VehicleSchema>,
  'images' | 'spin_images' | 'spin_interior_image'
> & {
  images: FeedPicture[];
  spin_images?: string[] | undefined;
  spin_interior_image?: string | undefined;
};

/** Ids of every picture it names. */
export const pictureIdsOf = ({ images, spin_images = [], spin_interior_image }: FeedVehicle): string[] => [
  ...images.map(pictureId),
  ...spin_images,
  ...(spin_interior_image === undefined ? [] : [spin_interior_image]),
];
