import { atom } from 'nanostores';
import {
  type Favourite,
  isFavourite,
  isSaved,
  MAX_COMPARED,
  withoutCar,
} from '#src/features/account/saved-cars/car-lists.ts';
import { storedList, warnIfRefused } from '#src/platform/ui/storage/stored-list.ts';

const COMPARED_KEY = 'forecourt:compared';

/** FAV-01: the cars to compare, in the order they were added. */
export const $comparedCars = storedList(COMPARED_KEY, isFavourite);

export const COMPARISON_FULL = `You can compare ${MAX_COMPARED}. Remove one first.`;

/** Whether the last attempt to add a car exceeded the limit. */
export const $isComparisonFull = atom(false);

/**
 * Adds or removes a car.
 * @returns `full` if the list already has the maximum; it is then unchanged
 */
export function toggleCompared(car: Favourite): 'added' | 'removed' | 'full' {
  const list = $comparedCars.get();
  const isCompared = isSaved(list, car);
  $isComparisonFull.set(!isCompared && list.length >= MAX_COMPARED);
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
