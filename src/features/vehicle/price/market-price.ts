import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';

/** VDP-11: a smaller difference is not worth a word. */
export const SMALLEST_MARKET_GAP_CENTS: Cents = 50_000;

/** VDP-11: how far a price is below the market; the average of the state is preferred. Null where it is not far enough. */
export function belowMarket(cents: Cents | null, averages: Vehicle['autograb_data']): string | null {
  const average = averages?.state_average_market_price ?? averages?.average_market_price;
  if (cents === null || average === undefined) return null;
  const gap = average - cents;
  return gap >= SMALLEST_MARKET_GAP_CENTS ? `${formatCents(gap)} below the average market price` : null;
}

/** VDP-31: what a service says of a price beside its market; anything may be missing. Money in cents, shares from 0 to 1. */
export type GaugeReading = {
  /** How good the price is. */
  fill?: number | undefined;
  listing_price?: Cents | undefined;
  market_range_min?: Cents | undefined;
  market_range_max?: Cents | undefined;
  confidence?: number | undefined;
};

const LEAST_CONFIDENCE = 0.2;
const GREAT_FROM = 0.65;
const MEDIUM_FROM = 0.3;
const HIGH_FROM = 0.6;

export type Gauge = {
  fill: number;
  price: Cents;
  lowest: Cents;
  highest: Cents;
  band: 'low' | 'medium' | 'high';
  words: 'Good Deal' | 'Great Deal';
};

/** VDP-10: what is shown of a reading; null where it says too little, is too unsure, or the price is above the market. */
export function priceGauge(reading: GaugeReading): Gauge | null {
  const { fill, listing_price: price, market_range_min: lowest, market_range_max: highest } = reading;
  const { confidence } = reading;
  if (fill === undefined || price === undefined || lowest === undefined || highest === undefined) return null;
  if (confidence === undefined || confidence <= LEAST_CONFIDENCE || highest < price) return null;
  return {
    ...{ fill, price, lowest, highest },
    band: fill < MEDIUM_FROM ? 'low' : fill < HIGH_FROM ? 'medium' : 'high',
    words: fill < GREAT_FROM ? 'Good Deal' : 'Great Deal',
  };
}
