import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { CarType, VehicleStatus } from '#src/features/vehicle/vehicle.ts';
import type { Badge, Model } from './catalogue.ts';
import type { FeedVehicle } from './feed-vehicle.ts';
import { asAdvertised, driveAwayPrice, usedPrice } from './price.ts';
import type { Random } from './random.ts';

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
  const estimated = carType !== 'used' && random.chance(0.05);
  const towed = carType === 'used' && model.item === 'caravan';
  return {
    price,
    preorder,
    before_price: reduced ? asAdvertised(price * 1.06 + 500, 990) : undefined,
    offer_price: onOffer ? asAdvertised(price * 0.95, 990) : undefined,
    subscription_price: random.chance(0.04) ? Math.round(price / WEEKS_OF_SUBSCRIPTION) : undefined,
    // Rego of what is towed costs little; yards quote the lot.
    price_type: estimated ? 'estimated_drive_away' : towed ? 'drive_away' : undefined,
  };
}
