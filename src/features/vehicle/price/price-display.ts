import type { StockRules } from '#src/config/sections/stock/stock-section.ts';
import { KIND_WORDS, type PRICE_TYPES } from '#src/config/sections/stock/stock-terms.ts';
import type { ItemType, Vehicle } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';

export type PriceType = (typeof PRICE_TYPES)[number];

/** Wording beside every price; the law wants a buyer to know what it includes. A motorcycle is ridden away. */
export function priceTypeLabel(type: PriceType, kind: ItemType = 'car'): string {
  const { onRoad } = KIND_WORDS[kind];
  if (type === 'excluding_government_charges') return 'Excl. government charges';
  return type === 'drive_away' ? onRoad : `Estimated ${onRoad.toLowerCase()}`;
}

/** Prices at or below this are placeholders of a feed, not prices (VDP-09). */
export const SMALLEST_PRICE_CENTS: Cents = 1000;

/** What a price line is made of. Amounts in cents; `price_type` already resolved against the dealer's default. */
export type Pricing = {
  price: Cents | null;
  offer_price: Cents | null;
  subscription_price: Cents | null;
  before_price: Cents | null;
  preorder: boolean;
  price_type: PriceType | null;
  /** The kind of vehicle it is the price of; left out for a car. */
  item_type?: Exclude<ItemType, 'car'>;
};

export const pricingOf = (vehicle: Vehicle, defaults: StockRules['defaultPriceType']): Pricing => ({
  price: vehicle.price ?? null,
  offer_price: vehicle.offer_price ?? null,
  subscription_price: vehicle.subscription_price ?? null,
  before_price: vehicle.before_price ?? null,
  preorder: vehicle.preorder,
  price_type: vehicle.price_type ?? defaults[vehicle.car_type] ?? null,
  ...(vehicle.item_type === 'car' ? {} : { item_type: vehicle.item_type }),
});

export type PriceDisplay = {
  kind: 'subscription' | 'price' | 'preorder' | 'none';
  /** `$32,990`, `$180 / week`, `PREORDER` or the dealer's no-price text. */
  text: string;
  /** Always shown beside the amount; null only if no amount is shown. */
  typeText: string | null;
  cents: Cents | null;
  /** Shown struck through beside the price. */
  wasText: string | null;
};

const isPrice = (cents: Cents | null): cents is Cents => cents !== null && cents > SMALLEST_PRICE_CENTS;

/** CFG-16: whether it is rented by the week. */
export const isByTheWeek = (
  { subscription_price }: Pick<Pricing, 'subscription_price'>,
  subscriptionSite: boolean | undefined,
): boolean => subscriptionSite === true && isPrice(subscription_price);

/** The amount a shopper would pay under VDP-09, or null. */
export function currentPrice({ price, offer_price }: Pricing): Cents | null {
  if (isPrice(offer_price) && offer_price !== price) return offer_price;
  return isPrice(price) ? price : null;
}

/**
 * Price line of card, page and sidebar (VDP-09). An amount without a type is not shown: it would mislead, so the
 * no-price text is shown instead.
 */
export function priceDisplay(
  pricing: Pricing,
  options: { noPriceText: string; subscriptionSite?: boolean },
): PriceDisplay {
  const blank = { typeText: null, cents: null, wasText: null };
  if (options.subscriptionSite && isPrice(pricing.subscription_price)) {
    const cents = pricing.subscription_price;
    return {
      ...blank,
      kind: 'subscription',
      text: `${formatCents(cents)} / week`,
      typeText: 'Subscription',
      cents,
    };
  }
  const cents = currentPrice(pricing);
  if (cents !== null && pricing.price_type !== null) {
    const before = pricing.before_price;
    return {
      kind: 'price',
      text: formatCents(cents),
      typeText: priceTypeLabel(pricing.price_type, pricing.item_type),
      cents,
      wasText: before !== null && before > cents ? formatCents(before) : null,
    };
  }
  if (cents === null && pricing.preorder) return { ...blank, kind: 'preorder', text: 'PREORDER' };
  return { ...blank, kind: 'none', text: options.noPriceText };
}

/** The price a vehicle is shown with, for rules that depend on it; the texts are its page's. */
export const shownPriceOf = (
  vehicle: Vehicle,
  dealer: { stock: Pick<StockRules, 'defaultPriceType'>; subscription?: boolean | undefined },
): PriceDisplay =>
  priceDisplay(pricingOf(vehicle, dealer.stock.defaultPriceType), {
    noPriceText: '',
    ...(dealer.subscription === undefined ? {} : { subscriptionSite: dealer.subscription }),
  });

/** The price shown in whole dollars, as search filters by it; undefined where none is shown. */
export const pricedDollars = ({ kind, cents }: Pick<PriceDisplay, 'kind' | 'cents'>): number | undefined =>
  kind === 'price' && cents !== null ? Math.round(cents / 100) : undefined;

/**
 * The price line of the lowest priced of several vehicles, "from $12,990 Drive away".
 * @returns undefined where none shows an amount: no-price texts and preorders are no lowest price
 */
export function fromPrice(
  pricing: Pricing,
  options: Parameters<typeof priceDisplay>[1],
): PriceDisplay | undefined {
  const price = priceDisplay(pricing, options);
  // By the week vehicles have another order than by price.
  return price.kind === 'price' && !options.subscriptionSite ? price : undefined;
}
