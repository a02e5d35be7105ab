import { BODY_LABELS } from '#src/features/search/facets/facets.ts';
import { mainBody } from '#src/features/vehicle/body-words.ts';
import { type PriceType, priceTypeLabel } from '#src/features/vehicle/price/price-display.ts';
import type { CarType, VehicleType } from '#src/features/vehicle/vehicle.ts';
import { centsToDollars } from '#src/platform/number/number-format.ts';
import { branch, maybeBranch, maybeLeaf } from '#src/platform/text/xml.ts';
import { type AdvertisedVehicle, type FeedElement, hasVin, reasonsOf, saleReasons } from './vehicle-ads.ts';

const TYPES: Readonly<Record<VehicleType, string>> = {
  car: 'Car',
  truck: 'Truck',
  motorcycle: 'Bike',
  caravan: 'Caravan',
};

const LISTING_TYPES: Readonly<Record<CarType, string>> = { new: 'New', demo: 'Demo', used: 'Used' };

/** Excluding and including government charges. */
const PRICE_TYPES: Readonly<Record<PriceType, string>> = {
  excluding_government_charges: 'EGC',
  drive_away: 'IGC',
  estimated_drive_away: 'IGC',
};

/**
 * FEED-22: a vehicle of the stock list for Australian marketplaces. Elements and words are those in which carsales
 * exchanges vehicles, one level deep where its classes nest lists. Source: github.com/carsales/csn-dto (classes Vehicle,
 * Specification, Registration and Price; car.attributes.json), and, on what marketplaces require,
 * docs.dealerstudio.com.au, article 115; both read in November 2026. Receivers know vehicles by their stock numbers.
 */
export function carsalesVehicle(advertised: AdvertisedVehicle): FeedElement {
  const { vehicle, price, photos, url, sellerIds, location, dealership } = advertised;
  const { item_type: type } = vehicle;
  const body = mainBody(vehicle);
  const reasons = reasonsOf({
    ...saleReasons(advertised),
    'no stock number': vehicle.stocknum === undefined,
  });
  if (reasons.length > 0 || price === null || type === 'part') return { reasons };
  const { street, city, state, postcode } = location.address;
  return {
    cells: branch('Vehicle', [
      ...maybeLeaf('DealerId', sellerIds.carsales),
      ...maybeLeaf('StockNumber', vehicle.stocknum),
      ...maybeLeaf('Identifier', vehicle.id),
      ...maybeLeaf('Type', TYPES[type]),
      ...maybeLeaf('ListingType', LISTING_TYPES[vehicle.car_type]),
      ...maybeLeaf('SaleStatus', 'Available'),
      ...maybeLeaf('VIN', hasVin(vehicle) ? vehicle.vin?.toUpperCase() : undefined),
      ...maybeBranch('Registration', [
        ...maybeLeaf('Number', vehicle.regplate),
        ...maybeLeaf('Expires', vehicle.rego_expiry),
      ]),
      ...maybeLeaf('Make', vehicle.make),
      ...maybeLeaf('Model', vehicle.model),
      ...maybeLeaf('Badge', vehicle.badge),
      ...maybeLeaf('Series', vehicle.series),
      ...maybeLeaf('ModelYear', vehicle.year),
      ...maybeLeaf('BuildDate', vehicle.build_date),
      ...maybeLeaf('ComplianceDate', vehicle.compliance_date),
      ...maybeLeaf('BodyStyle', body && BODY_LABELS[body]),
      ...maybeLeaf('GearType', vehicle.simple_transmission),
      ...maybeLeaf('GearNumber', vehicle.gearnum),
      ...maybeLeaf('Drive', vehicle.simple_drive),
      ...maybeLeaf('FuelType', vehicle.simple_fuel),
      ...maybeLeaf('EngineSize', vehicle.enginesize),
      ...maybeLeaf('Cylinders', vehicle.cylinders),
      ...maybeLeaf('DoorNumber', vehicle.doors),
      ...maybeLeaf('SeatCapacity', vehicle.seats),
      ...maybeLeaf('Colour', vehicle.colour),
      ...maybeLeaf('InteriorColour', vehicle.interior_colour),
      ...maybeLeaf('Odometer', vehicle.km),
      branch('Price', [
        ...maybeLeaf('Type', PRICE_TYPES[price.type]),
        ...maybeLeaf('Description', priceTypeLabel(price.type, type)),
        ...maybeLeaf('Currency', 'AUD'),
        ...maybeLeaf('Amount', centsToDollars(price.cents).toFixed(2)),
      ]),
      ...maybeLeaf('Comment', advertised.description),
      ...maybeBranch(
        'Features',
        vehicle.standardEquipment.flatMap((feature) => maybeLeaf('Feature', feature)),
      ),
      ...maybeBranch(
        'Photos',
        photos.flatMap((photo) => maybeLeaf('Photo', photo)),
      ),
      ...maybeLeaf('Url', url),
      branch('Location', [
        ...maybeLeaf('Name', dealership.name),
        ...maybeLeaf('Address', street),
        ...maybeLeaf('Suburb', city),
        ...maybeLeaf('State', state.toUpperCase()),
        ...maybeLeaf('Postcode', postcode),
      ]),
    ]),
  };
}
