import { isAustralianPhone, normalisePhone } from '#src/domain/lead/phone.ts';
import { browserStorage, writeStored } from '#src/ui/browser-storage.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { SAME_SUBMISSION_MS } from '#src/wire/leads.ts';
import { readTexts } from './stored-texts.ts';

/** FORM-03: the last content of each form with its key, in sessionStorage as `{ content, key, at }`. */
const storageKey = (form: string): string => `forecourt:sent-lead:${form}`;

/** For browsers that keep nothing. */
const here = new Map<string, Record<string, string>>();

/** A number is the same however it is written: once its field is left and its script there, it is written again. */
function plain(text: string): string {
  const phone = normalisePhone(text);
  if (isAustralianPhone(phone)) return phone;
  return /^[\d\s,]+$/.test(text) ? text.replace(/\D/g, '') : text;
}

/** What makes two presses different: all that was typed, but not the memory of the visit, which grows on the way. */
function contentOf(values: Record<string, string>): string {
  const { [FORM_EXTRAS.visitedPages]: _, [FORM_EXTRAS.linkedQueryParams]: __, ...typed } = values;
  return JSON.stringify(Object.entries(typed).map(([name, text]) => [name, plain(text)]));
}

/**
 * The key to send a form's values under: that of the same values a little before, also by a page that was left and come
 * back to, so that they are one lead however often they are sent; else a new one.
 */
export function submissionKeyFor(form: string, values: Record<string, string>): string {
  const storage = browserStorage('sessionStorage');
  const content = contentOf(values);
  const before = { ...here.get(form), ...readTexts(storage, storageKey(form)) };
  const isSame = before.content === content && Date.now() - Number(before.at) < SAME_SUBMISSION_MS;
  const key = isSame && before.key ? before.key : crypto.randomUUID();
  const sent = { content, key, at: String(isSame ? before.at : Date.now()) };
  here.set(form, sent);
  writeStored(storage, storageKey(form), sent);
  return key;
}

/** The server knows another content by this key. */
export function forgetSubmission(form: string): void {
  here.delete(form);
  browserStorage('sessionStorage')?.removeItem(storageKey(form));
}
