import { atom } from 'nanostores';
import { browserStorage, writeStored } from '#src/ui/browser-storage.ts';
import { type Favourite, isFavourite, isSaved, toggled } from './favourite.ts';
import { readList } from './stored-list.ts';

/** One origin per dealer keeps the lists of two sites apart. */
export const FAVOURITES_KEY = 'forecourt:favourites';

/**
 * The shopper's saved cars, newest first, kept in localStorage. Without storage they last until the page
 * is left. `@nanostores/persistent` throws when storage is full and trusts the shape of what it reads.
 */
export const $favourites = atom<readonly Favourite[]>([]);

function readAgain(): void {
  const storage = browserStorage('localStorage');
  if (storage) $favourites.set(readList(storage, FAVOURITES_KEY, isFavourite));
}

/** Fills the store and follows other tabs and the back button. Call once per page, after the first paint. */
export function watchFavourites(): void {
  readAgain();
  addEventListener('storage', ({ key }) => {
    if (key === FAVOURITES_KEY || key === null) readAgain();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) readAgain();
  });
}

/** @returns whether the car is saved now */
export function toggleFavourite(car: Favourite): boolean {
  const list = toggled($favourites.get(), car);
  $favourites.set(list);
  writeStored(browserStorage('localStorage'), FAVOURITES_KEY, list);
  return isSaved(list, car);
}
