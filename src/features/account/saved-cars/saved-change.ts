import { PRICE_TYPES } from '#src/config/sections/stock/stock-terms.ts';
import {
  type PriceDisplay,
  type PriceType,
  type Pricing,
  priceTypeLabel,
} from '#src/features/vehicle/price/price-display.ts';
import type { ItemType } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';

/** The most saved vehicles requested together. */
export const MOST_SAVED_AT_ONCE = 20;

/** The id of a saved vehicle in an address, which a point separates from its price. */
export const SAVED_ID = /[^.]{1,64}/;
const ONLY_SAVED_ID = new RegExp(`^${SAVED_ID.source}$`);
/** Whether a request can carry it; a browser's storage may hold any text. */
export const isSavedId = (text: string): boolean => ONLY_SAVED_ID.test(text);

/** What a vehicle cost when a shopper saved it. An amount is worth nothing without its type. */
export type SavedPrice = { cents: Cents; type: PriceType };

/** FAV-01, FAV-06: what became of a vehicle since it was saved. */
export type SavedChange = { kind: 'sold' | 'gone' | 'less' | 'more' | 'other'; text: string };

/** The price a shopper sees now; undefined where it has no amount, or is a weekly one. */
export const savedPriceOf = (
  { kind, cents }: Pick<PriceDisplay, 'kind' | 'cents'>,
  { price_type }: Pick<Pricing, 'price_type'>,
): SavedPrice | undefined =>
  kind === 'price' && cents !== null && price_type !== null ? { cents, type: price_type } : undefined;

/**
 * As an address carries it: `3499000.drive_away`.
 * @returns undefined for anything else
 */
export function readSavedPrice(text: string): SavedPrice | undefined {
  const [, digits, name] = /^(\d{1,10})\.([a-z_]+)$/.exec(text) ?? [];
  const type = PRICE_TYPES.find((each) => each === name);
  return digits === undefined || type === undefined ? undefined : { cents: Number(digits), type };
}

export const writeSavedPrice = ({ cents, type }: SavedPrice): string => `${cents}.${type}`;

export const soldSince = (noun: string): SavedChange => ({
  kind: 'sold',
  text: `This ${noun} has been sold.`,
});

export const goneSince = (noun: string): SavedChange => ({
  kind: 'gone',
  text: `This ${noun} is no longer listed.`,
});

/**
 * How the price has changed; null where it has not. Only prices of one type are compared.
 * @param now undefined where no price is shown any more
 * @param kind of the vehicle, which names the type of the price
 */
export function priceSince(
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
