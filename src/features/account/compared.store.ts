import { MOST_COMPARED } from '#src/domain/vehicle/comparison.ts';
import type { Favourite } from '#src/domain/vehicle/favourite.ts';
import { isFavourite, isSaved, withoutCar } from './favourite.ts';
import { storedList } from './stored-list.store.ts';

const compared = storedList('forecourt:compared', isFavourite);

/** FAV-01: the cars to compare, in the order they were chosen; their fields are those of favourites. */
export const $compared = compared.$list;
export const watchCompared = compared.watch;

/** Adds or removes a car. @returns `full` if there are four others, which are unchanged */
export function toggleCompared(car: Favourite): 'added' | 'removed' | 'full' {
  const list = $compared.get();
  if (isSaved(list, car)) {
    compared.save(withoutCar(list, car));
    return 'removed';
  }
  if (list.length >= MOST_COMPARED) return 'full';
  compared.save([...list, car]);
  return 'added';
}

export const removeCompared = (slug: string): void =>
  compared.save($compared.get().filter((car) => car.slug !== slug));

export const clearCompared = (): void => compared.save([]);
