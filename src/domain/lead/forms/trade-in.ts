import { defaultEvent } from '../lead-events.ts';
import { agreements, carId, locationOrDealership, message, PERSON, postcode } from '../lead-fields.ts';
import { REGO } from '../own-car-fields.ts';
import type { LeadForm } from './form-entry.ts';

/** FORM-10: the contact details of a valuation; the vehicle's known details are sent with the lead. */
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
