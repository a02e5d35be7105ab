import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';

/** VDP-11: smaller differences are not shown. */
export const MIN_MARKET_GAP_CENTS: Cents = 50_000;

/** CARD-250: how far above the average a price still counts as fair. */
const FAIR_ABOVE_PERCENT = 3;

/** VDP-11: that of the state if available. */
export const marketAverage = (averages: Vehicle['autograb_data']): Cents | undefined =>
  averages?.state_average_market_price ?? averages?.average_market_price;

/**
 * VDP-11, CARD-250: the position of a price in the market, by the average of the state if available.
 * @returns the cents below the average, 0 for a fair price, null for a dearer one or without an average
 */
export function centsBelowMarket(cents: Cents | null, averages: Vehicle['autograb_data']): Cents | null {
  const average = marketAverage(averages);
  if (cents === null || average === undefined) return null;
  const gap = average - cents;
  if (gap >= MIN_MARKET_GAP_CENTS) return gap;
  return -gap * 100 <= average * FAIR_ABOVE_PERCENT ? 0 : null;
}

/** VDP-11. */
export function belowMarket(cents: Cents | null, averages: Vehicle['autograb_data']): string | null {
  const gap = centsBelowMarket(cents, averages);
  return gap ? `${formatCents(gap)} below the average market price` : null;
}

/** CARD-250. */
export const marketBadge = (below: Cents): string =>
  below > 0 ? `${formatCents(below)} below market` : 'Fair price';

/** On the page of a vehicle, in the words of VDP-11 where it is below the market. */
export function marketStanding(cents: Cents | null, averages: Vehicle['autograb_data']): string | null {
  const below = centsBelowMarket(cents, averages);
  return belowMarket(cents, averages) ?? (below === null ? null : marketBadge(below));
}

/** CARD-251: the note that badges open. */
export const MARKET_NOTE_ID = 'market-note';

/** CARD-251. */
export const marketWorking = (nouns: string): string =>
  `We compare each price with the average market price that our vehicle data supplier reports for similar ${nouns}, in our state or, where there is none for the state, in Australia. “Below market” is at least ${formatCents(MIN_MARKET_GAP_CENTS)} under that average. “Fair price” is less than that under it, or up to ${FAIR_ABOVE_PERCENT}% above. Dearer ${nouns}, and those without an average, have no badge.`;

/** VDP-31: the response of a price gauge service; any field may be missing. Shares range from 0 to 1. */
export type GaugeReading = {
  /** Rating of the price. */
  fill?: number | undefined;
  listing_price?: Cents | undefined;
  market_range_min?: Cents | undefined;
  market_range_max?: Cents | undefined;
  confidence?: number | undefined;
};

const MIN_CONFIDENCE = 0.2;
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

/** VDP-10: null if the reading is incomplete or too uncertain, or the price is above the market. */
export function priceGauge(reading: GaugeReading): Gauge | null {
  const { fill, listing_price: price, market_range_min: lowest, market_range_max: highest } = reading;
  const { confidence } = reading;
  if (fill === undefined || price === undefined || lowest === undefined || highest === undefined) return null;
  if (confidence === undefined || confidence <= MIN_CONFIDENCE || highest < price) return null;
  return {
    ...{ fill, price, lowest, highest },
    band: fill < MEDIUM_FROM ? 'low' : fill < HIGH_FROM ? 'medium' : 'high',
    words: fill < GREAT_FROM ? 'Good Deal' : 'Great Deal',
  };
}

/**
 * VDP-274: whether a gauge shows a price in the dearer half of its market, of which the page says that it is below the
 * average: their suppliers differ, and a page says one thing.
 * @param below as of `centsBelowMarket`
 */
export function contradictsMarket(
  { listing_price: price, market_range_min: lowest, market_range_max: highest }: GaugeReading,
  below: Cents | null,
): boolean {
  if (!below || price === undefined || lowest === undefined || highest === undefined) return false;
  return price > (lowest + highest) / 2;
}
