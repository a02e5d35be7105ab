import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { itemNoun } from '#src/config/sections/stock/stock-terms.ts';
import type { DealPart } from '#src/features/deal/deal-part.ts';
import type { FinanceShown } from '#src/features/finance/finance-disclosure.ts';
import { vehicleOnRoad } from '#src/features/finance/on-road/on-road-estimate.ts';
import {
  type EnquiredCarPart,
  type LeadPayload,
  readLeadAttributes,
} from '#src/features/leads/delivery/lead-payload.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import {
  type LeadField,
  type LeadValues,
  splitValues,
  TICKED,
} from '#src/features/leads/fields/lead-field.ts';
import { FINANCE_SEEN } from '#src/features/leads/forms/finance-forms.ts';
import type { LeadForm } from '#src/features/leads/forms/form-definition.ts';
import { DEAL_FIELD } from '#src/features/leads/forms/vehicle-forms.ts';
import { type Booking, bookingText } from '#src/features/leads/test-drive/booking.ts';
import { tabsOf } from '#src/features/locations/location-directory.ts';
import { stateOfPostcode } from '#src/features/locations/postcode-state.ts';
import { carLocation, dealershipOf } from '#src/features/locations/vehicle-location.ts';
import { reserveTerms, reserveTermsDetail } from '#src/features/reservations/reserve-terms.ts';
import { takesDeposits } from '#src/features/reservations/server/payments/payment-service.ts';
import { priceDisplay, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { type Vehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { groupedNumber } from '#src/platform/number/typed-number.ts';
import { singleLine } from '#src/platform/text/safe-text.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { consentsOf } from './read-lead-body.ts';

/** Form fields with their own field in the payload. */
const MAPPED_FIELDS = new Set([
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
  DEAL_FIELD,
]);

function shown({ type, options = [] }: LeadField, value: string): string {
  if (type === 'money') return `$${groupedNumber(value)}`;
  if (type === 'kms') return `${groupedNumber(value)} kms`;
  return options.find((option) => option.value === value)?.label ?? value;
}

/** FORM-13: answers without their own field in the payload, in form order. */
export const otherDetails = (fields: readonly LeadField[], values: LeadValues): LeadPayload['details'] =>
  fields.flatMap((field) => {
    const value = values[field.name] ?? '';
    if (value === '' || MAPPED_FIELDS.has(field.name)) return [];
    return [{ name: field.name, label: field.label, value: shown(field, value) }];
  });

const has = <K extends string>(key: K, value: string | undefined) =>
  value ? ({ [key]: value } as Record<K, string>) : {};

/** The dealer may recognise a vehicle that is no longer public. */
const goneCar = (id: string) => ({
  name: 'gone_car_id',
  label: 'Asked about',
  value: `a vehicle no longer listed (id ${id})`,
});

/** FORM-13: the shopper's own vehicle and selected extras; only answered fields. */
export function answeredParts(
  fields: readonly LeadField[],
  values: LeadValues,
  goneCarIds: readonly string[] = [],
  more: NonNullable<LeadPayload['details']> = [],
): Partial<LeadPayload> {
  const services = splitValues(values.additional_services ?? '');
  const details = [...(otherDetails(fields, values) ?? []), ...goneCarIds.map(goneCar), ...more];
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
  /** The fields of the submitted form. */
  fields: readonly LeadField[];
  /** Cleaned and checked. */
  values: LeadValues;
  /** As posted, for fields outside the form's own. */
  body: LeadValues;
  car: EnquiredCar | undefined;
  /** All vehicles of an enquiry about several. */
  cars?: readonly EnquiredCar[] | undefined;
  /** Ids of cars that are no longer listed, of which nothing else may be disclosed. */
  goneCarIds?: readonly string[] | undefined;
  /** The repayment displayed with the car. */
  financeShown?: FinanceShown | undefined;
  booking?: Booking | undefined;
  deal?: DealPart | undefined;
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

/** The price and type as on the vehicle's page; none if it displays none, or a weekly one. */
function priceShown(dealer: DealerConfig, car: EnquiredCar) {
  const { kind, cents, typeText } = priceDisplay(pricingOf(car, dealer.stock.defaultPriceType), {
    noPriceText: '',
    subscriptionSite: dealer.subscription,
  });
  return kind === 'price' && cents !== null && typeText !== null
    ? { car_price: { cents, type: typeText } }
    : {};
}

/** FORM-210: for the shopper's postcode, else in the dealer's state, as the vehicle's page shows it. */
function onRoadPart(
  dealer: DealerConfig,
  car: EnquiredCar,
  { postcode = '' }: LeadValues,
  now: Date,
): Pick<LeadPayload, 'on_road_estimate'> {
  const state = stateOfPostcode(postcode) ?? dealer.state;
  const estimate = vehicleOnRoad(car, dealer, { state, date: zonedDate(now, dealer.timeZone).date });
  if (!estimate) return {};
  const lines = estimate.lines.map(({ label, amountCents }) => ({ label, cents: amountCents }));
  return { on_road_estimate: { state, cents: estimate.totalCents, lines } };
}

function carPart(dealer: DealerConfig, car: EnquiredCar) {
  const dealership = dealershipOf(car, dealer);
  const { dealership_slug: _, ...requested } = enquiredCarPart(dealer, car);
  return {
    ...requested,
    manufacturer_slug: slugOf(car.make),
    autogauge_enabled: dealer.plugins.includes('autogauge') && car.car_type === 'used',
    vehicle_data: marketData(dealer),
    ...(dealership ? { car_dealership_id: dealership.id } : {}),
  };
}

/** FAV-01. */
const enquiredCarPart = (dealer: DealerConfig, car: EnquiredCar): EnquiredCarPart => ({
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

/** FIN-01: finance forms have their own field for it. */
const requestedDealership = ({ dealership_slug, preferredDealership }: LeadValues) =>
  dealership_slug || preferredDealership || undefined;

/**
 * The requested location, else the car's, else one of the requested dealership, else the main one. Unless a location
 * was requested, service and parts forms go to a department: that of the car's location or dealership if there is
 * one.
 */
function locationOf({ dealer: { locations }, formName, values, car }: LeadParts) {
  const requested = requestedDealership(values);
  const own = locations.filter(({ dealership }) => requested === undefined || dealership === requested);
  const carsLocation = car && carLocation(car, locations);
  const departments =
    formName === 'service' || formName === 'parts'
      ? own.filter((each) => each.visible && tabsOf(each).includes(formName))
      : [];
  const department =
    departments.find((each) => each === carsLocation) ??
    departments.find(({ dealership }) => dealership === carsLocation?.dealership) ??
    departments[0];
  return (
    locations.find(({ id }) => id === values.location_id) ??
    department ??
    carsLocation ??
    (requested === undefined ? undefined : own[0]) ??
    locations.find(({ primary }) => primary)
  );
}

/** The form's own text precedes the shopper's message, the time follows it: not every CRM displays unknown fields. */
function messageOf({ fields, values, booking }: LeadParts): string {
  const { default_message: own = '', message = '' } = values;
  const requested = fields.find(({ name }) => name === 'slot' || name === 'booking_date');
  return [own, message, booking && requested ? `${requested.label}: ${bookingText(booking)}` : '']
    .filter((part) => part !== '')
    .join('\n\n');
}

/** BUY-221. */
const termsDetails = ({ dealer, formName, car }: LeadParts) =>
  formName === 'reserve' && car
    ? [
        reserveTermsDetail(reserveTerms(dealer.reserve), {
          noun: itemNoun(car.item_type).one,
          isPaid: takesDeposits(dealer),
        }),
      ]
    : [];

/** FORM-04, FORM-13. */
export function composePayload(parts: LeadParts): LeadPayload {
  const {
    dealer,
    form,
    formName,
    fields,
    values,
    body,
    car,
    cars = [],
    booking,
    deal,
    financeShown,
    now,
  } = parts;
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
    dealership_slug: car?.dealership_slug ?? requestedDealership(values) ?? location?.dealership ?? '',
    location: location?.name ?? '',
    ...(location ? { location_id: location.id } : {}),
    url: `${canonicalOrigin(dealer)}${page}`,
    source: 'Website',
    user_agent: singleLine(parts.userAgent).slice(0, MAX_USER_AGENT_LENGTH),
    page_id: page.split('?')[0] ?? page,
    tags: [formName],
    ...answeredParts(fields, values, parts.goneCarIds, termsDetails(parts)),
    ...(car ? carPart(dealer, car) : {}),
    ...(car ? onRoadPart(dealer, car, values, now) : {}),
    ...(cars.length > 1 ? { cars: cars.map((each) => enquiredCarPart(dealer, each)) } : {}),
    ...(financeShown ? { finance_shown: financeShown } : {}),
    ...(booking ? { booking } : {}),
    ...(deal ? { deal } : {}),
    lead_attributes: readLeadAttributes(body[FORM_EXTRAS.visitedPages], body[FORM_EXTRAS.linkedQueryParams]),
  };
}
