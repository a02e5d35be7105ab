import type { Location } from '#src/config/sections/locations.ts';

/** The picture on a location's card: its small one, else that of its page, else the first of its photos. */
export const cardPicture = ({ image, photos }: Pick<Location, 'image' | 'photos'>) =>
  image?.thumb ?? image?.image ?? photos[0];
