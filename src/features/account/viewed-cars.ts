import { MOST_VIEWED_CARS, VIEWED_KEY } from '#src/domain/vehicle/viewed-vehicles.ts';
import { type TextStorage, writeStored } from '#src/ui/browser-storage.ts';
import { hasTexts, readList } from './stored-list.ts';

/** VDP-22: a vehicle page the shopper opened. */
export type ViewedCar = {
  id: string;
  stocknum: string;
  make: string;
  model: string;
  body: string;
  simple_body: string;
};

const KEYS = ['id', 'stocknum', 'make', 'model', 'body', 'simple_body'] as const;

const isViewedCar = (value: unknown): value is ViewedCar => hasTexts(value, KEYS) && value.id !== '';

/** Newest first. */
export const viewedCars = (storage: TextStorage | undefined): ViewedCar[] =>
  readList(storage, VIEWED_KEY, isViewedCar);

/** Adds a car before those viewed earlier; unknown values are stored as empty texts. */
export function rememberViewedCar(storage: TextStorage | undefined, car: unknown): void {
  if (typeof car !== 'object' || car === null) return;
  const entry = Object.fromEntries(KEYS.map((key) => [key, Reflect.get(car, key) ?? '']));
  if (!isViewedCar(entry)) return;
  const others = viewedCars(storage).filter(({ id }) => id !== entry.id);
  writeStored(storage, VIEWED_KEY, [entry, ...others].slice(0, MOST_VIEWED_CARS));
}
