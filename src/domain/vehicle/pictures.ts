import type { VehicleImage } from './vehicle.ts';

/** Ids a feed gives to the picture that stands for a missing one (CARD-06). */
const PLACEHOLDER =
  /(?:^|[-_/])(?:placeholder|default|no-?(?:photo|image|picture)s?|(?:photo|image)s?-coming)(?:$|[-_./])/i;

/** The vehicle's own pictures; default and placeholder ones count as none. */
export const realPictures = (images: readonly VehicleImage[]): VehicleImage[] =>
  images.filter(({ id }) => !PLACEHOLDER.test(id));
