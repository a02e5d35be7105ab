import type { FeedConfig } from '#src/config/sections/feed.ts';
import { cellsOf } from '#src/config/sections/feed-columns.ts';
import { type Cents, formatCents } from '#src/domain/money.ts';
import { currentPrice, pricingOf } from '#src/domain/vehicle/price-display.ts';
import { type Vehicle, vehicleTitle } from '#src/domain/vehicle/vehicle.ts';
import type { KnownVehicle } from '#src/providers/database/known-vehicles.ts';
import type { IdentifiedVehicle } from './identify-vehicles.ts';
import { advertisedCents, medianOf } from './import-guards.ts';
import type { RowProblem } from './row-problem.ts';

/** No price of a vehicle rises so much, or falls to its inverse, from one import to the next. */
const MOST_RISE = 3;
/** With fewer prices of a model and year the median means nothing. */
const FEWEST_OF_MODEL = 5;
/** So many may be mistakes of single cells, whatever their share. */
const ALWAYS_ALLOWED = 2;

export type PriceJump = {
  row: number;
  title: string;
  price: Cents;
  /** The price it is compared with: its own last one, or the median of its model and year. */
  usual: Cents;
  isOwn: boolean;
};

export type PriceJumps = {
  jumps: readonly PriceJump[];
  /** How many vehicles could be compared. */
  compared: number;
};

const modelOf = ({ make, model, year }: Vehicle) => `${make}|${model}|${year}`.toLowerCase();

const isJump = (price: Cents, usual: Cents) => price > usual * MOST_RISE || price * MOST_RISE < usual;

/**
 * Vehicles whose price is far from their last one; of those without one, from the median of their model and year.
 * @param present the dealer's current stock
 */
export function priceJumps(
  present: readonly Pick<KnownVehicle, 'id' | 'advertised' | 'price_cents'>[],
  carried: readonly Pick<IdentifiedVehicle, 'id' | 'row' | 'vehicle'>[],
): PriceJumps {
  const lastPrices = new Map(present.map((row) => [row.id, advertisedCents(row)]));
  const priced = carried.flatMap(({ id, row, vehicle }) => {
    const price = currentPrice(pricingOf(vehicle, {})) ?? 0;
    return price > 0 && vehicle.item_type !== 'part' && vehicle.status !== 'sold'
      ? [{ id, row, vehicle, price }]
      : [];
  });
  const medians = new Map<string, Cents | undefined>();
  for (const [model, alike] of Map.groupBy(priced, ({ vehicle }) => modelOf(vehicle))) {
    const prices = alike.map(({ price }) => price);
    medians.set(model, prices.length < FEWEST_OF_MODEL ? undefined : medianOf(prices));
  }
  const jumps: PriceJump[] = [];
  let compared = 0;
  for (const { id, row, vehicle, price } of priced) {
    const last = lastPrices.get(id) || undefined;
    const usual = last ?? medians.get(modelOf(vehicle));
    if (usual === undefined) continue;
    compared += 1;
    if (!isJump(price, usual)) continue;
    jumps.push({ row, title: vehicleTitle(vehicle), price, usual, isOwn: last !== undefined });
  }
  return { jumps: jumps.sort((a, b) => a.row - b.row), compared };
}

/** For the report: each is imported as it is. */
export const jumpProblems = (feed: Pick<FeedConfig, 'columns'>, { jumps }: PriceJumps): RowProblem[] =>
  jumps.map(({ row, title, price, usual, isOwn }) => ({
    row,
    column: cellsOf(feed.columns, 'price')[0]?.column ?? 'price',
    value: `${title}: ${formatCents(price)}`,
    reason: 'doubtful',
    expected: isOwn
      ? `a price near the last one of the vehicle, ${formatCents(usual)}`
      : `a price near the median of its model and year, ${formatCents(usual)}`,
    remedy: 'Check the price; it is imported as it is.',
    skipped: false,
  }));

const jumpPercent = (share: number) => `${Math.round(share * 1000) / 10} %`;

/** Why so many jumps are a broken feed, in one sentence; none if they are few. */
export function jumpRefusal(
  { maxPriceJumps }: Pick<FeedConfig, 'maxPriceJumps'>,
  { jumps, compared }: PriceJumps,
): string[] {
  const share = jumps.length / Math.max(1, compared);
  const [example] = jumps;
  if (!example || jumps.length <= ALWAYS_ALLOWED || share <= maxPriceJumps) return [];
  return [
    `${jumps.length} of ${compared} prices (${jumpPercent(share)}) would be more than three times or less than a third of the last price of their vehicle, or of the median of its model and year: more than ${jumpPercent(maxPriceJumps)} ("stock.feed.maxPriceJumps"), such as row ${example.row}, ${example.title}, from ${formatCents(example.usual)} to ${formatCents(example.price)}.`,
  ];
}
