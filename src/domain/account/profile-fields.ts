import type { LeadField } from '../lead/lead-field.ts';
import { EMAIL, FIRST_NAME, LAST_NAME } from '../lead/lead-fields.ts';

/** What a shopper may change in the garage; the phone is what they sign in with. */
export const PROFILE_FIELDS: readonly LeadField[] = [
  { ...FIRST_NAME, required: false },
  { ...LAST_NAME, required: false },
  { ...EMAIL, required: false, isWide: true },
];
