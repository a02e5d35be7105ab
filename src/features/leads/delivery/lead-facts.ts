import type { Location } from '#src/config/sections/business/locations-section.ts';
import { stateName } from '#src/config/sections/states.ts';
import { dealRows } from '#src/features/deal/deal-part.ts';
import { bookingText } from '#src/features/leads/test-drive/booking.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import type { EnquiredCarPart, LeadPayload } from './lead-payload.ts';

export const TEST_DRIVE_CATEGORY = 'Test Drive';
export const SELL_YOUR_CAR_CATEGORY = 'Sell Your Car';

export const isTestDrive = ({ booking, category }: LeadPayload): boolean =>
  booking !== undefined || category === TEST_DRIVE_CATEGORY;

/**
 * Whether year and description are of the shopper's own car: forms that are not about a dealer's car ask for it,
 * except the test-drive form, which asks for the requested car.
 */
export const describesOwnCar = (payload: LeadPayload): boolean =>
  payload.car_id === undefined && !isTestDrive(payload);

/** The car as submitted; empty if none was. */
const describedCar = ({ car_id, car_year, car_description }: LeadPayload): string =>
  // The description of a dealer's car begins with its year.
  (car_id === undefined ? [car_year, car_description] : [car_description]).filter(Boolean).join(' ');

export type LeadFact = { label: string; value: string };

/** The displayed price with its type: `$34,990 Drive away`. */
export const shownPriceText = ({ car_price }: Pick<LeadPayload, 'car_price'>): string =>
  car_price ? `${formatCents(car_price.cents)} ${car_price.type}` : '';

/** `$31,953 in QLD (Advertised price $30,000, Stamp duty in QLD $900, …)` */
function onRoadText({ on_road_estimate: estimate }: LeadPayload): string {
  if (!estimate) return '';
  const lines = estimate.lines.map(({ label, cents }) => `${label} ${formatCents(cents)}`).join(', ');
  return `${formatCents(estimate.cents)} in ${stateName(estimate.state)} (${lines})`;
}

export const OTHER_CAR_LABEL = 'Also asked about';

/** FAV-01: the vehicles of an enquiry after the first. */
export const otherCars = ({ cars = [] }: Pick<LeadPayload, 'cars'>): EnquiredCarPart[] => cars.slice(1);

/** `2021 Toyota HiLux and 2 more`; may be the shopper's own car. */
export function enquiredCarsText(payload: LeadPayload): string {
  const others = otherCars(payload).length;
  return [payload.car_description, others > 0 && `${others} more`].filter(Boolean).join(' and ');
}

const describedOther = (car: EnquiredCarPart): string =>
  [car.car_description, car.stock_number && `stock number ${car.stock_number}`, shownPriceText(car)]
    .filter(Boolean)
    .join(', ');

const campaign = ({ lead_attributes }: LeadPayload) =>
  Object.entries(lead_attributes.linked_query_params)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

/** Labels of a valuation that would be ambiguous to the dealer. */
const OWN_LABELS = new Map([
  ['vehicle', 'Shopper’s vehicle'],
  ['rego', 'Shopper’s rego'],
]);
const ownLabel = ({ trade_in }: LeadPayload, name: string) => (trade_in ? OWN_LABELS.get(name) : undefined);

/** The facts of a lead for a salesperson, without contact details and message. */
export function leadFacts(payload: LeadPayload): LeadFact[] {
  const own = payload.finance_shown?.own;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Enquiry', [...new Set([payload.category, payload.subcategory])].filter(Boolean).join(', ')],
    [describesOwnCar(payload) ? 'Shopper’s vehicle' : 'Vehicle', describedCar(payload)],
    ['Stock number', payload.stock_number],
    ['Price shown', shownPriceText(payload)],
    ['Estimated price on the road', onRoadText(payload)],
    [own ? 'Repayment advertised' : 'Repayment shown', payload.finance_shown?.text],
    ['Repayment shown, for their own terms', own?.text],
    ...(payload.deal ? dealRows(payload.deal) : []).map(({ label, value }) => [label, value] as const),
    ...otherCars(payload).map((car) => [OTHER_CAR_LABEL, describedOther(car)] as const),
    ['Shopper’s rego', payload.trade_in ? '' : payload.Rego],
    ['Services', payload.additional_services?.join(', ')],
    ['Test drive', payload.booking && bookingText(payload.booking)],
    ...(payload.details ?? []).map(
      ({ name, label, value }) => [ownLabel(payload, name) ?? label, value] as const,
    ),
    ['Location', payload.location],
    ['Offers by e-mail or SMS', payload.opt_in ? 'agreed' : 'not agreed'],
    ['Sent from', payload.url],
    ['Campaign', campaign(payload)],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

export type LeadVendor = {
  /** Trading name of the site's dealer. */
  name: string;
  /** The dealership with the licence. */
  dealership: string;
  /** URL of the site. */
  url: string;
  email: string;
  phone: string;
  /** IANA name. */
  timeZone: string;
  /** The requested location, or the car's. */
  location?: Pick<Location, 'name' | 'phone' | 'address'>;
};
