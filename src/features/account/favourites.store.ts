import type { Favourite } from '#src/domain/vehicle/favourite.ts';
import { isFavourite, isSaved, toggled } from './favourite.ts';
import { storedList } from './stored-list.store.ts';

const favourites = storedList('forecourt:favourites', isFavourite);

/** The shopper's saved cars, newest first. */
export const $favourites = favourites.$list;
export const watchFavourites = favourites.watch;
export const replaceFavourites = favourites.save;

/** @returns whether the car is saved now */
export function toggleFavourite(car: Favourite): boolean {
  const list = toggled($favourites.get(), car);
  favourites.save(list);
  return isSaved(list, car);
}
