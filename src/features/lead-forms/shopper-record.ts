import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import { browserStorage, writeStored } from '#src/ui/browser-storage.ts';
import { readTexts } from './stored-texts.ts';

/**
 * FORM-08: the shopper's own details, kept in localStorage of this site under `forecourt:shopper` as
 * `{ name, last_name, email, phone, postcode }` once a form was taken. Never read while rendering.
 */
const SHOPPER_KEY = 'forecourt:shopper';
/** Details of a form that a page answers, in sessionStorage until that page says whether they were taken. */
const SENT_KEY = 'forecourt:sent';
const SHOPPER_FIELDS = ['name', 'last_name', 'email', 'phone', 'postcode'];

export const shopperRecord = (): Record<string, string> =>
  readTexts(browserStorage('localStorage'), SHOPPER_KEY);

const details = (values: LeadValues): LeadValues =>
  Object.fromEntries(SHOPPER_FIELDS.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));

/** Keeps what this form knows and what earlier ones knew beside it. */
export function rememberShopper(values: LeadValues): void {
  writeStored(browserStorage('localStorage'), SHOPPER_KEY, { ...shopperRecord(), ...details(values) });
}

/** Of a form that leaves its page: what is refused there must not be filled in elsewhere. */
export function holdShopper(values: LeadValues): void {
  writeStored(browserStorage('sessionStorage'), SENT_KEY, details(values));
}

/** The lead of the form before was taken. */
export function rememberHeldShopper(): void {
  const storage = browserStorage('sessionStorage');
  rememberShopper(readTexts(storage, SENT_KEY));
  storage?.removeItem(SENT_KEY);
}
