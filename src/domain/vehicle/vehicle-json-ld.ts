import { centsToDollars } from '../money.ts';
import { isAvailable } from './availability.ts';
import { isEmptyValue } from './display-text.ts';
import { bodyText } from './key-facts.ts';
import type { PriceDisplay } from './price-display.ts';
import { type StockedVehicle, vehicleName } from './vehicle.ts';

const SCHEMA = 'https://schema.org';

const TYPES = {
  car: 'Car',
  truck: 'Vehicle',
  motorcycle: 'Motorcycle',
  caravan: 'Vehicle',
  part: 'Product',
} as const;

/** Drops what is not known: structured data states facts only. */
const known = (facts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => !isEmptyValue(value)));

const quantity = (value: number | undefined, unitCode: string) =>
  value === undefined ? undefined : { '@type': 'QuantitativeValue', value, unitCode };

function availability({ status, reserved, preorder }: StockedVehicle): string {
  if (!isAvailable({ status })) return `${SCHEMA}/SoldOut`;
  if (reserved) return `${SCHEMA}/Reserved`;
  return preorder || status === 'coming_soon' ? `${SCHEMA}/PreOrder` : `${SCHEMA}/InStock`;
}

export type ListedVehicle = {
  vehicle: StockedVehicle;
  price: PriceDisplay;
  /** Full address of the page. */
  url: string;
  /** Full addresses of its pictures. */
  pictures: readonly string[];
  seller: {
    name: string;
    url: string;
    address: { street: string; city: string; state: string; postcode: string };
  };
};

/**
 * The vehicle with its offer (schema.org Car, Motorcycle or Vehicle). No price where the page shows none, and no phone number:
 * the page masks it.
 */
export function vehicleJsonLd({ vehicle, price, url, pictures, seller }: ListedVehicle): object {
  const { street, city, state, postcode } = seller.address;
  return known({
    '@context': SCHEMA,
    '@type': TYPES[vehicle.item_type],
    '@id': `${url}#vehicle`,
    url,
    name: vehicleName(vehicle),
    image: pictures.length > 0 ? pictures : undefined,
    brand: { '@type': 'Brand', name: vehicle.make },
    model: vehicle.model,
    vehicleModelDate: String(vehicle.year),
    vehicleConfiguration: vehicle.badge,
    vehicleIdentificationNumber: vehicle.vin,
    sku: vehicle.stocknum,
    color: vehicle.colour,
    vehicleInteriorColor: vehicle.interior_colour,
    bodyType: bodyText(vehicle),
    vehicleTransmission: vehicle.simple_transmission,
    driveWheelConfiguration: vehicle.simple_drive,
    fuelType: vehicle.simple_fuel ?? vehicle.fuel,
    vehicleSeatingCapacity: vehicle.seats,
    numberOfDoors: vehicle.doors,
    mileageFromOdometer: quantity(vehicle.km, 'KMT'),
    itemCondition: `${SCHEMA}/${vehicle.car_type === 'new' ? 'NewCondition' : 'UsedCondition'}`,
    offers: known({
      '@type': 'Offer',
      url,
      ...(price.kind === 'price' && price.cents !== null
        ? { price: centsToDollars(price.cents), priceCurrency: 'AUD' }
        : {}),
      availability: availability(vehicle),
      seller: {
        '@type': 'AutoDealer',
        name: seller.name,
        url: seller.url,
        address: {
          '@type': 'PostalAddress',
          streetAddress: street,
          addressLocality: city,
          addressRegion: state.toUpperCase(),
          postalCode: postcode,
          addressCountry: 'AU',
        },
      },
    }),
  });
}
