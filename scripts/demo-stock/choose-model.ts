import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { VehicleType } from '#src/features/vehicle/vehicle.ts';
import { isSoldNew, type Model } from './model-catalogue.ts';
import type { Random } from './random.ts';
import { ITEM_WEIGHTS, MAKE_WEIGHTS, SHAPE_WEIGHTS } from './road-shares.data.ts';
import type { Yard } from './yard.ts';

/** Out of a hundred new vehicles of a location that sells other things as well. */
const NEW_TRUCK_SHARE = 0.12;
const OLDEST_USED_YEARS = 14;
/** The dearest a dealer without a maker puts on the line, dollars when new. */
const MODEST_PRICE = 65_000;

/** A model still sold new by one of the location's makers. @throws RangeError when there is none */
export function newModelAt(
  { range }: Pick<Yard, 'range'>,
  location: DealerConfig['locations'][number],
  random: Random,
): Model {
  const current = range.filter(isSoldNew);
  const make = random.pick(location.manufacturers.filter((name) => current.some((it) => it.make === name)));
  const ofMake = current.filter((model) => model.make === make);
  const trucks = ofMake.filter((model) => model.item === 'truck');
  const others = ofMake.filter((model) => model.item !== 'truck');
  if (others.length === 0) return random.pick(trucks);
  if (trucks.length > 0 && random.chance(NEW_TRUCK_SHARE)) return random.pick(trucks);
  return random.weighted(others, (model) => SHAPE_WEIGHTS[model.shape] ?? 1);
}

/** How far back used vehicles of the yard go; at least to last year. */
const oldestYears = ({ dealer }: Yard): number =>
  Math.max(1, Math.min(OLDEST_USED_YEARS, dealer.stock.maxAgeYears ?? OLDEST_USED_YEARS));

/** A model that can be used in `thisYear`; a dealer of cars without a maker leaves the dear ones to others. */
export function usedModel(yard: Yard, thisYear: number, random: Random): Model {
  const hasDearOnes = yard.newAt.length > 0 || (yard.trade !== 'used-only' && yard.trade !== 'subscription');
  const wanted = yard.range.filter(
    (model) =>
      model.years.from < thisYear &&
      (model.years.to ?? thisYear) >= thisYear - oldestYears(yard) &&
      (hasDearOnes || (model.badges[0]?.newPrice ?? 0) <= MODEST_PRICE),
  );
  // Rather one that is too old or too dear than an empty yard.
  const possible = wanted.length > 0 ? wanted : yard.range;
  const items = (Object.keys(ITEM_WEIGHTS) as VehicleType[]).filter((item) =>
    possible.some((model) => model.item === item),
  );
  const item = random.weighted(items, (kind) => ITEM_WEIGHTS[kind]);
  const ofItem = possible.filter((model) => model.item === item);
  const makes = [...new Set(ofItem.map((model) => model.make))];
  const make = random.weighted(makes, (name) => MAKE_WEIGHTS[name] ?? 1);
  return random.pick(ofItem.filter((model) => model.make === make));
}

/** A build year within the model's run, more often a few years back than long ago. */
export function usedYear(yard: Yard, model: Model, thisYear: number, random: Random): number {
  const first = Math.max(model.years.from, thisYear - oldestYears(yard));
  const last = Math.min(model.years.to ?? thisYear - 1, thisYear - 1);
  return last - Math.floor(Math.max(1, last - first + 1) * random.next() ** yard.ageSkew);
}
