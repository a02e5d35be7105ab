import { mainBody } from '#src/features/vehicle/body-words.ts';
import { type PriceType, priceTypeLabel } from '#src/features/vehicle/price/price-display.ts';
import type { BodyType, CarType, ItemType, Vehicle } from '#src/features/vehicle/vehicle.ts';
import { centsToDollars } from '#src/platform/number/number-format.ts';
import { branch, maybeBranch, maybeLeaf } from '#src/platform/text/xml.ts';
import { type AdvertisedVehicle, type FeedElement, reasonsOf, saleReasons } from './vehicle-ads.ts';

/** AutoScout24's markets for cars and motorcycles; it has others for trucks and caravans. */
const TYPES: Partial<Record<ItemType, string>> = { car: 'C', motorcycle: 'B' };

const CATEGORIES: Readonly<Record<CarType, string>> = { new: 'New', demo: 'Demonstration', used: 'Used' };

const BODIES: Partial<Record<BodyType, string>> = {
  '4x4': 'SUV/Off-Road/Pick-up',
  cabChassis: 'SUV/Off-Road/Pick-up',
  convertible: 'Convertible',
  coupe: 'Coupe',
  hardtop: 'Coupe',
  hatch: 'Compact',
  hatchback: 'Compact',
  peopleMover: 'Van',
  sedan: 'Sedan',
  softtop: 'Convertible',
  suv: 'SUV/Off-Road/Pick-up',
  ute: 'SUV/Off-Road/Pick-up',
  van: 'Transporter',
  wagon: 'Station wagon',
  stationWagon: 'Station wagon',
};

const FUELS: Readonly<Record<NonNullable<Vehicle['simple_fuel']>, string>> = {
  Petrol: 'Gasoline',
  Diesel: 'Diesel',
  Hybrid: 'Electric/Gasoline',
  Electric: 'Electric',
  LPG: 'LPG',
};

const DRIVES: Readonly<Record<NonNullable<Vehicle['simple_drive']>, string>> = {
  FWD: 'Front',
  RWD: 'Rear',
  AWD: '4WD',
  '4WD': '4WD',
};

/** Its prices have no type, and must not be shown without one. */
const notesOf = ({ vehicle, description }: AdvertisedVehicle, type: PriceType): string =>
  `Price: ${priceTypeLabel(type, vehicle.item_type)}.\n${description}`;

/**
 * FEED-22: a vehicle of the STX3 list of AutoScout24. Source: "AutoScout24 XML Schema, Technical Documentation"
 * (ww2.autoscout24.it/interface_description.pdf, 2018), and a list that AutoScout24 sent to a dealer
 * (github.com/enricocaputo/jekyll-as24, vehicles.xml, 2017); both read in November 2026. Words are those of
 * autoscout24.com in English. The first registration is its only year.
 */
export function autoscout24Vehicle(advertised: AdvertisedVehicle): FeedElement {
  const { vehicle, price, photos, sellerIds } = advertised;
  const { car_type: condition, km } = vehicle;
  const body = mainBody(vehicle);
  const type = TYPES[vehicle.item_type];
  const isNew = condition === 'new';
  const reasons = reasonsOf({
    ...saleReasons(advertised),
    'neither a car nor a motorcycle': type === undefined,
    'no odometer reading': !isNew && km === undefined,
  });
  if (reasons.length > 0 || price === null) return { reasons };
  return {
    cells: branch('vehicle', [
      ...maybeLeaf('dealer_id', sellerIds.autoscout24),
      ...maybeLeaf('vehicle_id', vehicle.id),
      ...maybeLeaf('owners_vehicle_id', vehicle.stocknum),
      ...maybeLeaf('visibility', 'public'),
      ...maybeLeaf('type', type),
      ...maybeLeaf('category', CATEGORIES[condition]),
      ...maybeLeaf('body', body && BODIES[body]),
      ...maybeLeaf('brand', vehicle.make),
      ...maybeLeaf('model', vehicle.model),
      ...maybeLeaf('version', vehicle.badge),
      ...maybeLeaf('body_color', vehicle.colour),
      ...maybeLeaf('interior_color', vehicle.interior_colour),
      ...maybeLeaf('doors', vehicle.doors),
      ...maybeLeaf('seats', vehicle.seats),
      ...maybeLeaf('gear_type', vehicle.simple_transmission),
      ...maybeLeaf('gears', vehicle.gearnum),
      ...maybeLeaf('transmission', vehicle.simple_drive && DRIVES[vehicle.simple_drive]),
      ...maybeLeaf('fuel_type', vehicle.simple_fuel && FUELS[vehicle.simple_fuel]),
      ...maybeLeaf('capacity', vehicle.enginesize),
      ...maybeLeaf('cylinder', vehicle.cylinders),
      ...maybeLeaf('mileage', km ?? 0),
      ...maybeLeaf('initial_registration', isNew ? undefined : `${vehicle.year}-01-01T00:00:00`),
      ...maybeLeaf('notes', notesOf(advertised, price.type)),
      branch('prices', [
        branch('price', [
          ...maybeLeaf('type', 'public'),
          ...maybeLeaf('currency', 'AUD'),
          ...maybeLeaf('negotiable', 'false'),
          ...maybeLeaf('value', centsToDollars(price.cents).toFixed(2)),
        ]),
      ]),
      ...maybeBranch(
        'equipments',
        vehicle.standardEquipment.map((feature) => branch('equipment', maybeLeaf('text', feature))),
      ),
      ...maybeBranch('media', [
        ...maybeBranch(
          'images',
          photos.map((photo) => branch('image', maybeLeaf('uri', photo))),
        ),
      ]),
    ]),
  };
}
