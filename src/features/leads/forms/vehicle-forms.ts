import { KIND_TERMS } from '#src/config/sections/stock/stock-terms.ts';
import { TEST_DRIVE_CATEGORY } from '#src/features/leads/delivery/lead-facts.ts';
import {
  CHOICE_MESSAGE,
  DATE_MESSAGE,
  LOCATION_MESSAGE,
  photoRequest,
  REQUIRED_MESSAGE,
} from '#src/features/leads/fields/form-messages.ts';
import {
  CAR_IDS,
  type FormContext,
  type FormSettings,
  type LeadField,
} from '#src/features/leads/fields/lead-field.ts';
import {
  additionalServices,
  agreements,
  carId,
  category,
  locationId,
  locationOrDealership,
  message,
  PERSON,
  postcode,
} from '#src/features/leads/fields/lead-fields.ts';
import { CAR_DESCRIPTION, kms, money, REGO } from '#src/features/leads/fields/own-car-fields.ts';
import { bookingFields } from '#src/features/leads/test-drive/booking-fields.ts';
import { drivesCars } from './form-access.ts';
import { enquiryEvent, type FormCar, inStep, type LeadForm, testDriveEvent } from './form-definition.ts';

const CATEGORY = 'Vehicle Enquiry';
const SUBCATEGORIES: Record<string, string> = {
  new: 'New Vehicle Enquiry',
  demo: 'Demo Vehicle Enquiry',
  used: 'Used Vehicle Enquiry',
};
const byCarType = (car: FormCar | undefined): string => SUBCATEGORIES[car?.car_type ?? ''] ?? CATEGORY;

const about = { category: CATEGORY, subcategory: byCarType, eventId: enquiryEvent };

const extras = ({ leads }: FormSettings) => additionalServices('I would also like', leads.enquiryExtras);

/** With or without a car, or about several. */
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

const HOW_LONG = ['A few weeks', '1 to 3 months', '3 to 6 months', 'Longer than 6 months', 'Not sure yet'];

/** CONT-268: what a subscription depends on, all optional. */
const subscription = (settings: FormSettings, context: FormContext): LeadField[] => [
  {
    name: 'start_date',
    label: 'From when would you like it?',
    type: 'date',
    required: false,
    maxLength: 10,
    invalidMessage: DATE_MESSAGE,
    ...(context.today !== undefined && { earliest: context.today }),
  },
  {
    name: 'how_long',
    label: 'For how long?',
    type: 'select',
    required: false,
    maxLength: 40,
    invalidMessage: CHOICE_MESSAGE,
    options: [{ value: '', label: 'Choose one' }, ...HOW_LONG.map((value) => ({ value, label: value }))],
  },
  { ...locationId(settings, context), label: 'Where would you like to collect it?', required: false },
];

/** `vehicleEnquiry` without steps. */
export const enquireNow: LeadForm = {
  ...about,
  fields: (settings, context) => [
    ...PERSON,
    ...postcode(settings),
    ...(context.isByTheWeek && context.carId
      ? subscription(settings, context)
      : locationOrDealership(settings, context)),
    message(settings),
    ...extras(settings),
    ...agreements(settings),
    carId(context),
  ],
};

const photoMessage = ({ kind = 'car' }: FormContext): LeadField => ({
  name: 'default_message',
  label: 'Request',
  type: 'hidden',
  required: false,
  maxLength: 200,
  invalidMessage: REQUIRED_MESSAGE,
  value: photoRequest(KIND_TERMS[kind].one),
  isFixed: true,
});

export const requestPhotos: LeadForm = {
  ...about,
  subcategory: () => 'Photo Request',
  fields: (settings, context) => [
    ...PERSON,
    ...postcode(settings),
    { ...message(settings), required: false },
    ...agreements(settings),
    photoMessage(context),
    carId(context),
  ],
};

/** BUY-01: a request; the deposit is arranged by phone. */
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

/** VDP-233: the query of the deal's page. */
export const DEAL_FIELD = 'deal';
const MAX_DEAL_LENGTH = 3000;

const dealQuery: LeadField = {
  name: DEAL_FIELD,
  label: 'Deal',
  type: 'hidden',
  required: false,
  maxLength: MAX_DEAL_LENGTH,
  invalidMessage: REQUIRED_MESSAGE,
};

/** FORM-242: a deal with a delivery has its postcode, which is not asked for again. */
const linkedPostcode = (settings: FormSettings, { deliveryPostcode }: FormContext): LeadField[] =>
  postcode(settings).map((field) => ({
    ...field,
    isLinked: true,
    ...(deliveryPostcode && { value: deliveryPostcode }),
  }));

/** VDP-233: a deal with all its parts. */
export const deal: LeadForm = {
  ...about,
  subcategory: () => 'Deal',
  fields: (settings, context) => [
    ...PERSON,
    ...linkedPostcode(settings, context),
    { ...REGO, label: 'Rego of your trade-in' },
    { ...message(settings), label: 'Anything else?', required: false },
    ...agreements(settings),
    carId(context),
    dealQuery,
  ],
};

const MIN_BERTHS = [2, 3, 4, 5, 6] as const;

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
            ...MIN_BERTHS.map((berths) => ({ value: String(berths), label: `${berths} or more` })),
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

const TEST_DRIVE_SUBCATEGORIES: Record<string, string> = {
  new: 'New Vehicle Test Drive',
  demo: 'Demo Vehicle Test Drive',
  used: 'Used Vehicle Test Drive',
};

const termsOf = ({ kind = 'car' }: FormContext) => KIND_TERMS[kind];

/** FORM-12: each location has its own free times, which are loaded once it is selected. */
function place(settings: FormSettings, context: FormContext): LeadField {
  const { places = [], locationId: chosen = '' } = context;
  if (places.length < 2) {
    const { locations, dealerships } = settings;
    const driving = locations.filter((location) => drivesCars(location, dealerships));
    return locationId({ ...settings, locations: driving }, context);
  }
  const required = settings.leads.location === 'required';
  return {
    name: 'location_id',
    label: `Where would you like to ${termsOf(context).verb}?`,
    type: 'select',
    required,
    maxLength: 100,
    invalidMessage: LOCATION_MESSAGE,
    options: [{ value: '', label: required ? 'Choose a location' : 'Any location' }, ...places],
    value: chosen,
    loadsTimes: true,
    isWide: true,
  };
}

/** Asks for the car and the location if the form has no car. */
const whichCar = (settings: FormSettings, context: FormContext): LeadField[] =>
  (context.carId ?? '') === ''
    ? [
        {
          ...CAR_DESCRIPTION,
          label: context.hasPicker
            ? 'Or tell us which vehicle you have in mind'
            : `Which vehicle would you like to ${termsOf(context).verb}?`,
          isWide: true,
        },
        place(settings, context),
      ]
    : [];

export const testDrive: LeadForm = {
  category: TEST_DRIVE_CATEGORY,
  subcategory: (car: FormCar | undefined) => TEST_DRIVE_SUBCATEGORIES[car?.car_type ?? ''] ?? 'Test Drive',
  eventId: testDriveEvent,
  note: ({ leads }) => leads.testDriveTerms,
  fields: (settings, context) => [
    ...whichCar(settings, context),
    ...bookingFields(context),
    ...PERSON,
    ...postcode(settings),
    { ...message(settings), required: false },
    ...agreements(settings),
    carId(context),
  ],
};
