import type { LeadPayload } from './lead-payload.ts';

/**
 * What remains of each field of an erased lead. A new field is to be decided here: kept is only what says nothing
 * of a person, not even together with the rest.
 */
const FIELDS: Readonly<Record<keyof LeadPayload, 'kept' | 'gone'>> = {
  name: 'gone',
  last_name: 'gone',
  email: 'gone',
  phone: 'gone',
  postcode: 'gone',
  message: 'gone',
  category: 'kept',
  subcategory: 'kept',
  opt_in: 'kept',
  opt_in_consent: 'kept',
  terms_accepted_at: 'kept',
  dealership_slug: 'kept',
  location: 'kept',
  location_id: 'kept',
  url: 'gone',
  source: 'kept',
  user_agent: 'gone',
  page_id: 'gone',
  tags: 'kept',
  car_id: 'kept',
  car_dealership_id: 'kept',
  car_year: 'kept',
  car_description: 'kept',
  manufacturer_slug: 'kept',
  stock_number: 'kept',
  'Vehicle Make': 'kept',
  'Vehicle Model': 'kept',
  vehicle_status: 'kept',
  autogauge_enabled: 'kept',
  vehicle_data: 'kept',
  booking: 'gone',
  lead_attributes: 'gone',
};

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

const isKept = (field: string): boolean =>
  Object.hasOwn(FIELDS, field) && FIELDS[field as keyof LeadPayload] === 'kept';

/** The payload without the person: form, car, places and the fact of consent. Fields nobody knows go as well. */
export const erasedPayload = (payload: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...BLANK,
  ...Object.fromEntries(Object.entries(payload).filter(([field]) => isKept(field))),
});
