import { isAustralianPhone, normalisePhone } from '#src/domain/lead/phone.ts';
import { browserStorage, writeStored } from '#src/ui/browser-storage.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { SAME_SUBMISSION_MS } from '#src/wire/leads.ts';
import { readTexts } from './stored-texts.ts';

/** FORM-03: the last content of each form with its key, in sessionStorage as `{ content, key, at }`. */
const storageKey = (form: string): string => `forecourt:sent-lead:${form}`;

/** For browsers without storage, or with a full one, which holds what was sent before. */
const here = new Map<string, Record<string, string>>();

/** A number is the same in any format: its script reformats it when the field loses focus. */
function plain(text: string): string {
  const phone = normalisePhone(text);
  if (isAustralianPhone(phone)) return phone;
  return /^[\d\s,]+$/.test(text) ? text.replace(/\D/g, '') : text;
}

/** Visit data grows, and the code of a phone is not asked for again once it is verified (FIN-19). */
const NOT_CONTENT: ReadonlySet<string> = new Set([
  ...[FORM_EXTRAS.visitedPages, FORM_EXTRAS.linkedQueryParams],
  ...[FORM_EXTRAS.phoneToken, 'code', 'send_code'],
]);

/** The content that distinguishes two submissions. */
function contentOf(values: Record<string, string>): string {
  const typed = Object.entries(values).filter(([name]) => !NOT_CONTENT.has(name));
  return JSON.stringify(typed.map(([name, text]) => [name, plain(text)]));
}

/**
 * The key to send a form's values under: the previous key if the same values were sent shortly before, even from a
 * page that was left and reopened, so that repeats are one lead; else a new key.
 */
export function submissionKeyFor(form: string, values: Record<string, string>): string {
  const storage = browserStorage('sessionStorage');
  const content = contentOf(values);
  const before = [here.get(form), readTexts(storage, storageKey(form))].find(
    (last) => last?.content === content && last.key && Date.now() - Number(last.at) < SAME_SUBMISSION_MS,
  );
  const { key = crypto.randomUUID(), at = String(Date.now()) } = before ?? {};
  const sent = { content, key, at };
  here.set(form, sent);
  writeStored(storage, storageKey(form), sent);
  return key;
}

/** The server has other content under this key. */
export function forgetSubmission(form: string): void {
  here.delete(form);
  browserStorage('sessionStorage')?.removeItem(storageKey(form));
}
