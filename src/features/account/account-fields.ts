import type { FormSettings, LeadField } from '#src/features/leads/fields/lead-field.ts';
import { agreements, EMAIL, FIRST_NAME, LAST_NAME, PHONE } from '#src/features/leads/fields/lead-fields.ts';
import { CODE_LENGTH, CODE_MESSAGE, MOBILE_MESSAGE } from '#src/features/leads/phone-code/phone-code.ts';

/** What a shopper may change in the garage; the phone is what they sign in with. */
export const PROFILE_FIELDS: readonly LeadField[] = [
  { ...FIRST_NAME, required: false },
  { ...LAST_NAME, required: false },
  { ...EMAIL, required: false, isWide: true },
];

const optional = (field: LeadField): LeadField => ({ ...field, required: false });

/** AUTH-01, AUTH-03: what sign-in asks for besides the code. A shopper who has signed in before needs only the phone. */
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

/** AUTH-02. Longer than a code: pasted codes come with spaces, and browsers cut text off at the limit. */
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
