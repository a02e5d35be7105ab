import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import type { SellerIds } from '#src/config/sections/stock/outbound-feeds-section.ts';
import { BODY_LABELS } from '#src/features/search/facets/facets.ts';
import { mainBody } from '#src/features/vehicle/body-words.ts';
import { type PriceType, priceTypeLabel } from '#src/features/vehicle/price/price-display.ts';
import {
  type BodyType,
  type StockedVehicle,
  type Vehicle,
  vehicleName,
} from '#src/features/vehicle/vehicle.ts';
import { isVin } from '#src/features/vehicle/vehicle-identity.ts';
import { type Cents, centsToDollars } from '#src/platform/number/number-format.ts';
import type { Xml } from '#src/platform/text/xml.ts';

/** A vehicle for sale, with the data feeds need. */
export type AdvertisedVehicle = {
  vehicle: StockedVehicle;
  /** Price shown on its page; null if none is shown. */
  price: { cents: Cents; type: PriceType } | null;
  /** Absolute URL of its page. */
  url: string;
  /** Absolute URLs of its photos, or of the first frame of its spin; 1,280 px wide, JPEG. */
  photos: readonly string[];
  location: Location;
  dealership: Dealership;
  /** Store code of the location in Google Business Profile. */
  storeCode: string;
  /** The dealer's number at a receiver, where the dealer file has one. */
  sellerIds: SellerIds;
  /** The dealer's comments without markup, or its name. */
  description: string;
};

/** Why a feed leaves out a vehicle, worded to follow "left out: ". */
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
  | 'neither a car nor a motorcycle'
  | 'no stock number'
  | 'the same stock number as another vehicle'
  | 'a new car whose price excludes government charges';

type LeftOutRow = { reasons: readonly Reason[] };

/** Cells by column, or the reasons why the vehicle is left out. */
export type FeedRow = { cells: Readonly<Record<string, string>> } | LeftOutRow;

/** An element of XML, or the reasons why the vehicle is left out. */
export type FeedElement = { cells: Xml } | LeftOutRow;

export const hasVin = ({ vin }: Pick<StockedVehicle, 'vin'>): boolean =>
  vin !== undefined && isVin(vin.toUpperCase());

export const reasonsOf = (conditions: Partial<Record<Reason, boolean>>): Reason[] =>
  Object.entries(conditions).flatMap(([reason, holds]) => (holds ? (reason as Reason) : []));

/** "32990.00 AUD". */
const audAmount = (cents: Cents): string => `${centsToDollars(cents).toFixed(2)} AUD`;

/** Requirements for a vehicle that can be bought now, at a price other than a weekly one. */
export const saleReasons = ({ vehicle, price }: AdvertisedVehicle): Partial<Record<Reason, boolean>> => ({
  'no price': price === null,
  'not in stock yet': vehicle.status === 'coming_soon' || vehicle.preorder,
  reserved: vehicle.reserved,
});

/** Feeds require single lines. */
const oneLine = (text: string, maxLength: number): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, maxLength);

const titleOf = ({ vehicle }: AdvertisedVehicle): string => oneLine(vehicleName(vehicle), 150);

/** Google's product category for cars, trucks and vans. */
const CARS = '916';

/** Google's price types; in Australia each price requires one. */
const PRICE_TYPES: Readonly<Record<PriceType, string>> = {
  drive_away: 'drive_away_price',
  estimated_drive_away: 'estimated_drive_away_price',
  excluding_government_charges: 'excluding_government_charges_price',
};

/** Optional; omitted if Google has no equivalent. */
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

const MAX_ADDITIONAL_PHOTOS = 10;

/**
 * PLAT-06: a row of the primary feed of Google vehicle ads in Australia. Source: support.google.com/merchants, answers
 * 11192663 and 14592783. Only accepts passenger vehicles, unique VINs, and for new cars drive-away prices.
 */
export function googleVehicleAd(advertised: AdvertisedVehicle): FeedRow {
  const { vehicle, price, photos, url, storeCode } = advertised;
  const { vin = '', colour = '', km, car_type: type } = vehicle;
  const body = mainBody(vehicle);
  const isNew = type === 'new';
  const reasons = reasonsOf({
    ...saleReasons(advertised),
    'no photo': photos.length === 0,
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
      additional_image_link: more.slice(0, MAX_ADDITIONAL_PHOTOS).join(','),
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
      body_style: (body && GOOGLE_BODY_STYLES[body]) ?? '',
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

const MAX_PHOTOS = 20;
const MAX_DESCRIPTION = 5000;
/** In characters. */
const MAX_NAME = 100;

function stateOf({ car_type: type, certified }: Vehicle): string {
  if (type === 'new') return 'NEW';
  return certified ? 'CPO' : 'USED';
}

/**
 * PLAT-06: a row of a Meta vehicle catalogue. Source: developers.facebook.com, automotive inventory ads, catalogs and
 * feeds. Requires VINs.
 */
export function metaCatalogueRow(advertised: AdvertisedVehicle): FeedRow {
  const { vehicle, price, photos, url, location, dealership } = advertised;
  const body = mainBody(vehicle);
  const reasons = reasonsOf({
    ...saleReasons(advertised),
    'no photo': photos.length === 0,
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
      description: oneLine(advertised.description, MAX_DESCRIPTION),
      url,
      make: oneLine(vehicle.make, MAX_NAME),
      model: oneLine(vehicle.model, MAX_NAME),
      trim: oneLine(vehicle.badge ?? '', MAX_NAME),
      year: String(vehicle.year),
      'mileage.value': String(vehicle.km ?? 0),
      'mileage.unit': 'KM',
      body_style: (body && META_BODY_STYLES[body]) ?? 'OTHER',
      exterior_color: oneLine(vehicle.colour ?? '', MAX_NAME),
      transmission: vehicle.simple_transmission?.toUpperCase() ?? '',
      fuel_type: vehicle.simple_fuel ? FUELS[vehicle.simple_fuel] : '',
      drivetrain: vehicle.simple_drive ? DRIVES[vehicle.simple_drive] : '',
      price: audAmount(price.cents),
      state_of_vehicle: stateOf(vehicle),
      availability: 'AVAILABLE',
      image: JSON.stringify(
        photos.slice(0, MAX_PHOTOS).map((each, at) => ({ url: each, tag: [`Photo ${at + 1}`] })),
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

/** PLAT-06: a row of the dealer's general stock list: all vehicles for sale, even without price, photo or VIN. */
export function stockListRow(advertised: AdvertisedVehicle): FeedRow {
  const { vehicle, price, photos, url, location, dealership } = advertised;
  const body = mainBody(vehicle);
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
      body: text(body && BODY_LABELS[body]),
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
