import type { LeadField, LeadValues } from './lead-field.ts';
import { REQUIRED_MESSAGE } from './messages.ts';

/** FAV-01: the most vehicles one enquiry is about. */
export const MAX_CARS_PER_ENQUIRY = 10;
export const MAX_ID_CHARACTERS = 100;

/** Ids of all vehicles of an enquiry about several, with commas; the first is also its `car_id`. */
export const CAR_IDS: LeadField = {
  name: 'car_ids',
  label: 'Vehicles',
  type: 'hidden',
  required: false,
  maxLength: MAX_CARS_PER_ENQUIRY * (MAX_ID_CHARACTERS + 1),
  invalidMessage: REQUIRED_MESSAGE,
};

/** Each once, in the order of the shopper's choice. */
export const carIdsOf = ({ car_id = '', car_ids = '' }: LeadValues): string[] =>
  [...new Set([car_id, ...car_ids.split(/[\s,]+/)])].filter(Boolean).slice(0, MAX_CARS_PER_ENQUIRY);
