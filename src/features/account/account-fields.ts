import type { FormSettings, LeadField } from '#src/features/leads/fields/lead-field.ts';
import { agreements, EMAIL, FIRST_NAME, LAST_NAME, PHONE } from '#src/features/leads/fields/lead-fields.ts';
import { CODE_LENGTH, CODE_MESSAGE, MOBILE_MESSAGE } from '#src/features/leads/phone-code/phone-code.ts';

/** Fields a shopper may change in the garage. The phone is the sign-in, so it cannot change. */
export const PROFILE_FIELDS: readonly LeadField[] = [
  { ...FIRST_NAME, required: false },
  { ...LAST_NAME, required: false },
  { ...EMAIL, required: false, isWide: true },
];

const optional = (field: LeadField): LeadField => ({ ...field, required: false });

/** AUTH-01, AUTH-03: the fields of sign-in besides the code. A returning shopper needs only the phone. */
export const signInFields = (settings: FormSettings): LeadField[] => [
  {
    ...PHONE,
    isWide: true,
    hint: 'We send a code to this number by text message.',
    invalidMessage: MOBILE_MESSAGE,
  },
  ...[FIRST_NAME, LAST_NAME].map(optional),
  { ...optional(EMAIL), isWide: true },
  ...agreements(settings),
];

/** AUTH-02. `maxLength` exceeds the code: a pasted code may contain spaces, and browsers truncate at the limit. */
export const CODE_FIELD: LeadField = {
  name: 'code',
  label: 'Verification code',
  type: 'code',
  required: true,
  maxLength: 3 * CODE_LENGTH,
  invalidMessage: CODE_MESSAGE,
  autocomplete: 'one-time-code',
  isWide: true,
};
