import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import { browserStorage, readTexts, writeTexts } from './browser-storage.ts';

/**
 * FORM-08: the shopper's own details, kept in localStorage of this site under `forecourt:shopper` as
 * `{ name, last_name, email, phone, postcode }` once a form was taken. Never read while rendering.
 */
const SHOPPER_KEY = 'forecourt:shopper';
const SHOPPER_FIELDS = ['name', 'last_name', 'email', 'phone', 'postcode'];

export const shopperRecord = (): Record<string, string> =>
  readTexts(browserStorage('localStorage'), SHOPPER_KEY);

/** Keeps what this form knows and what earlier ones knew beside it. */
export function rememberShopper(values: LeadValues): void {
  const known = SHOPPER_FIELDS.flatMap((name) => (values[name] ? [[name, values[name]]] : []));
  writeTexts(browserStorage('localStorage'), SHOPPER_KEY, {
    ...shopperRecord(),
    ...Object.fromEntries(known),
  });
}
