import type { LeadPayload } from './lead-payload.ts';

/** Fields that identify no person, even combined. Every other field is erased, including future ones. */
const KEPT: readonly (keyof LeadPayload)[] = [
  'category',
  'subcategory',
  'opt_in',
  'opt_in_consent',
  'terms_consent',
  'valuation_terms_consent',
  'terms_accepted_at',
  'dealership_slug',
  'location',
  'location_id',
  'source',
  'tags',
  'car_id',
  'car_dealership_id',
  'car_type',
  'car_price',
  'finance_shown',
  'manufacturer_slug',
  'stock_number',
  'Vehicle Make',
  'Vehicle Model',
  'vehicle_status',
  'autogauge_enabled',
  'vehicle_data',
];

/** In place of fields that every payload has. */
const BLANK = {
  name: '',
  last_name: '',
  email: '',
  phone: '',
  postcode: '',
  message: '',
  url: '',
  user_agent: '',
  page_id: '',
  lead_attributes: { visited_pages: [], linked_query_params: {} },
};

/** Kept only for a car in stock; otherwise they are the shopper's words about their own car. */
const KEPT_OF_STOCK: readonly (keyof LeadPayload)[] = ['car_year', 'car_description'];

const isKept = (field: string, { car_id }: Readonly<Record<string, unknown>>): boolean =>
  [...KEPT, ...(car_id === undefined ? [] : KEPT_OF_STOCK)].some((kept) => kept === field);

const keptFields = (payload: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(payload).filter(([field]) => isKept(field, payload)));

/** FAV-01: the vehicles of an enquiry about several, each as if it were the only one. */
const keptCars = ({ cars }: Readonly<Record<string, unknown>>) =>
  Array.isArray(cars)
    ? { cars: cars.filter((car) => typeof car === 'object' && car !== null).map(keptFields) }
    : {};

/** The payload without the person: form, car, places and the fact of consent. Unknown fields are erased too. */
export const erasedPayload = (payload: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...BLANK,
  ...keptFields(payload),
  ...keptCars(payload),
});
