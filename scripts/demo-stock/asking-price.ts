import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { CarType, VehicleStatus } from '#src/features/vehicle/vehicle.ts';
import type { FeedVehicle } from './feed-vehicle.ts';
import type { Badge, Model } from './model-catalogue.ts';
import type { Random } from './random.ts';
import { KEPT_BY_SHAPE } from './road-shares.data.ts';

/** Share of its value a year that a vehicle keeps. */
const KEPT_USUALLY = 0.895;
const KEPT_ELECTRIC = 0.85;
const KEPT_PRESTIGE = 0.865;
/** What leaving the showroom costs. */
const KEPT_ON_FIRST_SALE = 0.93;
const KEPT_AT_LEAST = 0.07;
const LOWEST_PRICE = 2990;
export const USUAL_KM_A_YEAR = 14_000;

function keptAYear(model: Model): number {
  if (model.kind === 'motor' && model.fuel === 'Electric') return KEPT_ELECTRIC;
  if (model.kind === 'motor' && model.body === 'prestige') return KEPT_PRESTIGE;
  return KEPT_BY_SHAPE[model.shape] ?? KEPT_USUALLY;
}

/** A price as yards write them: just below a round figure. */
function asAdvertised(dollars: number, ending: number): number {
  const step = dollars < 12_000 ? 500 : 1000;
  return Math.max(LOWEST_PRICE, Math.round(dollars / step) * step - (step === 500 ? 10 : 1000 - ending));
}

/** On-road costs included, dollars. */
const driveAwayPrice = (newPrice: number): number => newPrice * 1.035 + 1800;

/** @param years since it was new @param km on the clock, undefined for what is towed */
function usedPrice(model: Model, newPrice: number, years: number, km: number | undefined): number {
  const usual = Math.max(1, years) * USUAL_KM_A_YEAR;
  const wear = km === undefined ? 0 : Math.min(0.25, Math.max(-0.15, ((km - usual) / usual) * 0.15));
  const share = KEPT_ON_FIRST_SALE * keptAYear(model) ** years * (1 - wear);
  return newPrice * Math.max(KEPT_AT_LEAST, share);
}

const ENDINGS = [990, 990, 990, 990, 990, 888, 500, 490];
const DEMO_SHARE = 0.93;
const WEEKS_OF_SUBSCRIPTION = 150;
/** Insurance, registration and servicing, dollars a week, whatever the car. */
const RUNNING_COSTS_A_WEEK = 60;

/** A rate a week as members read it: one dollar below a round figure. */
const weeklyRate = (worth: number): number =>
  Math.round((worth / WEEKS_OF_SUBSCRIPTION + RUNNING_COSTS_A_WEEK) / 10) * 10 - 1;

export type PricedVehicle = {
  model: Model;
  badge: Badge;
  carType: CarType;
  status: VehicleStatus;
  years: number;
  km: number | undefined;
  dealer: DealerConfig;
};

type Prices = Pick<
  FeedVehicle,
  'price' | 'price_type' | 'before_price' | 'offer_price' | 'subscription_price' | 'preorder'
>;

/**
 * What the ticket says, in dollars. A few have no price: on request, or not yet known of a car to come.
 * Where cars are had by the week each has a weekly rate, and the price it can be bought for.
 */
export function pricesOf(vehicle: PricedVehicle, random: Random): Prices {
  const { model, badge, carType, status, years, km, dealer } = vehicle;
  if (dealer.subscription) {
    const worth = usedPrice(model, badge.newPrice, years, km);
    return { price: asAdvertised(worth, 990), subscription_price: weeklyRate(worth) };
  }
  const preorder = carType === 'new' && status === 'coming_soon' && random.chance(0.35);
  if (random.chance(preorder ? 0.7 : 0.015)) return { preorder };
  const worth =
    carType === 'used'
      ? usedPrice(model, badge.newPrice, years, km)
      : driveAwayPrice(badge.newPrice) * (carType === 'demo' ? DEMO_SHARE : 1);
  const price = asAdvertised(worth, random.pick(ENDINGS));
  const reduced = random.chance(0.09);
  const onOffer = carType !== 'used' && !reduced && random.chance(0.08);
  // A draw that decides nothing, so that the rest of the stock stays as it was.
  if (carType !== 'used') random.chance(0.05);
  const towed = carType === 'used' && model.item === 'caravan';
  return {
    price,
    preorder,
    before_price: reduced ? asAdvertised(price * 1.06 + 500, 990) : undefined,
    offer_price: onOffer ? asAdvertised(price * 0.95, 990) : undefined,
    subscription_price: random.chance(0.04) ? Math.round(price / WEEKS_OF_SUBSCRIPTION) : undefined,
    // Rego of what is towed costs little; yards quote the lot.
    price_type: towed ? 'drive_away' : undefined,
  };
}
