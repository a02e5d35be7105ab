import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { CarType } from '#src/domain/vehicle/vehicle.ts';
import { CATALOGUE, type Model } from './catalogue.ts';
import type { Random } from './random.ts';

type Location = DealerConfig['locations'][number];

/** How often shoppers meet a make among used cars, where 1 is seldom. */
const MAKE_WEIGHTS: Readonly<Record<string, number>> = {
  Toyota: 16,
  Ford: 9,
  Mazda: 9,
  Hyundai: 8,
  Mitsubishi: 6,
  Nissan: 6,
  Kia: 6,
  Holden: 6,
  Subaru: 5,
  Volkswagen: 5,
  Honda: 4,
  Isuzu: 4,
  Jayco: 2,
  Avida: 0.3,
  Winnebago: 0.3,
  Trakka: 0.3,
  'Harley-Davidson': 3,
  'Mercedes-Benz': 2.5,
  BMW: 2.5,
  Suzuki: 2,
  Yamaha: 2,
  Kawasaki: 2,
  Audi: 2,
  MG: 2,
  Jeep: 1.5,
  Tesla: 1.5,
};
const ITEM_WEIGHTS = { car: 88, truck: 3, motorcycle: 5, caravan: 4 } as const;
/** What showrooms order most of. */
const SHAPE_WEIGHTS: Partial<Record<Model['shape'], number>> = {
  ute: 4,
  suv: 4,
  smallsuv: 3,
  '4x4': 3,
  largesuv: 3,
  hatch: 2,
};
/** Out of a hundred new vehicles of a location. */
const NEW_TRUCK_SHARE = 0.12;
const OLDEST_USED_YEARS = 14;
/** The dearest a used-only yard puts on its line, dollars when new. */
const MODEST_PRICE = 65_000;

export type Yard = {
  dealer: DealerConfig;
  size: number;
  /** Above 1 the used cars are younger than their models' runs, below 1 older. */
  ageSkew: number;
  shares: Readonly<Record<CarType, number>>;
  newAt: readonly Location[];
  usedAt: readonly Location[];
};

const FULL_RANGE = { size: 1150, ageSkew: 1.4, shares: { new: 46, demo: 11, used: 43 } };
const USED_ONLY = { size: 350, ageSkew: 0.8, shares: { new: 0, demo: 0, used: 100 } };
const SELLING_TYPES = new Set(['sales', 'used', '']);

/** What a dealer of this configuration would hold. */
export function yardOf(dealer: DealerConfig): Yard {
  const selling = dealer.locations.filter((place) => SELLING_TYPES.has(place.location_type));
  const usedAt = selling.length > 0 ? selling : dealer.locations;
  const newAt = dealer.stock.usedOnly ? [] : usedAt.filter((place) => place.manufacturers.length > 0);
  return { dealer, newAt, usedAt, ...(newAt.length > 0 ? FULL_RANGE : USED_ONLY) };
}

/** Used cars gather where only used cars are sold. */
export const locationFor = (yard: Yard, carType: CarType, random: Random): Location =>
  carType === 'used'
    ? random.weighted(yard.usedAt, (place) => (place.location_type === 'used' ? 4 : 1))
    : random.pick(yard.newAt);

const current = CATALOGUE.filter((model) => model.years.to === null);

/** A model still sold new by one of the location's makers. @throws RangeError when there is none */
export function newModelAt(location: Location, random: Random): Model {
  const make = random.pick(location.manufacturers);
  const ofMake = current.filter((model) => model.make === make && model.item !== 'motorcycle');
  const trucks = ofMake.filter((model) => model.item === 'truck');
  const others = ofMake.filter((model) => model.item !== 'truck');
  if (trucks.length > 0 && random.chance(NEW_TRUCK_SHARE)) return random.pick(trucks);
  return random.weighted(others, (model) => SHAPE_WEIGHTS[model.shape] ?? 1);
}

/** A model that can be used in `thisYear`; a used-only yard leaves the dear ones to others. */
export function usedModel(yard: Yard, thisYear: number, random: Random): Model {
  const item = random.weighted(
    Object.keys(ITEM_WEIGHTS) as (keyof typeof ITEM_WEIGHTS)[],
    (kind) => ITEM_WEIGHTS[kind],
  );
  const possible = CATALOGUE.filter(
    (model) =>
      model.item === item &&
      model.years.from < thisYear &&
      (model.years.to ?? thisYear) >= thisYear - OLDEST_USED_YEARS &&
      (yard.newAt.length > 0 || (model.badges[0]?.newPrice ?? 0) <= MODEST_PRICE),
  );
  const makes = [...new Set(possible.map((model) => model.make))];
  const make = random.weighted(makes, (name) => MAKE_WEIGHTS[name] ?? 1);
  return random.pick(possible.filter((model) => model.make === make));
}

/** A build year within the model's run, more often a few years back than long ago. */
export function usedYear(yard: Yard, model: Model, thisYear: number, random: Random): number {
  const first = Math.max(model.years.from, thisYear - OLDEST_USED_YEARS);
  const last = Math.min(model.years.to ?? thisYear - 1, thisYear - 1);
  return last - Math.floor((last - first + 1) * random.next() ** yard.ageSkew);
}
