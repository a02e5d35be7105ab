import { spinFrames } from './spin.ts';
import type { Vehicle, VehicleImage } from './vehicle.ts';

/** Ids a feed gives to the placeholder of a missing picture (CARD-06). */
const PLACEHOLDER =
  /(?:^|[-_/])(?:placeholder|default|no-?(?:photo|image|picture)s?|(?:photo|image)s?-coming)(?:$|[-_./])/i;

/** Whether a file or an id is named like a placeholder. */
export const isPlaceholderName = (name: string): boolean => PLACEHOLDER.test(name);

/** The vehicle's own pictures; default and placeholder ones count as none. */
export const realPictures = (images: readonly VehicleImage[]): VehicleImage[] =>
  images.filter(({ id }) => !isPlaceholderName(id));

/** What a vehicle looks like wherever it has one picture or a few: its photos, else the first frame of its spin. */
export function shownPictures(vehicle: Pick<Vehicle, 'images' | 'spin_images'>): VehicleImage[] {
  const photos = realPictures(vehicle.images);
  return photos.length > 0 ? photos : spinFrames(vehicle).slice(0, 1);
}

/** All that a record shows of a vehicle in pictures. */
export type VehiclePictures = Pick<Vehicle, 'images' | 'spin_images' | 'spin_interior_image'>;

/** The photos first, in their order; then the frames of its spin and the panorama of its inside. */
export const everyPicture = ({
  images,
  spin_images,
  spin_interior_image,
}: VehiclePictures): VehicleImage[] => [
  ...images,
  ...(spin_images ?? []),
  ...(spin_interior_image ? [spin_interior_image] : []),
];
