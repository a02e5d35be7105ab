import type { StockRules } from '#src/config/sections/stock/stock-section.ts';
import { KIND_TERMS, type PRICE_TYPES } from '#src/config/sections/stock/stock-terms.ts';
import type { ItemType, Vehicle } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';

export type PriceType = (typeof PRICE_TYPES)[number];

/** Shown with every price: by law it must be clear what a price includes. Motorcycles have "Ride away". */
export function priceTypeLabel(type: PriceType, kind: ItemType = 'car'): string {
  const { onRoad } = KIND_TERMS[kind];
  if (type === 'excluding_government_charges') return 'Excl. government charges';
  return type === 'drive_away' ? onRoad : `Estimated ${onRoad.toLowerCase()}`;
}

/** VDP-229: what a price of this type includes, in one sentence. */
export function priceTypeMeaning(type: PriceType, kind: ItemType = 'car'): string | null {
  if (kind === 'part') return null;
  const label = priceTypeLabel(type, kind);
  switch (type) {
    case 'drive_away':
      return `${label}: what you pay, with stamp duty, registration and dealer delivery.`;
    case 'estimated_drive_away':
      return `${label}: stamp duty, registration and dealer delivery are estimated, and yours are confirmed before you sign.`;
    case 'excluding_government_charges':
      return `${label}: stamp duty and registration, or its transfer, come on top.`;
  }
}

/** VDP-09: prices up to this are placeholders in feeds. */
export const MAX_PLACEHOLDER_CENTS: Cents = 1000;

/** Input of `priceDisplay`; `price_type` includes the dealer's default. */
export type Pricing = {
  price: Cents | null;
  offer_price: Cents | null;
  subscription_price: Cents | null;
  before_price: Cents | null;
  preorder: boolean;
  price_type: PriceType | null;
  /** Omitted for cars. */
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
  /** `$32,990`, `$180 / week`, `PREORDER` or the dealer's text for vehicles without a price. */
  text: string;
  /** Must be shown with the amount; null only without one. */
  typeText: string | null;
  cents: Cents | null;
  /** Shown struck through. */
  wasText: string | null;
};

const isPrice = (cents: Cents | null): cents is Cents => cents !== null && cents > MAX_PLACEHOLDER_CENTS;

/** CFG-16. */
export const isSubscription = (
  { subscription_price }: Pick<Pricing, 'subscription_price'>,
  subscriptionSite: boolean | undefined,
): boolean => subscriptionSite === true && isPrice(subscription_price);

/** VDP-09: the amount to pay; null if unknown. */
export function currentPrice({ price, offer_price }: Pricing): Cents | null {
  if (isPrice(offer_price) && offer_price !== price) return offer_price;
  return isPrice(price) ? price : null;
}

/**
 * VDP-09: an amount without a type would mislead, so the text for vehicles without a price is shown instead.
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

/** For rules that depend on the displayed price; `text` is not meant for display. */
export const displayedPrice = (
  vehicle: Vehicle,
  dealer: { stock: Pick<StockRules, 'defaultPriceType'>; subscription?: boolean | undefined },
): PriceDisplay =>
  priceDisplay(pricingOf(vehicle, dealer.stock.defaultPriceType), {
    noPriceText: '',
    ...(dealer.subscription === undefined ? {} : { subscriptionSite: dealer.subscription }),
  });

/** The displayed price in whole dollars; undefined if none is shown. */
export const displayedDollars = ({
  kind,
  cents,
}: Pick<PriceDisplay, 'kind' | 'cents'>): number | undefined =>
  kind === 'price' && cents !== null ? Math.round(cents / 100) : undefined;

/**
 * The price line of the cheapest of several vehicles, `from $12,990 Drive away`.
 * @returns undefined if it has no amount
 */
export function fromPrice(
  pricing: Pricing,
  options: Parameters<typeof priceDisplay>[1],
): PriceDisplay | undefined {
  const price = priceDisplay(pricing, options);
  // The vehicle with the lowest price need not have the lowest weekly price.
  return price.kind === 'price' && !options.subscriptionSite ? price : undefined;
}
