import type { LeadValues } from '#src/features/leads/fields/lead-field.ts';
import {
  browserStorage,
  readStored,
  type TextStorage,
  writeStored,
} from '#src/platform/ui/storage/browser-storage.ts';
import { SHOPPER_KEY } from './shopper-key.ts';

/** The stored object with string values; empty if unreadable. */
export function readTexts(storage: TextStorage | undefined, key: string): Record<string, string> {
  const stored = readStored(storage, key);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, text]) => typeof text === 'string'));
}

/** The details of a posted form, in sessionStorage until the next page confirms that they were accepted. */
const SENT_KEY = 'forecourt:sent';
const SHOPPER_FIELDS = ['name', 'last_name', 'email', 'phone', 'postcode'];

/**
 * FORM-08: the shopper's contact details, in localStorage as `{ name, last_name, email, phone, postcode }` once a
 * form was accepted. Never read while rendering.
 */
export const shopperRecord = (): Record<string, string> =>
  readTexts(browserStorage('localStorage'), SHOPPER_KEY);

const details = (values: LeadValues): LeadValues =>
  Object.fromEntries(SHOPPER_FIELDS.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));

export function rememberShopper(values: LeadValues): void {
  writeStored(browserStorage('localStorage'), SHOPPER_KEY, { ...shopperRecord(), ...details(values) });
}

/** For a form that navigates: details the server rejects must not prefill other forms. */
export function storePendingShopper(values: LeadValues): void {
  writeStored(browserStorage('sessionStorage'), SENT_KEY, details(values));
}

/** Call once the posted lead was accepted. */
export function commitPendingShopper(): void {
  const storage = browserStorage('sessionStorage');
  rememberShopper(readTexts(storage, SENT_KEY));
  storage?.removeItem(SENT_KEY);
}
