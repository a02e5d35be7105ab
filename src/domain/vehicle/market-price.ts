import { type Cents, formatCents } from '../money.ts';
import type { Vehicle } from './vehicle.ts';

/** VDP-11: a smaller difference is not worth a word. */
export const SMALLEST_MARKET_GAP_CENTS: Cents = 50_000;

/** VDP-11: how far a price is below the market; the average of the state is preferred. Null where it is not far enough. */
export function belowMarket(cents: Cents | null, averages: Vehicle['autograb_data']): string | null {
  const average = averages?.state_average_market_price ?? averages?.average_market_price;
  if (cents === null || average === undefined) return null;
  const gap = average - cents;
  return gap >= SMALLEST_MARKET_GAP_CENTS ? `${formatCents(gap)} below the average market price` : null;
}
