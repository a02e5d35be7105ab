import type { PriceType } from '../vehicle/price-display.ts';
import type { BodyType } from '../vehicle/vehicle.ts';
import {
  type AdvertisedVehicle,
  audAmount,
  type FeedRow,
  hasVin,
  oneLine,
  reasonsOf,
  saleReasons,
} from './advertised-vehicle.ts';

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
