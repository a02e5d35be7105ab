import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import { BODY_LABELS } from '#src/features/search/facets/facets.ts';
import { type PriceType, priceTypeLabel } from '#src/features/vehicle/price/price-display.ts';
import {
  type BodyType,
  type StockedVehicle,
  type Vehicle,
  vehicleName,
} from '#src/features/vehicle/vehicle.ts';
import { isVin } from '#src/features/vehicle/vehicle-identity.ts';
import { type Cents, centsToDollars } from '#src/platform/number/number-format.ts';

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

const hasVin = ({ vin }: Pick<StockedVehicle, 'vin'>): boolean =>
  vin !== undefined && isVin(vin.toUpperCase());

/** The reasons whose conditions hold. */
const reasonsOf = (conditions: Partial<Record<Reason, boolean>>): Reason[] =>
  Object.entries(conditions).flatMap(([reason, holds]) => (holds ? (reason as Reason) : []));

/** "32990.00 AUD". */
const audAmount = (cents: Cents): string => `${centsToDollars(cents).toFixed(2)} AUD`;

/** A vehicle that can be bought now, by a price that is no weekly one. */
const saleReasons = ({ vehicle, price, photos }: AdvertisedVehicle): Partial<Record<Reason, boolean>> => ({
  'no price': price === null,
  'no photo': photos.length === 0,
  'not in stock yet': vehicle.status === 'coming_soon' || vehicle.preorder,
  reserved: vehicle.reserved,
});

/** Cells hold one line. */
const oneLine = (text: string, most: number): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, most);

const titleOf = ({ vehicle }: AdvertisedVehicle): string => oneLine(vehicleName(vehicle), 150);

/** Google’s product category of cars, trucks and vans. */
const CARS = '916';

/** Google’s words for what a price includes; Australia requires one beside each price. */
const PRICE_TYPES: Readonly<Record<PriceType, string>> = {
  drive_away: 'drive_away_price',
  estimated_drive_away: 'estimated_drive_away_price',
  excluding_government_charges: 'excluding_government_charges_price',
};

/** Optional; a body that Google has no word for is not stated. */
const GOOGLE_BODY_STYLES: Partial<Record<BodyType, string>> = {
  '4x4': 'suv',
  convertible: 'convertible',
  coupe: 'coupe',
  hardtop: 'coupe',
  hatch: 'hatchback',
  hatchback: 'hatchback',
  peopleMover: 'minivan',
  sedan: 'sedan',
  softtop: 'convertible',
  suv: 'suv',
  ute: 'ute',
  cabChassis: 'ute',
  van: 'full_size_van',
  wagon: 'station_wagon',
  stationWagon: 'station_wagon',
};

const MOST_MORE_PHOTOS = 10;

/**
 * PLAT-06: a row of the primary feed of Google vehicle ads in Australia. Source: support.google.com/merchants, answers
 * 11192663 and 14592783. It takes passenger vehicles only, each VIN once, and for a new car only a drive-away price.
 */
export function googleVehicleAd(advertised: AdvertisedVehicle): FeedRow {
  const { vehicle, price, photos, url, storeCode } = advertised;
  const { vin = '', colour = '', km, car_type: type } = vehicle;
  const isNew = type === 'new';
  const reasons = reasonsOf({
    ...saleReasons(advertised),
    'no car': vehicle.item_type !== 'car',
    'no VIN of 17 characters': !hasVin(vehicle),
    'no colour': colour === '',
    'no odometer reading': !isNew && km === undefined,
    'a new car whose price excludes government charges':
      isNew && price?.type === 'excluding_government_charges',
  });
  if (reasons.length > 0 || price === null) return { reasons };
  const [first = '', ...more] = photos;
  return {
    cells: {
      id: vehicle.id,
      VIN: vin.toUpperCase(),
      store_code: storeCode,
      vehicle_fulfillment: `in_store:${storeCode}`,
      google_product_category: CARS,
      link_template: `${url}?store={store_code}`,
      image_link: first,
      additional_image_link: more.slice(0, MOST_MORE_PHOTOS).join(','),
      price: audAmount(price.cents),
      vehicle_price_type: PRICE_TYPES[price.type],
      condition: isNew ? 'new' : 'used',
      certified_pre_owned: vehicle.certified && !isNew ? 'yes' : '',
      brand: oneLine(vehicle.make, 70),
      model: oneLine(vehicle.model, 70),
      trim: oneLine(vehicle.badge ?? '', 70),
      year: String(vehicle.year),
      mileage: `${km ?? 0} km`,
      color: oneLine(colour, 100),
      body_style: (vehicle.simple_body && GOOGLE_BODY_STYLES[vehicle.simple_body]) ?? '',
    },
  };
}

const META_BODY_STYLES: Partial<Record<BodyType, string>> = {
  '4x4': 'SUV',
  cabChassis: 'TRUCK',
  convertible: 'CONVERTIBLE',
  coupe: 'COUPE',
  hatch: 'HATCHBACK',
  hatchback: 'HATCHBACK',
  lightTruck: 'TRUCK',
  peopleMover: 'MINIVAN',
  sedan: 'SEDAN',
  softtop: 'CONVERTIBLE',
  suv: 'SUV',
  ute: 'TRUCK',
  van: 'VAN',
  wagon: 'WAGON',
  stationWagon: 'WAGON',
};
const FUELS: Readonly<Record<NonNullable<Vehicle['simple_fuel']>, string>> = {
  Petrol: 'GASOLINE',
  Diesel: 'DIESEL',
  Hybrid: 'HYBRID',
  Electric: 'ELECTRIC',
  LPG: 'OTHER',
};
const DRIVES: Readonly<Record<NonNullable<Vehicle['simple_drive']>, string>> = {
  FWD: 'FWD',
  RWD: 'RWD',
  AWD: 'AWD',
  '4WD': 'FOUR_WD',
};

const MOST_PHOTOS = 20;
const MOST_DESCRIPTION = 5000;
/** Of a name, in characters. */
const MOST_NAME = 100;

function stateOf({ car_type: type, certified }: Vehicle): string {
  if (type === 'new') return 'NEW';
  return certified ? 'CPO' : 'USED';
}

/**
 * PLAT-06: a row of a Meta vehicle catalogue. Source: developers.facebook.com, automotive inventory ads, catalogs and
 * feeds. Each vehicle needs a VIN.
 */
export function metaCatalogueRow(advertised: AdvertisedVehicle): FeedRow {
  const { vehicle, price, photos, url, location, dealership } = advertised;
  const reasons = reasonsOf({
    ...saleReasons(advertised),
    'no VIN of 17 characters': !hasVin(vehicle),
    'no colour': vehicle.colour === undefined,
    'no odometer reading': vehicle.car_type !== 'new' && vehicle.km === undefined,
  });
  if (reasons.length > 0 || price === null) return { reasons };
  const { street, city, state, postcode, lat, long } = location.address;
  return {
    cells: {
      vehicle_id: vehicle.id,
      vin: (vehicle.vin ?? '').toUpperCase(),
      title: titleOf(advertised),
      description: oneLine(advertised.description, MOST_DESCRIPTION),
      url,
      make: oneLine(vehicle.make, MOST_NAME),
      model: oneLine(vehicle.model, MOST_NAME),
      trim: oneLine(vehicle.badge ?? '', MOST_NAME),
      year: String(vehicle.year),
      'mileage.value': String(vehicle.km ?? 0),
      'mileage.unit': 'KM',
      body_style: (vehicle.simple_body && META_BODY_STYLES[vehicle.simple_body]) ?? 'OTHER',
      exterior_color: oneLine(vehicle.colour ?? '', MOST_NAME),
      transmission: vehicle.simple_transmission?.toUpperCase() ?? '',
      fuel_type: vehicle.simple_fuel ? FUELS[vehicle.simple_fuel] : '',
      drivetrain: vehicle.simple_drive ? DRIVES[vehicle.simple_drive] : '',
      price: audAmount(price.cents),
      state_of_vehicle: stateOf(vehicle),
      availability: 'AVAILABLE',
      image: JSON.stringify(
        photos.slice(0, MOST_PHOTOS).map((each, at) => ({ url: each, tag: [`Photo ${at + 1}`] })),
      ),
      dealer_name: dealership.name,
      address: JSON.stringify({
        addr1: street,
        city,
        region: state.toUpperCase(),
        postal_code: postcode,
        country: 'AU',
      }),
      latitude: lat === undefined ? '' : String(lat),
      longitude: long === undefined ? '' : String(long),
    },
  };
}

/**
 * PLAT-06: a row of the dealer’s own list, for anyone who asks: every vehicle for sale, also without a price, a photo or
 * a VIN. A price comes with its type.
 */
export function stockListRow(advertised: AdvertisedVehicle): FeedRow {
  const { vehicle, price, photos, url, location, dealership } = advertised;
  const text = (value: string | number | undefined) => (value === undefined ? '' : String(value));
  return {
    cells: {
      id: vehicle.id,
      stock_number: text(vehicle.stocknum),
      vin: text(vehicle.vin),
      item_type: vehicle.item_type,
      condition: vehicle.car_type,
      availability: vehicle.reserved ? 'reserved' : vehicle.status,
      title: titleOf(advertised),
      make: vehicle.make,
      model: vehicle.model,
      badge: text(vehicle.badge),
      series: text(vehicle.series),
      year: text(vehicle.year),
      kilometres: text(vehicle.km),
      price_aud: price ? centsToDollars(price.cents).toFixed(2) : '',
      price_type: price ? priceTypeLabel(price.type, vehicle.item_type) : '',
      body: text(vehicle.simple_body && BODY_LABELS[vehicle.simple_body]),
      transmission: text(vehicle.simple_transmission),
      fuel: text(vehicle.simple_fuel),
      drive: text(vehicle.simple_drive),
      colour: text(vehicle.colour),
      seats: text(vehicle.seats),
      doors: text(vehicle.doors),
      dealership: dealership.name,
      location: location.name,
      suburb: location.address.city,
      state: location.address.state.toUpperCase(),
      postcode: location.address.postcode,
      url,
      photos: photos.join(' '),
      updated_at: vehicle.updatedAt,
    },
  };
}
