import { browserStorage, writeStored } from '#src/ui/browser-storage.ts';
import { MAX_FAVOURITES } from './favourite.ts';
import { hasTexts, readList } from './stored-list.ts';

/**
 * What saved cars cost when they were saved, beside the list of favourites, whose fields are fixed (FAV-01):
 * `{ id, price: "3499000.drive_away" }`.
 */
const PRICES_KEY = 'forecourt:saved-prices';

/** As the card has it; the server reads it. */
const PRICE = /^\d{1,10}\.[a-z_]+$/;

type PriceOf = { id: string; price: string };

const isPriceOf = (value: unknown): value is PriceOf =>
  hasTexts(value, ['id', 'price']) && PRICE.test(value.price);

const storedPrices = () => readList(browserStorage('localStorage'), PRICES_KEY, isPriceOf);

/** A car that is saved again has the price of that time; one that is removed, or without a price, has none. */
export function rememberSavedPrice(id: string, price: string | undefined): void {
  const others = storedPrices().filter((each) => each.id !== id);
  const entry = { id, price };
  const list = isPriceOf(entry) ? [entry, ...others] : others;
  writeStored(browserStorage('localStorage'), PRICES_KEY, list.slice(0, MAX_FAVOURITES));
}

/** By id. */
export const savedPrices = (): Map<string, string> =>
  new Map(storedPrices().map(({ id, price }) => [id, price]));
