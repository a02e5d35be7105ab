import type { LeadValues } from '#src/features/leads/fields/lead-field.ts';
import {
  browserStorage,
  readStored,
  type TextStorage,
  writeStored,
} from '#src/platform/ui/storage/browser-storage.ts';

/** The object of texts stored under `key`; empty for anything unreadable. */
export function readTexts(storage: TextStorage | undefined, key: string): Record<string, string> {
  const stored = readStored(storage, key);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, text]) => typeof text === 'string'));
}

/**
 * FORM-08: the shopper's own details, stored in localStorage of this site under `forecourt:shopper` as
 * `{ name, last_name, email, phone, postcode }` once a form was accepted. Never read while rendering.
 */
const SHOPPER_KEY = 'forecourt:shopper';
/** Details of a plain form, in sessionStorage until the next page shows whether they were accepted. */
const SENT_KEY = 'forecourt:sent';
const SHOPPER_FIELDS = ['name', 'last_name', 'email', 'phone', 'postcode'];

export const shopperRecord = (): Record<string, string> =>
  readTexts(browserStorage('localStorage'), SHOPPER_KEY);

const details = (values: LeadValues): LeadValues =>
  Object.fromEntries(SHOPPER_FIELDS.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));

/** Merges this form's details into those of earlier forms. */
export function rememberShopper(values: LeadValues): void {
  writeStored(browserStorage('localStorage'), SHOPPER_KEY, { ...shopperRecord(), ...details(values) });
}

/** For a form that leaves its page: details the server refuses must not prefill other forms. */
export function storePendingShopper(values: LeadValues): void {
  writeStored(browserStorage('sessionStorage'), SENT_KEY, details(values));
}

/** The lead of the previous form was accepted. */
export function commitPendingShopper(): void {
  const storage = browserStorage('sessionStorage');
  rememberShopper(readTexts(storage, SENT_KEY));
  storage?.removeItem(SENT_KEY);
}
