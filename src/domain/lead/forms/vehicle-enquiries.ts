import { KIND_WORDS } from '#src/config/sections/verticals.ts';
import { CAR_IDS } from '../car-ids.ts';
import type { FormContext, FormSettings } from '../form-settings.ts';
import { enquiryEvent, type FormCar } from '../lead-events.ts';
import type { LeadField } from '../lead-field.ts';
import {
  additionalServices,
  agreements,
  carId,
  category,
  locationOrDealership,
  message,
  PERSON,
  postcode,
} from '../lead-fields.ts';
import { CHOICE_MESSAGE, photoRequest, REQUIRED_MESSAGE } from '../messages.ts';
import { kms, money } from '../own-car-fields.ts';
import type { LeadForm } from './form-entry.ts';

const CATEGORY = 'Vehicle Enquiry';
const SUBCATEGORIES: Record<string, string> = {
  new: 'New Vehicle Enquiry',
  demo: 'Demo Vehicle Enquiry',
  used: 'Used Vehicle Enquiry',
};
const byCarType = (car: FormCar | undefined): string => SUBCATEGORIES[car?.car_type ?? ''] ?? CATEGORY;

const about = { category: CATEGORY, subcategory: byCarType, eventId: enquiryEvent };

const extras = ({ leads }: FormSettings) => additionalServices('I would also like', leads.enquiryExtras);
const inStep = (fields: readonly LeadField[], step: number): LeadField[] =>
  fields.map((field) => ({ ...field, inStep: step }));

/** The generic enquiry, about a car, several or anything. */
export const enquiry: LeadForm = {
  ...about,
  fields: (settings, context) => [
    ...category(settings, context),
    ...PERSON,
    ...postcode(settings),
    ...locationOrDealership(settings, context),
    message(settings),
    ...agreements(settings),
    carId(context),
    CAR_IDS,
  ],
};

/** FORM-05: the enquiry on the page of a vehicle. */
export const vehicleEnquiry: LeadForm = {
  ...about,
  steps: ({ leads }) => (leads.steps ? ['Your question', 'Your details', 'Before you send'] : []),
  fields: (settings, context) => [
    ...inStep([message(settings), ...extras(settings)], 0),
    ...inStep(PERSON, 1),
    ...inStep(
      [
        ...postcode(settings),
        ...locationOrDealership(settings, context),
        ...agreements(settings),
        carId(context),
      ],
      2,
    ),
  ],
};

/** The same form without steps. */
export const enquireNow: LeadForm = {
  ...about,
  fields: (settings, context) => [
    ...PERSON,
    ...postcode(settings),
    ...locationOrDealership(settings, context),
    message(settings),
    ...extras(settings),
    ...agreements(settings),
    carId(context),
  ],
};

const photosAsked = ({ kind = 'car' }: FormContext): LeadField => ({
  name: 'default_message',
  label: 'Request',
  type: 'hidden',
  required: false,
  maxLength: 200,
  invalidMessage: REQUIRED_MESSAGE,
  value: photoRequest(KIND_WORDS[kind].one),
  isFixed: true,
});

export const requestPhotos: LeadForm = {
  ...about,
  subcategory: () => 'Photo Request',
  fields: (settings: FormSettings, context: FormContext) => [
    ...PERSON,
    ...postcode(settings),
    { ...message(settings), required: false },
    ...agreements(settings),
    photosAsked(context),
    carId(context),
  ],
};

/** BUY-01: asks to reserve; the deposit is arranged by phone. */
export const reserve: LeadForm = {
  ...about,
  subcategory: () => 'Reservation Request',
  fields: (settings, context) => [
    ...PERSON,
    ...postcode(settings),
    { ...message(settings), required: false },
    ...agreements(settings),
    carId(context),
  ],
};

const FEWEST_BERTHS = [2, 3, 4, 5, 6] as const;

const berths = ({ kind }: FormContext): LeadField[] =>
  kind === 'caravan'
    ? [
        {
          name: 'fewest_berths',
          label: 'Berths',
          type: 'select',
          required: false,
          maxLength: 1,
          invalidMessage: CHOICE_MESSAGE,
          options: [
            { value: '', label: 'Any number' },
            ...FEWEST_BERTHS.map((fewest) => ({ value: String(fewest), label: `${fewest} or more` })),
          ],
        },
      ]
    : [];

/** CARD-02: for a car that is sold or not in stock. */
export const findSimilar: LeadForm = {
  category: 'Vehicle Enquiry',
  subcategory: () => 'Find Similar',
  eventId: enquiryEvent,
  fields: (settings, context) => [
    ...PERSON,
    money(settings, { name: 'budget', label: 'Maximum price' }),
    ...kms(context, { name: 'most_kms', label: 'Maximum kilometres' }),
    ...berths(context),
    ...postcode(settings),
    ...locationOrDealership(settings, context),
    { ...message(settings), label: 'What matters to you?', required: false },
    ...agreements(settings),
    carId(context),
  ],
};
