import type { Identity } from '#src/config/sections/business/identity-section.ts';
import { BODY_LABELS } from '#src/features/search/facets/facets.ts';
import { mainBody } from '#src/features/vehicle/body-words.ts';
import { measureTexts } from '#src/features/vehicle/measures.ts';
import type { PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import {
  isAvailable,
  type StockedVehicle,
  type Vehicle,
  vehicleName,
} from '#src/features/vehicle/vehicle.ts';
import { CAR_TYPE_LABELS } from '#src/features/vehicle/vehicle-paths.ts';
import { centsToDollars, formatNumber } from '#src/platform/number/number-format.ts';
import { isEmptyValue, regoText } from './display-text.ts';
import { feetText, SPECIFICATIONS } from './specifications.data.ts';

export type Fact = { label: string; text: string };

/** VDP-07: facts shown before Show More. */
export const KEY_FACTS_SHOWN = 4;
/** VDP-08: features shown before Show All. */
export const FEATURES_SHOWN = 8;

const withUnit = (value: number | undefined, unit: string) =>
  value === undefined ? undefined : `${formatNumber(value, 2)} ${unit}`;

/** `45,210 km` */
const kilometresText = (km: number | undefined): string | undefined => withUnit(km, 'km');

/** Motorcycles have their size in cc, as tenths of a litre are too coarse. */
const engineSizeText = ({ item_type, enginesize, enginesize_litres: litres }: Vehicle) =>
  item_type === 'motorcycle' && enginesize ? withUnit(enginesize, 'cc') : litres && `${litres.toFixed(1)} L`;

function engineText(vehicle: Vehicle): string | undefined {
  const { cylinders, induction } = vehicle;
  const parts = [
    engineSizeText(vehicle) || undefined,
    cylinders ? `${cylinders} ${cylinders === 1 ? 'cylinder' : 'cylinders'}` : undefined,
    isEmptyValue(induction) ? undefined : induction,
  ].filter((part) => part !== undefined);
  return parts.join(', ') || undefined;
}

function transmissionText({ simple_transmission, gearnum }: Vehicle): string | undefined {
  if (simple_transmission === undefined) return undefined;
  // Electric vehicles have one gear.
  return gearnum && gearnum > 1 ? `${simple_transmission}, ${gearnum}\u00a0speed` : simple_transmission;
}

/** Omits EV, which is the fuel's word, where no shape is known. */
export function bodyText(vehicle: Vehicle): string | undefined {
  const body = mainBody(vehicle);
  return body === undefined || body === 'ev' ? undefined : (BODY_LABELS[body] ?? body);
}

/** VDP-30: `SR5 GUN126R`; a series that is part of the badge is not repeated. */
export function badgeAndSeries({ badge, series }: Pick<Vehicle, 'badge' | 'series'>): string | null {
  const [named, built] = [badge, series].map((text) => (isEmptyValue(text) ? '' : (text ?? '')));
  const isNamed = ` ${named} `.toLowerCase().includes(` ${built} `.toLowerCase());
  return (isNamed ? [named] : [named, built]).filter(Boolean).join(' ') || null;
}

const toFacts = (rows: readonly (readonly [string, string | number | null | undefined])[]): Fact[] =>
  rows.flatMap(([label, value]) => (isEmptyValue(value) ? [] : [{ label, text: String(value) }]));

/**
 * VDP-07: key information, most important first, without empty values.
 */
export function keyFacts(vehicle: Vehicle): Fact[] {
  const isCaravan = vehicle.item_type === 'caravan';
  return toFacts([
    ['Berths', isCaravan ? vehicle.sleeps : undefined],
    ['Length', isCaravan ? feetText(vehicle.body_length) : undefined],
    ['Tare', isCaravan ? withUnit(vehicle.tare_weight, 'kg') : undefined],
    ['Aggregate trailer mass', isCaravan ? withUnit(vehicle.aggregate_trailer_mass, 'kg') : undefined],
    ['Odometer', kilometresText(vehicle.km)],
    ['Transmission', transmissionText(vehicle)],
    ['GVM', vehicle.item_type === 'truck' ? withUnit(vehicle.grossvehiclemass, 'kg') : undefined],
    ['Fuel', vehicle.simple_fuel ?? vehicle.fuel],
    ['Body', bodyText(vehicle)],
    ['Drive', vehicle.simple_drive],
    ['Engine', engineText(vehicle)],
    ['Doors', vehicle.doors],
    ['Interior', vehicle.interior_colour],
    ['Build date', vehicle.build_date],
    ['Compliance date', vehicle.compliance_date],
  ]);
}

/**
 * VDP-07, VDP-18: facts of the individual vehicle, without empty values.
 * @param today `YYYY-MM-DD` in the dealer's time zone
 */
export const identityFacts = (vehicle: Vehicle, today: string, showUnregistered: boolean): Fact[] =>
  toFacts([
    ['Colour', vehicle.colour],
    ['Seats', vehicle.seats],
    ['Registration plate', vehicle.regplate],
    ['Registration', regoText(vehicle.rego_expiry, today, showUnregistered)],
    ['Warranty', vehicle.warranty],
    ['Series', vehicle.series],
    ['VIN', vehicle.vin],
    ['Stock number', vehicle.stocknum],
  ]);

/** VDP-250: what `keyFacts` say, which stand beside the specifications on a page as in a PDF. */
function fieldsOfKeyFacts(vehicle: Vehicle): ReadonlySet<keyof Vehicle> {
  const { item_type } = vehicle;
  return new Set<keyof Vehicle>([
    ...(['cylinders', 'induction', 'enginesize_litres'] as const),
    ...(engineSizeText(vehicle) ? (['enginesize'] as const) : []),
    ...(item_type === 'truck' ? (['grossvehiclemass'] as const) : []),
    ...(item_type === 'caravan'
      ? (['sleeps', 'body_length', 'tare_weight', 'aggregate_trailer_mass'] as const)
      : []),
  ]);
}

/** VDP-29. */
export const specifications = (vehicle: Vehicle): Fact[] => {
  const said = fieldsOfKeyFacts(vehicle);
  return toFacts(
    SPECIFICATIONS.filter(({ key }) => !said.has(key)).map(({ label, key, show }) => {
      const value = vehicle[key];
      return [label, isEmptyValue(value) || value === undefined ? undefined : show(value)] as const;
    }),
  );
};

const wordsOf = (feature: string): string[] =>
  feature
    .toLowerCase()
    .split(/[\s,-]+/)
    .filter(Boolean);

/** A longer text with one of these does not imply the shorter. */
const EXCLUDES = /\b(?:no|not|non|without|delete|prep|ready|optional|option|provision)\b/i;

/** VDP-250: what a text says besides: "Tow bar and wiring" has a "Tow bar", a "tow-bar" and a "towbar". */
function impliedBy(feature: string): string[] {
  if (EXCLUDES.test(feature)) return [];
  const words = wordsOf(feature);
  return words.flatMap((_, from) =>
    words
      .map((_word, to) => words.slice(from, to + 1).join(''))
      .filter((run, to) => run !== '' && to - from < words.length - 1),
  );
}

/** Searchable features and standard equipment, each said once, in the fullest words. */
export function featureList({ filtered_features, standardEquipment }: Vehicle): string[] {
  const byText = new Map<string, string>();
  for (const feature of [...filtered_features, ...standardEquipment]) {
    const key = wordsOf(feature).join('');
    if (!isEmptyValue(feature) && !byText.has(key)) byText.set(key, feature.trim());
  }
  const implied = new Set([...byText.values()].flatMap(impliedBy));
  return [...byText].flatMap(([key, feature]) => (implied.has(key) ? [] : [feature]));
}

/** Facts that distinguish vehicles with the same name. */
export const vehicleChips = (car: Vehicle): string[] =>
  [
    CAR_TYPE_LABELS[car.car_type],
    kilometresText(car.km),
    car.simple_transmission,
    car.simple_fuel ?? car.fuel,
    bodyText(car),
    ...measureTexts(car),
  ].filter((chip) => chip !== undefined);

/** Page title without the dealer's name. */
export const vehicleTitleTag = (car: Vehicle, { kind }: Pick<PriceDisplay, 'kind'>, city: string): string =>
  kind === 'subscription'
    ? `${vehicleName(car)} by subscription in ${city}`
    : `${CAR_TYPE_LABELS[car.car_type]} ${vehicleName(car)} for sale in ${city}`;

/** Meta description; includes the price only with its type. */
export function vehicleDescription(car: Vehicle, price: PriceDisplay, seller: string): string {
  const isWeekly = price.kind === 'subscription';
  const type = isWeekly ? 'by subscription' : price.typeText?.toLowerCase();
  const amount = type === undefined ? undefined : `${price.text} ${type}`;
  const facts = [...vehicleChips(car).slice(1), car.colour, amount].filter((fact) => !isEmptyValue(fact));
  const condition = isWeekly ? '' : `${CAR_TYPE_LABELS[car.car_type]} `;
  const sentence = `${condition}${vehicleName(car)} at ${seller}`;
  return facts.length > 0 ? `${sentence}: ${facts.join(', ')}.` : `${sentence}.`;
}

type Plan = Identity['subscriptionPlan'];

const listFormat = new Intl.ListFormat('en-AU', { type: 'conjunction' });

/** CFG-16: `Minimum 4 weeks, 300 km a week. Registration, insurance and servicing included` */
export function planLine({ minimumTerm, kilometres, inclusions }: Plan): string {
  const [first, ...more] = inclusions;
  const included =
    first === undefined
      ? undefined
      : `${listFormat.format([first, ...more.map((each) => each.charAt(0).toLowerCase() + each.slice(1))])} included`;
  const terms = [minimumTerm && `Minimum ${minimumTerm}`, kilometres].filter(Boolean).join(', ');
  return [terms, included].filter(Boolean).join('. ');
}

const SCHEMA = 'https://schema.org';

const TYPES = {
  car: 'Car',
  truck: 'Vehicle',
  motorcycle: 'Motorcycle',
  caravan: 'Vehicle',
  part: 'Product',
} as const;

/** Removes empty values. */
const withoutEmpty = (facts: Record<string, unknown>): Record<string, unknown> =>
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
  /** Absolute URL of the page. */
  url: string;
  /** Absolute URLs. */
  pictures: readonly string[];
  seller: {
    name: string;
    url: string;
    address: { street: string; city: string; state: string; postcode: string };
  };
};

/**
 * A schema.org Car, Motorcycle or Vehicle with its offer. As on the page, there is no phone number, and no price unless
 * one is displayed.
 */
export function vehicleJsonLd({ vehicle, price, url, pictures, seller }: ListedVehicle): object {
  const { street, city, state, postcode } = seller.address;
  return withoutEmpty({
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
    offers: withoutEmpty({
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
