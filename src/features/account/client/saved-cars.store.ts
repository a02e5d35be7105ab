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

/** Newest first. */
export const $savedCars = storedList(SAVED_KEY, isFavourite);

/** As the card writes it and the server parses it. */
const PRICE = /^\d{1,10}\.[a-z_]+$/;

type PriceOf = { id: string; price: string };

const isPriceOf = (value: unknown): value is PriceOf =>
  hasTexts(value, ['id', 'price']) && PRICE.test(value.price);

/**
 * Prices of cars when they were saved: `{ id, price: "3499000.drive_away" }`. Separate from the favourites, whose
 * fields are fixed (FAV-01).
 */
export const $savedPrices = storedList('forecourt:saved-prices', isPriceOf);

/** Saving a car again stores its current price; removing it deletes the price. */
function rememberSavedPrice(id: string, price: string | undefined): void {
  const others = $savedPrices.get().filter((each) => each.id !== id);
  const entry = { id, price };
  const list = isPriceOf(entry) ? [entry, ...others] : others;
  $savedPrices.set(list.slice(0, MAX_FAVOURITES));
}

/** A click on a heart, whether it saved the car, and the price that it showed. */
export type HeartPress = { car: Favourite; saved: boolean; price?: string | undefined };

const $presses = atom<readonly HeartPress[]>([]);
/** All clicks on this page. The watchlist script loads lazily, possibly after the first. */
export const $heartPresses: ReadableAtom<readonly HeartPress[]> = $presses;

/** Ids of cars with a pending watchlist request; further clicks on them are ignored. */
export const $carsBeingSaved = atom<ReadonlySet<string>>(new Set());

/**
 * Saves or removes a car, unless a request for it is pending.
 * @param price the current price, as `writeSavedPrice` formats it
 */
export function pressHeart(car: Favourite, price?: string): void {
  if ($carsBeingSaved.get().has(car.id)) return;
  const list = toggled($savedCars.get(), car);
  const saved = isSaved(list, car);
  $savedCars.set(list);
  rememberSavedPrice(car.id, saved ? price : undefined);
  $presses.set([...$presses.get(), { car, saved, price }]);
}

/** FAV-250. */
export const takeBack =
  ({ car, price }: HeartPress) =>
  (): void =>
    pressHeart(car, price);

/** For lists that exist only in this browser. */
export const warnIfUnsaved = (): void => warnIfRefused(SAVED_KEY);

/** Prices by car id. */
export const savedPrices = (): Map<string, string> =>
  new Map($savedPrices.get().map(({ id, price }) => [id, price]));
