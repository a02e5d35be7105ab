import { mainKind, type StockNoun, type Vertical } from '#src/config/sections/stock/stock-terms.ts';

/** SRCH-253: `vehicle` where no kind is nearly all that is found. */
export const FOUND_KINDS = ['car', 'motorhome', 'truck', 'motorcycle', 'caravan', 'vehicle'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** From this share what the site mainly sells names the whole: a few caravans do not make "Used cars" vehicles. */
const NAMING_SHARE = 0.8;

type Counts = Readonly<Record<string, number>>;

/** Feeds have motorhomes as cars of that body. */
function countsOfKinds(types: Counts, bodies: Counts): Counts {
  const motorhomes = Math.min(bodies.motorhome ?? 0, types.car ?? 0);
  return { ...types, car: (types.car ?? 0) - motorhomes, motorhome: motorhomes };
}

/**
 * SRCH-253: the kind of the vehicles found.
 * @param types vehicles found by `item_type`
 * @param bodies the same by `body`
 * @returns undefined if it is what the site mainly sells
 */
export function foundKind(
  types: Counts,
  bodies: Counts,
  verticals: readonly Vertical[],
): FoundKind | undefined {
  const counts = countsOfKinds(types, bodies);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const main = mainKind(verticals);
  if (total === 0 || (counts[main] ?? 0) >= total * NAMING_SHARE) return undefined;
  return FOUND_KINDS.find((kind) => counts[kind] === total) ?? 'vehicle';
}

/** @param noun of what the site mainly sells */
export const foundNoun = (kind: FoundKind | undefined, noun: StockNoun): StockNoun =>
  kind === undefined ? noun : { ...noun, one: kind, many: `${kind}s` };
