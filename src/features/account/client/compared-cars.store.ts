import { atom } from 'nanostores';
import {
  type Favourite,
  isFavourite,
  isSaved,
  MOST_COMPARED,
  withoutCar,
} from '#src/features/account/saved-cars/car-lists.ts';
import { storedList, warnIfRefused } from '#src/platform/ui/storage/stored-list.ts';

const COMPARED_KEY = 'forecourt:compared';

/** FAV-01: the cars to compare, in the order they were chosen; their fields are those of favourites. */
export const $comparedCars = storedList(COMPARED_KEY, isFavourite);

export const COMPARISON_FULL = `You can compare ${MOST_COMPARED}. Remove one first.`;

/** Whether the last car was one too many. */
export const $isComparisonFull = atom(false);

/** Adds or removes a car. @returns `full` if there are four others, which are unchanged */
export function toggleCompared(car: Favourite): 'added' | 'removed' | 'full' {
  const list = $comparedCars.get();
  const isCompared = isSaved(list, car);
  $isComparisonFull.set(!isCompared && list.length >= MOST_COMPARED);
  if ($isComparisonFull.get()) return 'full';
  $comparedCars.set(isCompared ? withoutCar(list, car) : [...list, car]);
  warnIfRefused(COMPARED_KEY);
  return isCompared ? 'removed' : 'added';
}

export function removeCompared(slug: string): void {
  $isComparisonFull.set(false);
  $comparedCars.set($comparedCars.get().filter((car) => car.slug !== slug));
}

export function clearCompared(): void {
  $isComparisonFull.set(false);
  $comparedCars.set([]);
}
