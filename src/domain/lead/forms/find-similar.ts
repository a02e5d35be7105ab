import { enquiryEvent } from '../lead-events.ts';
import { agreements, carId, dealership, message, PERSON, postcode } from '../lead-fields.ts';
import { kms, money } from '../own-car-fields.ts';
import type { LeadForm } from './form-entry.ts';

/** CARD-02: for a car that is gone, or none in stock. */
export const findSimilar: LeadForm = {
  category: 'Vehicle Enquiry',
  subcategory: () => 'Find Similar',
  eventId: enquiryEvent,
  fields: (settings, context) => [
    ...PERSON,
    money(settings, { name: 'budget', label: 'Maximum price' }),
    kms({ name: 'most_kms', label: 'Maximum kilometres' }),
    ...postcode(settings),
    ...dealership(settings, context),
    { ...message(settings), label: 'What matters to you?', required: false },
    ...agreements(settings),
    carId(context),
  ],
};
