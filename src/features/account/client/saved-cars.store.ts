import { atom, type ReadableAtom } from 'nanostores';
import {
  type Favourite,
  isFavourite,
  isSaved,
  MAX_FAVOURITES,
  toggled,
} from '#src/features/account/saved-cars/car-lists.ts';
import { hasTexts } from '#src/platform/text/untrusted-values.ts';
import { storedList, warnIfRefused } from '#src/platform/ui/storage/stored-list.ts';

const SAVED_KEY = 'forecourt:favourites';

/** The shopper's saved cars, newest first. */
export const $savedCars = storedList(SAVED_KEY, isFavourite);

/** As the card has it; the server reads it. */
const PRICE = /^\d{1,10}\.[a-z_]+$/;

type PriceOf = { id: string; price: string };

const isPriceOf = (value: unknown): value is PriceOf =>
  hasTexts(value, ['id', 'price']) && PRICE.test(value.price);

/**
 * What saved cars cost when they were saved, beside the list of favourites, whose fields are fixed (FAV-01):
 * `{ id, price: "3499000.drive_away" }`.
 */
export const $savedPrices = storedList('forecourt:saved-prices', isPriceOf);

/** A car that is saved again has the price of that time; one that is removed, or without a price, has none. */
function rememberSavedPrice(id: string, price: string | undefined): void {
  const others = $savedPrices.get().filter((each) => each.id !== id);
  const entry = { id, price };
  const list = isPriceOf(entry) ? [entry, ...others] : others;
  $savedPrices.set(list.slice(0, MAX_FAVOURITES));
}

/** A press of a heart, and whether the car is saved since. */
export type HeartPress = { car: Favourite; saved: boolean };

const $presses = atom<readonly HeartPress[]>([]);
/** The presses of this page. The script of a watchlist loads later, perhaps after one. */
export const $heartPresses: ReadableAtom<readonly HeartPress[]> = $presses;

/** Ids of cars whose press is on its way to the watchlist: they take no other meanwhile. */
export const $carsBeingSaved = atom<ReadonlySet<string>>(new Set());

/**
 * Saves a car or removes it, unless its last press is still on its way.
 * @param price what it costs now, as `writeSavedPrice` writes it
 */
export function pressHeart(car: Favourite, price?: string): void {
  if ($carsBeingSaved.get().has(car.id)) return;
  const list = toggled($savedCars.get(), car);
  const saved = isSaved(list, car);
  $savedCars.set(list);
  rememberSavedPrice(car.id, saved ? price : undefined);
  $presses.set([...$presses.get(), { car, saved }]);
}

/** Where the list is this browser's alone. */
export const warnIfUnsaved = (): void => warnIfRefused(SAVED_KEY);

/** By id. */
export const savedPrices = (): Map<string, string> =>
  new Map($savedPrices.get().map(({ id, price }) => [id, price]));
