import type { CarType } from '#src/features/vehicle/vehicle.ts';

/** The trade of a dealer, which decides the kind and amount of stock. */
export const TRADES = [
  'group',
  'single-make',
  'used-only',
  'prestige',
  'subscription',
  'caravan',
  'motorcycle',
  'truck',
] as const;
export type Trade = (typeof TRADES)[number];

export type Holding = {
  /** Vehicles to each place that sells, on average. */
  perPlace: number;
  /** Above 1 the used vehicles are younger than their models' runs, below 1 older. */
  ageSkew: number;
  /** Above 1 more came in lately, below 1 more have been there for long; a large yard keeps what it buys. */
  listingSkew: number;
  /** Of a hundred vehicles. */
  shares: Readonly<Record<CarType, number>>;
};

export const HOLDINGS: Readonly<Record<Trade, Holding>> = {
  group: { perPlace: 287.5, ageSkew: 1.4, listingSkew: 1.3, shares: { new: 46, demo: 11, used: 43 } },
  'single-make': { perPlace: 80, ageSkew: 1.4, listingSkew: 1.3, shares: { new: 42, demo: 10, used: 48 } },
  'used-only': { perPlace: 350, ageSkew: 0.8, listingSkew: 0.9, shares: { new: 0, demo: 0, used: 100 } },
  // New ones are built to order; those in stock have been driven.
  prestige: { perPlace: 60, ageSkew: 1.2, listingSkew: 1.3, shares: { new: 0, demo: 25, used: 75 } },
  subscription: { perPlace: 30, ageSkew: 2, listingSkew: 1.3, shares: { new: 0, demo: 0, used: 100 } },
  caravan: { perPlace: 80, ageSkew: 1.1, listingSkew: 1.3, shares: { new: 60, demo: 0, used: 40 } },
  motorcycle: { perPlace: 45, ageSkew: 1.1, listingSkew: 1.3, shares: { new: 52, demo: 8, used: 40 } },
  truck: { perPlace: 70, ageSkew: 1, listingSkew: 1.3, shares: { new: 38, demo: 7, used: 55 } },
};
