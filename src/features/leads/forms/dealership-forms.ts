import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import { SELL_YOUR_CAR_CATEGORY } from '#src/features/leads/delivery/lead-facts.ts';
import { DATE_MESSAGE, REQUIRED_MESSAGE, rangeMessage } from '#src/features/leads/fields/form-messages.ts';
import type { FormContext, LeadField } from '#src/features/leads/fields/lead-field.ts';
import {
  additionalServices,
  agreements,
  carId,
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
} from '#src/features/leads/fields/lead-fields.ts';
import {
  CAR_DESCRIPTION,
  CAR_YEAR,
  kms,
  money,
  REGO,
  regoState,
} from '#src/features/leads/fields/own-car-fields.ts';
import { defaultEvent, type LeadForm } from './form-definition.ts';

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

/** FORM-06. Without marketing consent: applicants get no offers. */
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

const MAX_FLEET_SIZE = 10_000;

const COMPANY: LeadField = {
  name: 'company',
  label: 'Company',
  type: 'text',
  required: true,
  maxLength: 120,
  autocomplete: 'organization',
  invalidMessage: REQUIRED_MESSAGE,
};
const VEHICLES: LeadField = {
  name: 'fleet_size',
  label: 'How many vehicles?',
  type: 'number',
  required: false,
  maxLength: 5,
  min: 1,
  max: MAX_FLEET_SIZE,
  step: 1,
  invalidMessage: rangeMessage(1, MAX_FLEET_SIZE),
};

export const fleet: LeadForm = {
  category: 'Fleet Enquiry',
  subcategory: () => 'Fleet Enquiry',
  eventId: defaultEvent,
  fields: (settings, context) => [
    COMPANY,
    VEHICLES,
    ...PERSON,
    ...postcode(settings),
    ...locationOrDealership(settings, context),
    message(settings),
    ...agreements(settings),
  ],
};

/** For shoppers who only want a call; valuations have their own pages. */
export const sellYourCar: LeadForm = {
  category: SELL_YOUR_CAR_CATEGORY,
  subcategory: () => 'Sell Your Car',
  eventId: defaultEvent,
  fields: (settings, context) => [
    REGO,
    regoState(settings.state),
    CAR_YEAR,
    { ...CAR_DESCRIPTION, required: true },
    ...kms(context, { name: 'odometer', label: 'Odometer' }),
    money(settings, { name: 'asking_price', label: 'Price you’d like' }),
    ...PERSON,
    ...postcode(settings),
    ...locationOrDealership(settings, context),
    { ...message(settings), label: 'Anything else we should know?', required: false },
    ...agreements(settings),
  ],
};

const preferredDay = ({ today }: FormContext): LeadField => ({
  name: 'preferred_date',
  label: 'Preferred day',
  type: 'date',
  required: false,
  maxLength: 10,
  invalidMessage: DATE_MESSAGE,
  ...(today === undefined ? {} : { earliest: today }),
});

const ownCar = [REGO, CAR_YEAR, CAR_DESCRIPTION];

export const service: LeadForm = {
  category: 'Service Enquiry',
  subcategory: () => 'Service Booking',
  eventId: defaultEvent,
  fields: (settings, context) => [
    ...PERSON,
    ...postcode(settings),
    ...ownCar,
    ...kms(context, { name: 'odometer', label: 'Odometer' }),
    preferredDay(context),
    locationId(settings, context, 'service'),
    ...additionalServices('I would like', settings.leads.serviceExtras),
    { ...message(settings), label: 'What should we look at?' },
    ...agreements(settings),
  ],
};

export const parts: LeadForm = {
  category: 'Parts Enquiry',
  subcategory: () => 'Parts Enquiry',
  eventId: defaultEvent,
  fields: (settings, context) => [
    ...PERSON,
    ...postcode(settings),
    ...ownCar,
    locationId(settings, context, 'parts'),
    { ...message(settings), label: 'Which parts or accessories?', required: true },
    ...agreements(settings),
  ],
};

/** FORM-10: the contact details of a valuation; the vehicle's data is added to the lead. */
export const tradeIn: LeadForm = {
  category: 'Trade-In',
  subcategory: () => 'Trade-In Valuation',
  eventId: defaultEvent,
  fields: (settings, context) => [
    ...PERSON,
    ...postcode(settings),
    ...locationOrDealership(settings, context),
    { ...message(settings), label: 'Anything we should know?', required: false },
    ...agreements(settings),
    REGO,
    carId(context),
  ],
};
