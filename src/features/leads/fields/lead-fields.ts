import { POSTCODE_DIGITS } from '#src/features/locations/distance.ts';
import { type LocationTab, tabsOf } from '#src/features/locations/location-directory.ts';
import {
  CHOICE_MESSAGE,
  DEALERSHIP_MESSAGE,
  EMAIL_MESSAGE,
  LOCATION_MESSAGE,
  PHONE_MESSAGE,
  POSTCODE_MESSAGE,
  REQUIRED_MESSAGE,
  TERMS_MESSAGE,
} from './form-messages.ts';
import { type FormContext, type FormSettings, type LeadField, MAX_ID_CHARACTERS } from './lead-field.ts';

const text = { type: 'text', required: true, maxLength: 80, invalidMessage: REQUIRED_MESSAGE } as const;

export const FIRST_NAME: LeadField = {
  ...text,
  name: 'name',
  label: 'First Name',
  autocomplete: 'given-name',
};
export const LAST_NAME: LeadField = {
  ...text,
  name: 'last_name',
  label: 'Last Name',
  autocomplete: 'family-name',
};
export const EMAIL: LeadField = {
  ...text,
  name: 'email',
  label: 'Email',
  type: 'email',
  maxLength: 254,
  autocomplete: 'email',
  invalidMessage: EMAIL_MESSAGE,
};
export const PHONE: LeadField = {
  ...text,
  name: 'phone',
  label: 'Mobile Number',
  type: 'tel',
  maxLength: 30,
  autocomplete: 'tel',
  invalidMessage: PHONE_MESSAGE,
};

export const PERSON = [FIRST_NAME, LAST_NAME, EMAIL, PHONE] as const;

/** FORM-02: none if the dealer hides it. */
export const postcode = ({ leads }: FormSettings): LeadField[] =>
  leads.postcode === 'hidden'
    ? []
    : [
        {
          name: 'postcode',
          label: 'Postcode',
          type: 'postcode',
          required: leads.postcode === 'required',
          maxLength: POSTCODE_DIGITS,
          autocomplete: 'postal-code',
          invalidMessage: POSTCODE_MESSAGE,
        },
      ];

export const message = ({ leads }: FormSettings): LeadField => ({
  name: 'message',
  label: 'Message',
  type: 'textarea',
  required: leads.messageRequired,
  maxLength: 2000,
  invalidMessage: REQUIRED_MESSAGE,
});

export const terms = ({ leads }: FormSettings): LeadField[] =>
  leads.termsCheckbox
    ? [
        {
          name: 'terms',
          label: 'I agree to the terms of use',
          type: 'terms',
          required: true,
          maxLength: 5,
          invalidMessage: TERMS_MESSAGE,
        },
      ]
    : [];

/** Marketing consent, with the dealer's wording and never required, and the terms. */
export const agreements = (settings: FormSettings): LeadField[] => [
  {
    name: 'opt_in',
    label: settings.leads.optInText,
    type: 'opt-in',
    required: false,
    maxLength: 5,
    invalidMessage: REQUIRED_MESSAGE,
  },
  ...terms(settings),
];

export const carId = ({ carId: value = '' }: FormContext): LeadField => ({
  name: 'car_id',
  label: 'Vehicle',
  type: 'hidden',
  required: false,
  maxLength: MAX_ID_CHARACTERS,
  invalidMessage: REQUIRED_MESSAGE,
  value,
});

/**
 * LOC-05: fixed on a location's own page, a select elsewhere, hidden if there is nothing to select.
 * @param tabs only locations of these kinds, if there are any
 */
export function locationId(
  { locations, leads }: FormSettings,
  { locationId: fixed }: FormContext,
  ...tabs: readonly LocationTab[]
): LeadField {
  const visible = locations.filter((location) => location.visible);
  const ofTabs = visible.filter((location) => tabsOf(location).some((tab) => tabs.includes(tab)));
  const offered = ofTabs.length > 0 ? ofTabs : visible;
  const isChoice = fixed === undefined && offered.length > 1;
  const required = isChoice && leads.location === 'required';
  return {
    name: 'location_id',
    label: 'Location',
    type: isChoice ? 'select' : 'hidden',
    required,
    maxLength: 100,
    invalidMessage: LOCATION_MESSAGE,
    options: [
      { value: '', label: required ? 'Choose a location' : 'Any location' },
      // A location's own page may be of one that other pages do not offer.
      ...(isChoice ? offered : visible).map(({ id, name }) => ({ value: id, label: name })),
    ],
    ...(isChoice ? {} : { value: fixed ?? '' }),
  };
}

/** FORM-02: required if the dealer has several; a car or a location already determines it. */
export const dealership = (
  { dealerships }: FormSettings,
  { carId: car = '', locationId: location = '' }: FormContext,
): LeadField[] =>
  dealerships.length < 2 || car !== '' || location !== ''
    ? []
    : [
        {
          name: 'dealership_slug',
          label: 'Dealership',
          type: 'select',
          required: true,
          maxLength: 80,
          invalidMessage: DEALERSHIP_MESSAGE,
          options: [
            { value: '', label: 'Choose a dealership' },
            ...dealerships.map(({ slug, name }) => ({ value: slug, label: name })),
          ],
        },
      ];

/**
 * FORM-02: for forms without a location field. If the dealer requires a location, which also determines the
 * dealership, the form asks for it, else for the dealership.
 */
export function locationOrDealership(settings: FormSettings, context: FormContext): LeadField[] {
  const { carId: car = '', locationId: fixed } = context;
  const location = locationId(settings, context);
  const isOwn = fixed !== undefined && settings.leads.location === 'required';
  return car === '' && (location.required || isOwn) ? [location] : dealership(settings, context);
}

/** FORM-02: required if there is a choice; an enquiry about a car has that as its subject. */
export const category = ({ leads }: FormSettings, { carId: car = '' }: FormContext): LeadField[] =>
  leads.categories.length < 2 || car !== ''
    ? []
    : [
        {
          name: 'category',
          label: 'What is it about?',
          type: 'select',
          required: true,
          maxLength: 60,
          invalidMessage: CHOICE_MESSAGE,
          options: [
            { value: '', label: 'Choose a subject' },
            ...leads.categories.map((value) => ({ value, label: value })),
          ],
        },
      ];

/** FORM-13: checkboxes; none if the dealer offers nothing. */
export const additionalServices = (label: string, offered: readonly string[]): LeadField[] =>
  offered.length === 0
    ? []
    : [
        {
          name: 'additional_services',
          label,
          type: 'choices',
          required: false,
          maxLength: 1000,
          invalidMessage: CHOICE_MESSAGE,
          isWide: true,
          options: offered.map((value) => ({ value, label: value })),
        },
      ];
