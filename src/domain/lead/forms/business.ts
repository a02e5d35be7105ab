import { SELL_YOUR_CAR_CATEGORY } from '../described-car.ts';
import { defaultEvent } from '../lead-events.ts';
import type { LeadField } from '../lead-field.ts';
import { agreements, locationOrDealership, message, PERSON, postcode } from '../lead-fields.ts';
import { REQUIRED_MESSAGE, rangeMessage } from '../messages.ts';
import { CAR_DESCRIPTION, CAR_YEAR, kms, money, REGO, regoState } from '../own-car-fields.ts';
import type { LeadForm } from './form-entry.ts';

const MOST_VEHICLES = 10_000;

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
  max: MOST_VEHICLES,
  step: 1,
  invalidMessage: rangeMessage(1, MOST_VEHICLES),
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

/** For shoppers who only want a call; the valuation has its own pages. */
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
