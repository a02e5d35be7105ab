import type { FormContext, FormSettings } from '../form-settings.ts';
import { defaultEvent } from '../lead-events.ts';
import type { LeadField } from '../lead-field.ts';
import { additionalServices, agreements, locationId, message, PERSON, postcode } from '../lead-fields.ts';
import { DATE_MESSAGE } from '../messages.ts';
import { CAR_DESCRIPTION, CAR_YEAR, kms, REGO } from '../own-car-fields.ts';
import type { LeadForm } from './form-entry.ts';

const dayWanted = ({ today }: FormContext): LeadField => ({
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
  fields: (settings: FormSettings, context: FormContext) => [
    ...PERSON,
    ...postcode(settings),
    ...ownCar,
    ...kms(context, { name: 'odometer', label: 'Odometer' }),
    dayWanted(context),
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
