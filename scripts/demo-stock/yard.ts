import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Vertical } from '#src/config/sections/stock/stock-terms.ts';
import type { CarType, ItemType } from '#src/features/vehicle/vehicle.ts';
import { CATALOGUE, isSoldNew, type Model } from './model-catalogue.ts';
import type { Random } from './random.ts';
import { HOLDINGS, type Holding, type Trade } from './trades.data.ts';

type Location = DealerConfig['locations'][number];

/** A make whose plainest new car costs this much is a dear one, dollars before on-road costs. */
const DEAR_FROM = 50_000;
const ITEM_OF_VERTICAL: Readonly<Partial<Record<Vertical, ItemType>>> = {
  cars: 'car',
  trucks: 'truck',
  motorcycles: 'motorcycle',
  caravans: 'caravan',
};
const SELLING_TYPES = new Set(['sales', 'used', '']);
const USED_ALONE = { new: 0, demo: 0, used: 100 };

export type Yard = Pick<Holding, 'ageSkew' | 'listingSkew' | 'shares'> & {
  dealer: DealerConfig;
  trade: Trade;
  size: number;
  /** Every model it may stock. */
  range: readonly Model[];
  newAt: readonly Location[];
  usedAt: readonly Location[];
};

/** What is sold there, the main kind first; parts are no vehicles. */
const itemsOf = ({ verticals }: DealerConfig): ItemType[] =>
  verticals.flatMap((vertical) => ITEM_OF_VERTICAL[vertical] ?? []);

function isDear(make: string): boolean {
  const cars = CATALOGUE.filter((model) => model.make === make && model.item === 'car' && isSoldNew(model));
  return cars.length > 0 && cars.every(({ badges }) => (badges[0]?.newPrice ?? 0) >= DEAR_FROM);
}

function tradeOf(dealer: DealerConfig, newAt: readonly Location[]): Trade {
  if (dealer.subscription) return 'subscription';
  const [main = 'car'] = itemsOf(dealer);
  if (main !== 'car' && main !== 'part') return main;
  if (newAt.length === 0) return 'used-only';
  if (dealer.manufacturer !== undefined) return 'single-make';
  return newAt.flatMap(({ manufacturers }) => manufacturers).every(isDear) ? 'prestige' : 'group';
}

/** A prestige dealer keeps to the makes named at its places, and to what is driven for pleasure. */
function rangeOf(
  dealer: DealerConfig,
  trade: Trade,
  usedAt: readonly Location[],
  shownOf: (model: Model) => Model | undefined,
): Model[] {
  const items = new Set(itemsOf(dealer));
  const makes = new Set(usedAt.flatMap(({ manufacturers }) => manufacturers));
  return CATALOGUE.flatMap((model) => shownOf(model) ?? []).filter(
    (model) =>
      items.has(model.item) &&
      (model.soldBy ?? trade) === trade &&
      (trade !== 'prestige' || (makes.has(model.make) && model.shape !== 'van')),
  );
}

/**
 * What a dealer of this configuration would hold.
 * @param shownOf what it has of a model that its trade deals in: all, some of its badges, or nothing
 */
export function yardOf(
  dealer: DealerConfig,
  shownOf: (model: Model) => Model | undefined = (model) => model,
): Yard {
  const selling = dealer.locations.filter((place) => SELLING_TYPES.has(place.location_type));
  const usedAt = selling.length > 0 ? selling : dealer.locations;
  const newAt = usedAt.filter(
    ({ location_type, manufacturers }) =>
      !dealer.stock.usedOnly && location_type !== 'used' && manufacturers.length > 0,
  );
  const trade = tradeOf(dealer, newAt);
  const range = rangeOf(dealer, trade, usedAt, shownOf);
  const withMakers = newAt.filter(({ manufacturers }) =>
    range.some((model) => isSoldNew(model) && manufacturers.includes(model.make)),
  );
  const { perPlace, ageSkew, listingSkew, shares } = HOLDINGS[trade];
  return {
    dealer,
    trade,
    range,
    newAt: withMakers,
    usedAt,
    ageSkew,
    listingSkew,
    shares: withMakers.length > 0 ? shares : USED_ALONE,
    size: range.length > 0 ? Math.round(perPlace * usedAt.length) : 0,
  };
}

/** Used cars gather where only used cars are sold. */
export const locationFor = (yard: Yard, carType: CarType, random: Random): Location =>
  carType === 'used'
    ? random.weighted(yard.usedAt, (place) => (place.location_type === 'used' ? 4 : 1))
    : random.pick(yard.newAt);
