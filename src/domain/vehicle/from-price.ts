import { type PriceDisplay, type Pricing, priceDisplay } from './price-display.ts';

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
