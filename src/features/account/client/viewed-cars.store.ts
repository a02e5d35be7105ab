import { MAX_VIEWED_CARS } from '#src/features/account/saved-cars/car-lists.ts';
import { hasTexts } from '#src/platform/text/untrusted-values.ts';
import { storedList } from '#src/platform/ui/storage/stored-list.ts';

const KEYS = ['id', 'stocknum', 'make', 'model', 'body', 'simple_body'] as const;

/** VDP-22: a vehicle page the shopper opened. */
export type ViewedCar = Record<(typeof KEYS)[number], string>;

const isViewedCar = (value: unknown): value is ViewedCar => hasTexts(value, KEYS) && value.id !== '';

export const $viewedCars = storedList('forecourt:viewed', isViewedCar);

/** Adds a car to the front of the list; missing values are stored as empty strings. */
export function rememberViewedCar(car: unknown): void {
  if (typeof car !== 'object' || car === null) return;
  const entry = Object.fromEntries(KEYS.map((key) => [key, Reflect.get(car, key) ?? '']));
  if (!isViewedCar(entry)) return;
  const others = $viewedCars.get().filter(({ id }) => id !== entry.id);
  $viewedCars.set([entry, ...others].slice(0, MAX_VIEWED_CARS));
}
