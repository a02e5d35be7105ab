import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import type { FinanceShown } from '#src/features/finance/finance-disclosure.ts';
import {
  type AskedCarPart,
  type LeadPayload,
  readLeadAttributes,
} from '#src/features/leads/delivery/lead-payload.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import {
  type LeadField,
  type LeadValues,
  severalValues,
  TICKED,
} from '#src/features/leads/fields/lead-field.ts';
import { FINANCE_SEEN } from '#src/features/leads/forms/finance-forms.ts';
import type { LeadForm } from '#src/features/leads/forms/form-definition.ts';
import { type Booking, bookingWords } from '#src/features/leads/test-drive/booking.ts';
import { tabsOf } from '#src/features/locations/location-directory.ts';
import { carLocation, dealershipOf } from '#src/features/locations/vehicle-location.ts';
import { priceDisplay, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { type Vehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { groupedNumber } from '#src/platform/number/typed-number.ts';
import { singleLine } from '#src/platform/text/safe-text.ts';
import { consentsOf } from './read-lead-body.ts';

/** Fields with their own place in the payload. */
const PLACED = new Set([
  'name',
  'last_name',
  'email',
  'phone',
  'postcode',
  'message',
  'default_message',
  'category',
  'opt_in',
  'terms',
  'dealership_slug',
  'location_id',
  'car_id',
  'car_ids',
  'Rego',
  'car_year',
  'car_description',
  'additional_services',
  'booking_date',
  'booking_time',
  'slot',
  FINANCE_SEEN,
]);

function shown({ type, options = [] }: LeadField, value: string): string {
  if (type === 'money') return `$${groupedNumber(value)}`;
  if (type === 'kms') return `${groupedNumber(value)} kms`;
  return options.find((option) => option.value === value)?.label ?? value;
}

/** FORM-13: answers without their own field in the payload, in the order of the form. */
export const otherDetails = (fields: readonly LeadField[], values: LeadValues): LeadPayload['details'] =>
  fields.flatMap((field) => {
    const value = values[field.name] ?? '';
    if (value === '' || PLACED.has(field.name)) return [];
    return [{ name: field.name, label: field.label, value: shown(field, value) }];
  });

const has = <K extends string>(key: K, value: string | undefined) =>
  value ? ({ [key]: value } as Record<K, string>) : {};

/** For the dealer, who may recognise a vehicle that is no longer public. */
const goneCar = (id: string) => ({
  name: 'gone_car_id',
  label: 'Asked about',
  value: `a vehicle no longer listed (id ${id})`,
});

/** FORM-13: the shopper's own vehicle and ticked extras; only answered fields. */
export function answeredParts(
  fields: readonly LeadField[],
  values: LeadValues,
  goneCarIds: readonly string[] = [],
): Partial<LeadPayload> {
  const services = severalValues(values.additional_services ?? '');
  const details = [...(otherDetails(fields, values) ?? []), ...goneCarIds.map(goneCar)];
  return {
    ...has('Rego', values.Rego),
    ...has('car_year', values.car_year),
    ...has('car_description', values.car_description),
    ...(services.length > 0 ? { additional_services: services } : {}),
    ...(details.length > 0 ? { details } : {}),
  };
}

export type EnquiredCar = Vehicle & { id: string; slug: string };

export type LeadParts = {
  dealer: DealerConfig;
  formName: string;
  form: LeadForm;
  /** Of the form as it was filled in. */
  fields: readonly LeadField[];
  /** Cleaned and checked. */
  values: LeadValues;
  /** As sent, for fields outside the form's own. */
  body: LeadValues;
  car: EnquiredCar | undefined;
  /** All of them, where the shopper asks about several. */
  cars?: readonly EnquiredCar[] | undefined;
  /** Ids of cars that are no longer listed; nothing else of them may be shown. */
  goneCarIds?: readonly string[] | undefined;
  /** The repayment the shopper saw with the car. */
  financeShown?: FinanceShown | undefined;
  /** When the shopper comes for a test drive. */
  booking?: Booking | undefined;
  userAgent: string;
  now: Date;
};

const MAX_USER_AGENT_LENGTH = 300;
const MAX_PATH_LENGTH = 300;
const PAGE_PATH = /^\/(?![/\\])/;

const marketData = ({ autograb, redbook }: DealerConfig): ('autograb' | 'redbook')[] => [
  ...(autograb ? (['autograb'] as const) : []),
  ...(redbook ? (['redbook'] as const) : []),
];

/** The price with its type as on the vehicle's page; none if the page shows none, or a weekly one. */
function priceShown(dealer: DealerConfig, car: EnquiredCar) {
  const { kind, cents, typeText } = priceDisplay(pricingOf(car, dealer.stock.defaultPriceType), {
    noPriceText: '',
    subscriptionSite: dealer.subscription,
  });
  return kind === 'price' && cents !== null && typeText !== null
    ? { car_price: { cents, type: typeText } }
    : {};
}

function carPart(dealer: DealerConfig, car: EnquiredCar) {
  const dealership = dealershipOf(car, dealer);
  const { dealership_slug: _, ...asked } = askedCarPart(dealer, car);
  return {
    ...asked,
    manufacturer_slug: slugOf(car.make),
    autogauge_enabled: dealer.plugins.includes('autogauge') && car.car_type === 'used',
    vehicle_data: marketData(dealer),
    ...(dealership ? { car_dealership_id: dealership.id } : {}),
  };
}

/** FAV-01. */
const askedCarPart = (dealer: DealerConfig, car: EnquiredCar): AskedCarPart => ({
  car_id: car.id,
  car_year: String(car.year),
  car_description: vehicleName(car),
  car_type: car.car_type,
  'Vehicle Make': car.make,
  'Vehicle Model': car.model,
  vehicle_status: car.status,
  ...(car.vin === undefined ? {} : { car_vin: car.vin }),
  ...(car.stocknum === undefined ? {} : { stock_number: car.stocknum }),
  ...(car.dealership_slug === undefined ? {} : { dealership_slug: car.dealership_slug }),
  ...priceShown(dealer, car),
});

/** FIN-01: a finance form has its own field for it. */
const askedDealership = ({ dealership_slug, preferredDealership }: LeadValues) =>
  dealership_slug || preferredDealership || undefined;

/**
 * The requested location, else the car's, else one of the requested dealership, else the main one. Bookings of a service
 * and parts enquiries go to a workshop or a parts counter before any of them but the first: that of the car's
 * location or dealership where there is one.
 */
function locationOf({ dealer: { locations }, formName, values, car }: LeadParts) {
  const asked = askedDealership(values);
  const own = locations.filter(({ dealership }) => asked === undefined || dealership === asked);
  const ofCar = car && carLocation(car, locations);
  const departments =
    formName === 'service' || formName === 'parts'
      ? own.filter((place) => place.visible && tabsOf(place).includes(formName))
      : [];
  const department =
    departments.find((place) => place === ofCar) ??
    departments.find(({ dealership }) => dealership === ofCar?.dealership) ??
    departments[0];
  return (
    locations.find(({ id }) => id === values.location_id) ??
    department ??
    ofCar ??
    (asked === undefined ? undefined : own[0]) ??
    locations.find(({ primary }) => primary)
  );
}

/**
 * The form's own text comes before the shopper's message, the time after it: not every CRM shows unknown fields.
 */
function messageOf({ fields, values, booking }: LeadParts): string {
  const { default_message: own = '', message = '' } = values;
  const asked = fields.find(({ name }) => name === 'slot' || name === 'booking_date');
  return [own, message, booking && asked ? `${asked.label}: ${bookingWords(booking)}` : '']
    .filter((part) => part !== '')
    .join('\n\n');
}

/** FORM-04, FORM-13: everything sent to the CRM about a lead. */
export function composePayload(parts: LeadParts): LeadPayload {
  const { dealer, form, formName, fields, values, body, car, cars = [], booking, financeShown, now } = parts;
  const location = locationOf(parts);
  const at = now.toISOString();
  const path = singleLine(body[FORM_EXTRAS.pagePath] ?? '').slice(0, MAX_PATH_LENGTH);
  const page = PAGE_PATH.test(path) ? path : `/enquire/${formName}`;
  return {
    name: values.name ?? '',
    last_name: values.last_name ?? '',
    email: values.email ?? '',
    phone: values.phone ?? '',
    postcode: values.postcode ?? '',
    message: messageOf(parts),
    category: values.category || form.category,
    subcategory: form.subcategory(car),
    opt_in: values.opt_in === TICKED,
    ...consentsOf(dealer, fields, { values, body }, now),
    terms_accepted_at: values.terms === TICKED ? at : null,
    dealership_slug: car?.dealership_slug ?? askedDealership(values) ?? location?.dealership ?? '',
    location: location?.name ?? '',
    ...(location ? { location_id: location.id } : {}),
    url: `${canonicalOrigin(dealer)}${page}`,
    source: 'Website',
    user_agent: singleLine(parts.userAgent).slice(0, MAX_USER_AGENT_LENGTH),
    page_id: page.split('?')[0] ?? page,
    tags: [formName],
    ...answeredParts(fields, values, parts.goneCarIds),
    ...(car ? carPart(dealer, car) : {}),
    ...(cars.length > 1 ? { cars: cars.map((each) => askedCarPart(dealer, each)) } : {}),
    ...(financeShown ? { finance_shown: financeShown } : {}),
    ...(booking ? { booking } : {}),
    lead_attributes: readLeadAttributes(body[FORM_EXTRAS.visitedPages], body[FORM_EXTRAS.linkedQueryParams]),
  };
}
