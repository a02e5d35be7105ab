import { browserStorage, readTexts, writeTexts } from './browser-storage.ts';

/** FORM-13: what /success should speak of, in sessionStorage under `forecourt:success`. */
const SUCCESS_KEY = 'forecourt:success';

export type SuccessMarker = { category: string; eventId: number; leadId: string };

export function keepSuccess({ category, eventId, leadId }: SuccessMarker): void {
  writeTexts(browserStorage('sessionStorage'), SUCCESS_KEY, { category, eventId: String(eventId), leadId });
}

/** The marker of the lead just sent, once: a reload finds none. */
export function takeSuccess(): SuccessMarker | undefined {
  const storage = browserStorage('sessionStorage');
  const { category, eventId, leadId } = readTexts(storage, SUCCESS_KEY);
  storage?.removeItem(SUCCESS_KEY);
  return category !== undefined && leadId !== undefined && Number(eventId) > 0
    ? { category, eventId: Number(eventId), leadId }
    : undefined;
}
