import { PRICE_TYPES } from '#src/config/sections/stock/stock-terms.ts';
import {
  type PriceDisplay,
  type PriceType,
  type Pricing,
  priceTypeLabel,
} from '#src/features/vehicle/price/price-display.ts';
import type { ItemType } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';

/** The maximum number of saved vehicles per request. */
export const MAX_SAVED_PER_REQUEST = 20;

/** The id of a saved vehicle in a query; a dot separates it from the price. */
export const SAVED_ID = /[^.]{1,64}/;
const ONLY_SAVED_ID = new RegExp(`^${SAVED_ID.source}$`);
/** Whether the server accepts the id; browser storage may contain any text. */
export const isSavedId = (text: string): boolean => ONLY_SAVED_ID.test(text);

/** The price of a vehicle when it was saved. Only comparable with one of the same type. */
export type SavedPrice = { cents: Cents; type: PriceType };

/** FAV-01, FAV-06: how a vehicle has changed since it was saved. */
export type SavedChange = { kind: 'sold' | 'gone' | 'less' | 'more' | 'other'; text: string };

/** The displayed price; undefined if it has no amount or is weekly. */
export const savedPriceOf = (
  { kind, cents }: Pick<PriceDisplay, 'kind' | 'cents'>,
  { price_type }: Pick<Pricing, 'price_type'>,
): SavedPrice | undefined =>
  kind === 'price' && cents !== null && price_type !== null ? { cents, type: price_type } : undefined;

/**
 * Parses `3499000.drive_away`.
 * @returns undefined if invalid
 */
export function readSavedPrice(text: string): SavedPrice | undefined {
  const [, digits, name] = /^(\d{1,10})\.([a-z_]+)$/.exec(text) ?? [];
  const type = PRICE_TYPES.find((each) => each === name);
  return digits === undefined || type === undefined ? undefined : { cents: Number(digits), type };
}

export const writeSavedPrice = ({ cents, type }: SavedPrice): string => `${cents}.${type}`;

export const soldChange = (noun: string): SavedChange => ({
  kind: 'sold',
  text: `This ${noun} has been sold.`,
});

export const goneChange = (noun: string): SavedChange => ({
  kind: 'gone',
  text: `This ${noun} is no longer listed.`,
});

/**
 * The change of the price, or null. Only prices of the same type are compared.
 * @param now undefined if no price is displayed any more
 * @param kind determines the label of the price type
 */
export function priceChange(
  saved: SavedPrice | undefined,
  now: SavedPrice | undefined,
  kind: ItemType = 'car',
): SavedChange | null {
  if (!saved) return null;
  if (saved.type !== now?.type) {
    const before = `${formatCents(saved.cents)} ${priceTypeLabel(saved.type, kind)}`;
    return { kind: 'other', text: `It was ${before} when you saved it.` };
  }
  const difference = saved.cents - now.cents;
  if (difference === 0) return null;
  const isLess = difference > 0;
  const amount = formatCents(Math.abs(difference));
  return {
    kind: isLess ? 'less' : 'more',
    text: `${amount} ${isLess ? 'less' : 'more'} than when you saved it.`,
  };
}
