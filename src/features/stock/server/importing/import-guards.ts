import { cellsOf, columnsIn } from '#src/config/sections/stock/feed-columns.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { type RowProblem, shorten } from '#src/features/stock/row-problems.ts';
import type { StoredVehicle } from '#src/features/stock/server/queries/import-queries.ts';
import type { CutRow } from '#src/features/stock/server/reading/read-vehicles.ts';
import { currentPrice, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { type AdvertisedPrice, type Vehicle, vehicleTitle } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';
import type { IdentifiedVehicle } from './identify-vehicles.ts';
import type { LeftOut } from './plan-import.ts';

/** With fewer prices in stock the median is not meaningful. */
const MIN_PRICES = 20;
const EXAMPLES = 3;

type GuardedImport = {
  feed: Pick<FeedConfig, 'mode' | 'maxRemovedShare' | 'alwaysRemovable' | 'maxPriceShift'>;
  /** Whether the dealer hides vehicles in transit. */
  inStockOnly: boolean;
  leftOut: LeftOut;
  /** The dealer's current stock. */
  present: readonly StoredVehicle[];
  carried: readonly Pick<IdentifiedVehicle, 'id' | 'vehicle'>[];
  removed: readonly string[];
  /** The last row, if it is truncated. */
  cutRow: CutRow | undefined;
};

/** Signs of a broken feed, each a sentence with figures; empty if there are none. */
export const refusalsOf = (guarded: GuardedImport): string[] => [
  ...cutRefusal(guarded),
  ...removalRefusal(guarded),
  ...priceRefusals(guarded),
];

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;

function cutRefusal({ cutRow }: GuardedImport): string[] {
  if (!cutRow) return [];
  return [
    `The last row is cut off (row ${cutRow.row}: ${cutRow.broken}): ${JSON.stringify(shorten(cutRow.short))}. Ask the supplier to send the feed again. If all its feeds end in such a line, import this one with --force: the line is expected from then on, with other numbers too.`,
  ];
}

const isHeldBack = (status: StoredVehicle['status'], { inStockOnly }: Pick<GuardedImport, 'inStockOnly'>) =>
  inStockOnly && status === 'coming_soon';

const isOnSite = (row: StoredVehicle, guarded: GuardedImport): boolean =>
  row.status !== 'sold' &&
  !row.is_hidden &&
  !isHeldBack(row.status, guarded) &&
  !guarded.leftOut.before.has(row.id);

const shareOf = (part: number, whole: number): number => part / Math.max(1, whole);

type Change = { ids: readonly string[]; does: (of: string) => string };

/**
 * Vehicles that the import would remove from the site, by reason. A shifted status column marks all stock as sold, an
 * empty flag column hides it, and a shifted year or condition column excludes it by the dealer's rules.
 */
function departures(guarded: GuardedImport): Change[] {
  const { present, carried, removed, leftOut } = guarded;
  const presentById = new Map(present.map((row) => [row.id, row]));
  const sold: string[] = [];
  const hidden: string[] = [];
  const comingSoon: string[] = [];
  const ruledOut: { id: string; setting: string }[] = [];
  for (const { id, vehicle } of carried) {
    const before = presentById.get(id);
    if (!before || before.status === 'sold') continue;
    if (vehicle.status === 'sold') sold.push(id);
    else if (!isOnSite(before, guarded)) continue;
    else if (!vehicle.show_on_dealer_website) hidden.push(id);
    else if (isHeldBack(vehicle.status, guarded)) comingSoon.push(id);
    else {
      const setting = leftOut.now.get(id);
      if (setting !== undefined) ruledOut.push({ id, setting });
    }
  }
  return [
    { ids: removed, does: (of) => `remove ${of}` },
    { ids: sold, does: (of) => `mark ${of} as sold` },
    { ids: hidden, does: (of) => `hide ${of} ("show_on_dealer_website")` },
    { ids: comingSoon, does: (of) => `mark ${of} as coming soon, which "stock.inStockOnly" leaves out` },
    ...[...Map.groupBy(ruledOut, ({ setting }) => setting)].map(([setting, vehicles]) => ({
      ids: vehicles.map(({ id }) => id),
      does: (of: string) => `change ${of} so that "${setting}" leaves them out`,
    })),
  ];
}

/**
 * Checked for the whole stock and for visible stock: sold and hidden vehicles must not mask that the rest disappears.
 */
function removalRefusal(guarded: GuardedImport): string[] {
  const { feed, present } = guarded;
  const changes = departures(guarded).filter(({ ids }) => ids.length > 0);
  const leaving = changes.flatMap(({ ids }) => ids);
  const onSite = new Set(present.filter((row) => isOnSite(row, guarded)).map(({ id }) => id));
  const share = shareOf(leaving.length, present.length);
  const fromSite = leaving.filter((id) => onSite.has(id));
  const siteShare = shareOf(fromSite.length, onSite.size);
  const isTooMany = (count: number, part: number) =>
    count > feed.alwaysRemovable && part > feed.maxRemovedShare;
  if (!isTooMany(leaving.length, share) && !isTooMany(fromSite.length, siteShare)) return [];
  const slugs = new Map(present.map(({ id, slug }) => [id, slug]));
  const examples = leaving.slice(0, EXAMPLES).map((id) => slugs.get(id));
  const does = changes.map((change) => change.does(`${change.ids.length} of ${present.length} vehicles`));
  return [
    `It would ${does.join(' and ')} (${percent(share)}${siteShare > share ? `, ${percent(siteShare)} of those on the site` : ''}): more than ${feed.alwaysRemovable} and more than ${percent(feed.maxRemovedShare)} ("stock.feed.alwaysRemovable", "stock.feed.maxRemovedShare"), such as ${examples.join(', ')}.`,
  ];
}

/** @returns undefined for an empty list */
function medianOf(prices: readonly Cents[]): Cents | undefined {
  const sorted = prices.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
  return low === undefined || high === undefined ? undefined : Math.round((low + high) / 2);
}

type Priced = { of: number; prices: Cents[] };

/** Advertised price of a vehicle, or the one in its record if it predates recording. */
function advertisedCents({
  advertised,
  price_cents,
}: Pick<StoredVehicle, 'advertised' | 'price_cents'>): Cents | null {
  return advertised === null ? price_cents : (JSON.parse(advertised) as AdvertisedPrice).cents;
}

const priced = (cents: readonly (Cents | null)[]): Priced => ({
  of: cents.length,
  prices: cents.filter((price): price is Cents => price !== null && price > 0),
});

/**
 * Advertised prices to compare: for an incremental feed, those of the same vehicles; for a full feed, all current and
 * all future ones.
 */
function comparedPrices({ feed, present, carried }: GuardedImport): { before: Priced; after: Priced } {
  const known = new Set(present.map(({ id }) => id));
  const inFeed = new Set(carried.map(({ id }) => id));
  const isWhole = feed.mode === 'full';
  return {
    before: priced(present.filter(({ id }) => isWhole || inFeed.has(id)).map(advertisedCents)),
    after: priced(
      carried
        .filter(({ id }) => isWhole || known.has(id))
        .map(({ vehicle }) => currentPrice(pricingOf(vehicle, {}))),
    ),
  };
}

function priceRefusals(guarded: GuardedImport): string[] {
  const { maxPriceShift } = guarded.feed;
  const { before, after } = comparedPrices(guarded);
  if (before.prices.length < MIN_PRICES || after.of === 0) return [];
  const limit = `more than ${percent(maxPriceShift)} ("stock.feed.maxPriceShift")`;
  const refusals: string[] = [];
  const [shareBefore, shareAfter] = [before.prices.length / before.of, after.prices.length / after.of];
  if (shareAfter < shareBefore * (1 - maxPriceShift)) {
    refusals.push(
      `${after.prices.length} of ${after.of} vehicles have a price (${percent(shareAfter)}), ${before.prices.length} of ${before.of} had one (${percent(shareBefore)}): ${limit} fewer.`,
    );
  }
  const [medianBefore, medianAfter] = [medianOf(before.prices), medianOf(after.prices)];
  if (medianBefore === undefined || medianAfter === undefined) return refusals;
  const shift = medianAfter / medianBefore - 1;
  if (Math.abs(shift) > maxPriceShift) {
    refusals.push(
      `The median price would go from ${formatCents(medianBefore)} (${before.prices.length} vehicles) to ${formatCents(medianAfter)} (${after.prices.length} vehicles), ${shift > 0 ? '+' : '−'}${percent(Math.abs(shift))}: ${limit}.`,
    );
  }
  return refusals;
}

/** Maximum factor by which a price plausibly rises, or falls, between imports. */
const MAX_RISE = 3;
/** With fewer prices of a model and year the median is meaningless. */
const MIN_PRICES_OF_MODEL = 5;
/** A few may be mistakes in single cells. */
const ALWAYS_ALLOWED = 2;

type PriceJump = {
  row: number;
  title: string;
  price: Cents;
  /** Reference price: its own previous one, or the median of its model and year. */
  usual: Cents;
  isOwn: boolean;
};

type PriceJumps = {
  jumps: readonly PriceJump[];
  /** Number of vehicles that could be compared. */
  compared: number;
};

const modelOf = ({ make, model, year }: Vehicle) => `${make}|${model}|${year}`.toLowerCase();

const isJump = (price: Cents, usual: Cents) => price > usual * MAX_RISE || price * MAX_RISE < usual;

/**
 * Vehicles whose price is far from their previous one or, without one, the median of their model and year.
 * @param present the dealer's current stock
 */
export function priceJumps(
  present: readonly Pick<StoredVehicle, 'id' | 'advertised' | 'price_cents'>[],
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
    medians.set(model, prices.length < MIN_PRICES_OF_MODEL ? undefined : medianOf(prices));
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

/** For the report: these vehicles are imported anyway. */
export const jumpProblems = (feed: Pick<FeedConfig, 'columns'>, { jumps }: PriceJumps): RowProblem[] =>
  jumps.map(({ row, title, price, usual, isOwn }) => ({
    row,
    column: cellsOf(feed.columns, 'price').flatMap(columnsIn)[0] ?? 'price',
    value: `${title}: ${formatCents(price)}`,
    reason: 'doubtful',
    expected: isOwn
      ? `a price near the last one of the vehicle, ${formatCents(usual)}`
      : `a price near the median of its model and year, ${formatCents(usual)}`,
    remedy: 'Check the price; it is imported as it is.',
    skipped: false,
  }));

const jumpPercent = (share: number) => `${Math.round(share * 1000) / 10} %`;

/** Why the number of jumps indicates a broken feed; empty if there are few. */
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
