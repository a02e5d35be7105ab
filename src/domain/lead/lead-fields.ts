import type { LeadsConfig } from '#src/config/sections/leads.ts';
import type { Location } from '#src/config/sections/locations.ts';
import type { LeadField } from './lead-field.ts';
import {
  EMAIL_MESSAGE,
  LOCATION_MESSAGE,
  PHONE_MESSAGE,
  POSTCODE_MESSAGE,
  REQUIRED_MESSAGE,
  TERMS_MESSAGE,
} from './messages.ts';

/** The part of a dealer's configuration that shapes its forms. */
export type FormSettings = {
  leads: Pick<LeadsConfig, 'postcode' | 'messageRequired' | 'termsCheckbox' | 'optInText'>;
  locations: readonly Pick<Location, 'id' | 'name' | 'visible'>[];
};

/** What the page around the form is about; ids as the vehicles table and the dealer file have them. */
export type FormContext = { carId?: string | undefined; locationId?: string | undefined };

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

/** FORM-02: none where the dealer does not ask for it. */
export const postcode = ({ leads }: FormSettings): LeadField[] =>
  leads.postcode === 'hidden'
    ? []
    : [
        {
          name: 'postcode',
          label: 'Postcode',
          type: 'postcode',
          required: leads.postcode === 'required',
          maxLength: 4,
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

/** Consent to marketing: its own words, never required. Agreement to the terms only where asked for. */
export const agreements = ({ leads }: FormSettings): LeadField[] => [
  {
    name: 'opt_in',
    label: leads.optInText,
    type: 'opt-in',
    required: false,
    maxLength: 5,
    invalidMessage: REQUIRED_MESSAGE,
  },
  ...(leads.termsCheckbox
    ? [
        {
          name: 'terms',
          label: 'I agree to the terms of use',
          type: 'terms',
          required: true,
          maxLength: 5,
          invalidMessage: TERMS_MESSAGE,
        } as const,
      ]
    : []),
];

export const carId = ({ carId: value = '' }: FormContext): LeadField => ({
  name: 'car_id',
  label: 'Vehicle',
  type: 'hidden',
  required: false,
  maxLength: 100,
  invalidMessage: REQUIRED_MESSAGE,
  value,
});

/** LOC-05: fixed on a location's own page, a choice elsewhere, absent where there is nothing to choose. */
export function locationId(settings: FormSettings, { locationId: fixed }: FormContext): LeadField[] {
  const options = settings.locations.filter(({ visible }) => visible);
  const shared = {
    name: 'location_id',
    label: 'Location',
    required: false,
    maxLength: 100,
    invalidMessage: LOCATION_MESSAGE,
    options: [
      { value: '', label: 'Any location' },
      ...options.map(({ id, name }) => ({ value: id, label: name })),
    ],
  };
  if (fixed !== undefined) return [{ ...shared, type: 'hidden', value: fixed }];
  return options.length > 1 ? [{ ...shared, type: 'select' }] : [];
}
