import * as ANALYTICS_EVENTS from '../../analytics-events.ts';
import { defaultEvent } from '../lead-events.ts';
import {
  agreements,
  EMAIL,
  FIRST_NAME,
  LAST_NAME,
  locationId,
  locationOrDealership,
  message,
  PERSON,
  PHONE,
  postcode,
  terms,
} from '../lead-fields.ts';
import type { LeadForm } from './form-entry.ts';

const CATEGORY = 'General Enquiry';

export const contact: LeadForm = {
  category: CATEGORY,
  subcategory: () => 'Contact Enquiry',
  eventId: defaultEvent,
  fields: (settings, context) => [
    FIRST_NAME,
    LAST_NAME,
    ...postcode(settings),
    PHONE,
    EMAIL,
    locationId(settings, context),
    message(settings),
    ...agreements(settings),
  ],
};

/** FORM-06. No offers are sent to applicants. */
export const careers: LeadForm = {
  category: CATEGORY,
  subcategory: () => 'Career Enquiry',
  eventId: () => ANALYTICS_EVENTS.careers,
  fields: (settings, context) => [
    ...PERSON,
    ...postcode(settings),
    ...locationOrDealership(settings, context),
    { ...message(settings), label: 'About you' },
    ...terms(settings),
  ],
};
