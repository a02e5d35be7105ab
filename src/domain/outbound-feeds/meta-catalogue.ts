import type { BodyType, Vehicle } from '../vehicle/vehicle.ts';
import {
  type AdvertisedVehicle,
  audAmount,
  type FeedRow,
  hasVin,
  oneLine,
  reasonsOf,
  saleReasons,
  titleOf,
} from './advertised-vehicle.ts';

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
