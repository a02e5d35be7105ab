import type { Dealership, Location } from '#src/config/sections/locations.ts';
import { type Cents, centsToDollars } from '../money.ts';
import type { PriceType } from '../vehicle/price-display.ts';
import { type StockedVehicle, vehicleName } from '../vehicle/vehicle.ts';
import { isVin } from '../vehicle/vin.ts';

/** A vehicle for sale, with everything a feed may say of it. */
export type AdvertisedVehicle = {
  vehicle: StockedVehicle;
  /** The price its page shows; null where the page shows none. */
  price: { cents: Cents; type: PriceType } | null;
  /** Full address of its page. */
  url: string;
  /** Full addresses of its photos, of a vehicle with only a spin of its first frame; 1,280 px wide, JPEG. */
  photos: readonly string[];
  location: Location;
  dealership: Dealership;
  /** Code of the location in the Google Business Profile. */
  storeCode: string;
  /** The dealer’s comments without marks, else its name. */
  description: string;
};

/** Why a feed leaves out a vehicle, in words that follow "left out: ". */
export type Reason =
  | 'no price'
  | 'no photo'
  | 'no VIN of 17 characters'
  | 'the same VIN as another vehicle'
  | 'no colour'
  | 'no odometer reading'
  | 'not in stock yet'
  | 'reserved'
  | 'no car'
  | 'a new car whose price excludes government charges';

/** A row of a feed by column, or the reasons why there is none. */
export type FeedRow = { cells: Readonly<Record<string, string>> } | { reasons: readonly Reason[] };

export const hasVin = ({ vin }: Pick<StockedVehicle, 'vin'>): boolean =>
  vin !== undefined && isVin(vin.toUpperCase());

/** The reasons whose conditions hold. */
export const reasonsOf = (conditions: Partial<Record<Reason, boolean>>): Reason[] =>
  Object.entries(conditions).flatMap(([reason, holds]) => (holds ? (reason as Reason) : []));

/** "32990.00 AUD". */
export const audAmount = (cents: Cents): string => `${centsToDollars(cents).toFixed(2)} AUD`;

/** A vehicle that can be bought now, by a price that is no weekly one. */
export const saleReasons = ({
  vehicle,
  price,
  photos,
}: AdvertisedVehicle): Partial<Record<Reason, boolean>> => ({
  'no price': price === null,
  'no photo': photos.length === 0,
  'not in stock yet': vehicle.status === 'coming_soon' || vehicle.preorder,
  reserved: vehicle.reserved,
});

/** Cells hold one line. */
export const oneLine = (text: string, most: number): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, most);

export const titleOf = ({ vehicle }: AdvertisedVehicle): string => oneLine(vehicleName(vehicle), 150);
