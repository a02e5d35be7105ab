import { cellsOf, columnsIn } from '#src/config/sections/stock/feed-columns.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { type RowProblem, shorten } from '#src/features/stock/row-problems.ts';
import type { StoredVehicle } from '#src/features/stock/server/queries/import-queries.ts';
import type { CarriedBefore, CarriedVehicle } from '#src/features/stock/server/queries/staged-comparison.ts';
import type { StagedFeed } from '#src/features/stock/server/queries/staged-feed.ts';
import type { CutRow } from '#src/features/stock/server/reading/read-vehicles.ts';
import { currentPrice, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { type AdvertisedPrice, type Vehicle, vehicleTitle } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';

/** With fewer prices in stock the median is not meaningful. */
const MIN_PRICES = 20;
const EXAMPLES = 3;

/** What the guards look at of a vehicle. */
export const comparedBy = (vehicle: Vehicle) => ({
  title: vehicleTitle(vehicle),
  model: `${vehicle.make}|${vehicle.model}|${vehicle.year}`.toLowerCase(),
  status: vehicle.status,
  isShown: vehicle.show_on_dealer_website,
  isPart: vehicle.item_type === 'part',
  price: currentPrice(pricingOf(vehicle, {})),
});

type GuardedImport = {
  feed: Pick<FeedConfig, 'mode' | 'maxRemovedShare' | 'alwaysRemovable' | 'maxPriceShift'>;
  /** Whether the dealer hides vehicles in transit. */
  inStockOnly: boolean;
  /** The feed, compared with the stock. */
  staged: StagedFeed;
  /** The last row, if it is truncated. */
  cutRow: CutRow | undefined;
};

/** Signs of a broken feed, each a sentence with figures; empty if there are none. */
export function refusalsOf(guarded: GuardedImport): string[] {
  const tallied = tally(guarded);
  return [...cutRefusal(guarded), ...removalRefusal(guarded, tallied), ...priceRefusals(guarded, tallied)];
}

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;

function cutRefusal({ cutRow }: GuardedImport): string[] {
  if (!cutRow) return [];
  return [
    `The last row is cut off (row ${cutRow.row}: ${cutRow.broken}): ${JSON.stringify(shorten(cutRow.short))}. Ask the supplier to send the feed again. If all its feeds end in such a line, import this one with --force: the line is expected from then on, with other numbers too.`,
  ];
}

const isHeldBack = (status: StoredVehicle['status'], { inStockOnly }: Pick<GuardedImport, 'inStockOnly'>) =>
  inStockOnly && status === 'coming_soon';

const isOnSite = (
  row: Pick<CarriedBefore, 'status' | 'is_hidden' | 'isLeftOut'>,
  guarded: GuardedImport,
): boolean => row.status !== 'sold' && !row.is_hidden && !isHeldBack(row.status, guarded) && !row.isLeftOut;

const shareOf = (part: number, whole: number): number => part / Math.max(1, whole);

type Priced = { of: number; prices: Cents[] };

/** Advertised price of a vehicle, or the one in its record if it predates recording. */
function advertisedCents({
  advertised,
  price_cents,
}: Pick<StoredVehicle, 'advertised' | 'price_cents'>): Cents | null {
  return advertised === null ? price_cents : (JSON.parse(advertised) as AdvertisedPrice).cents;
}

function addPrice(priced: Priced, price: Cents | null): void {
  priced.of += 1;
  if (price !== null && price > 0) priced.prices.push(price);
}

type Change = {
  count: number;
  /** Number of those on the site. */
  fromSite: number;
  /** Some of their slugs. */
  examples: string[];
  does: (of: string) => string;
};

/**
 * Counts vehicles that the import would remove from the site, by reason. A shifted status column marks all stock as
 * sold, an empty flag column hides it, and a shifted year or condition column excludes it by the dealer's rules.
 *
 * Advertised prices are those to compare: for an incremental feed, of the same vehicles; for a full feed, all current
 * and all future ones.
 */
function tally(guarded: GuardedImport) {
  const { staged, feed } = guarded;
  const isWhole = feed.mode === 'full';
  let present = 0;
  let onSite = 0;
  const pricesBefore: Priced = { of: 0, prices: [] };
  const pricesAfter: Priced = { of: 0, prices: [] };
  const change = (does: Change['does']): Change => ({ count: 0, fromSite: 0, examples: [], does });
  const removed = change((of) => `remove ${of}`);
  const sold = change((of) => `mark ${of} as sold`);
  const hidden = change((of) => `hide ${of} ("show_on_dealer_website")`);
  const comingSoon = change((of) => `mark ${of} as coming soon, which "stock.inStockOnly" leaves out`);
  const ruledOut = new Map<string, Change>();
  const ruledOutBy = (setting: string): Change => {
    const known =
      ruledOut.get(setting) ?? change((of) => `change ${of} so that "${setting}" leaves them out`);
    ruledOut.set(setting, known);
    return known;
  };

  function changeOf({ before, ...now }: CarriedVehicle, wasOnSite: boolean): Change | undefined {
    if (before?.status === 'sold') return undefined;
    if (now.status === 'sold') return sold;
    if (!wasOnSite) return undefined;
    if (!now.isShown) return hidden;
    if (isHeldBack(now.status, guarded)) return comingSoon;
    return now.leftOutBy === null ? undefined : ruledOutBy(now.leftOutBy);
  }

  function count(before: CarriedBefore, changeBy: (wasOnSite: boolean) => Change | undefined): void {
    const wasOnSite = isOnSite(before, guarded);
    const leaving = changeBy(wasOnSite);
    present += 1;
    if (wasOnSite) onSite += 1;
    if (!leaving) return;
    leaving.count += 1;
    if (wasOnSite) leaving.fromSite += 1;
    if (leaving.examples.length < EXAMPLES) leaving.examples.push(before.slug);
  }

  for (const vehicle of staged.carried()) {
    const { before, price } = vehicle;
    if (before) {
      count(before, (wasOnSite) => changeOf(vehicle, wasOnSite));
      addPrice(pricesBefore, advertisedCents(before));
    }
    if (isWhole || before) addPrice(pricesAfter, price);
  }
  for (const vehicle of staged.missing()) {
    count(vehicle, () => (vehicle.isRemoved ? removed : undefined));
    if (isWhole) addPrice(pricesBefore, advertisedCents(vehicle));
  }
  const changes: readonly Change[] = [removed, sold, hidden, comingSoon, ...ruledOut.values()];
  return { changes, present, onSite, pricesBefore, pricesAfter };
}

type Tally = ReturnType<typeof tally>;

/**
 * Checked for the whole stock and for visible stock: sold and hidden vehicles must not mask that the rest disappears.
 */
function removalRefusal({ feed }: GuardedImport, { present, onSite, ...all }: Tally): string[] {
  const changes = all.changes.filter(({ count }) => count > 0);
  const leaving = changes.reduce((sum, { count }) => sum + count, 0);
  const fromSite = changes.reduce((sum, change) => sum + change.fromSite, 0);
  const share = shareOf(leaving, present);
  const siteShare = shareOf(fromSite, onSite);
  const isTooMany = (count: number, part: number) =>
    count > feed.alwaysRemovable && part > feed.maxRemovedShare;
  if (!isTooMany(leaving, share) && !isTooMany(fromSite, siteShare)) return [];
  const examples = changes.flatMap((change) => change.examples).slice(0, EXAMPLES);
  const does = changes.map((change) => change.does(`${change.count} of ${present} vehicles`));
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

function priceRefusals(
  { feed: { maxPriceShift } }: GuardedImport,
  { pricesBefore: before, pricesAfter: after }: Tally,
): string[] {
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
  count: number;
  /** The first one. */
  example: PriceJump | undefined;
  /** Number of vehicles that could be compared. */
  compared: number;
};

const isJump = (price: Cents, usual: Cents) => price > usual * MAX_RISE || price * MAX_RISE < usual;

/** Stages the median price of each model and year that has enough. */
function stageMedians(staged: StagedFeed): void {
  let current: { model: string; prices: Cents[] } = { model: '', prices: [] };
  const settle = ({ model, prices }: typeof current) => {
    const median = prices.length < MIN_PRICES_OF_MODEL ? undefined : medianOf(prices);
    if (median !== undefined) staged.setMedian(model, median);
  };
  for (const { model, price } of staged.pricesByModel()) {
    if (model !== current.model) {
      settle(current);
      current = { model, prices: [] };
    }
    current.prices.push(price);
  }
  settle(current);
}

/**
 * Vehicles whose price is far from their previous one or, without one, the median of their model and year.
 * @param onJump called for each, in the order of the feed
 */
export function priceJumps(staged: StagedFeed, onJump: (jump: PriceJump) => void): PriceJumps {
  stageMedians(staged);
  let compared = 0;
  let count = 0;
  let example: PriceJump | undefined;
  for (const { row, title, model, status, isPart, price, before } of staged.carriedByRow()) {
    if (price === null || price <= 0 || isPart || status === 'sold') continue;
    const last = (before && advertisedCents(before)) || undefined;
    const usual = last ?? staged.medianOf(model);
    if (usual === undefined) continue;
    compared += 1;
    if (!isJump(price, usual)) continue;
    const jump = { row, title, price, usual, isOwn: last !== undefined };
    count += 1;
    example ??= jump;
    onJump(jump);
  }
  return { compared, count, example };
}

/** For the report: these vehicles are imported anyway. */
export const jumpProblem = (
  feed: Pick<FeedConfig, 'columns'>,
  { row, title, price, usual, isOwn }: PriceJump,
): RowProblem => ({
  row,
  column: cellsOf(feed.columns, 'price').flatMap(columnsIn)[0] ?? 'price',
  value: `${title}: ${formatCents(price)}`,
  reason: 'doubtful',
  expected: isOwn
    ? `a price near the last one of the vehicle, ${formatCents(usual)}`
    : `a price near the median of its model and year, ${formatCents(usual)}`,
  remedy: 'Check the price; it is imported as it is.',
  skipped: false,
});

const jumpPercent = (share: number) => `${Math.round(share * 1000) / 10} %`;

/** Why the number of jumps indicates a broken feed; empty if there are few. */
export function jumpRefusal(
  { maxPriceJumps }: Pick<FeedConfig, 'maxPriceJumps'>,
  { count, example, compared }: PriceJumps,
): string[] {
  const share = count / Math.max(1, compared);
  if (!example || count <= ALWAYS_ALLOWED || share <= maxPriceJumps) return [];
  return [
    `${count} of ${compared} prices (${jumpPercent(share)}) would be more than three times or less than a third of the last price of their vehicle, or of the median of its model and year: more than ${jumpPercent(maxPriceJumps)} ("stock.feed.maxPriceJumps"), such as row ${example.row}, ${example.title}, from ${formatCents(example.usual)} to ${formatCents(example.price)}.`,
  ];
}
