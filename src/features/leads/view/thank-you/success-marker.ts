import { readTexts } from '#src/features/leads/client/shopper-record.ts';
import { browserStorage, writeStored } from '#src/platform/ui/storage/browser-storage.ts';

/** FORM-13: the lead that /success describes, in sessionStorage. */
const SUCCESS_KEY = 'forecourt:success';

export type SuccessMarker = {
  category: string;
  eventId: number;
  leadId: string;
  /** Replaces the page's default text. */
  words: string;
};

export function saveSuccess({ eventId, ...texts }: SuccessMarker): void {
  writeStored(browserStorage('sessionStorage'), SUCCESS_KEY, { ...texts, eventId: String(eventId) });
}

/** Returns the marker once: a reload finds none. */
export function consumeSuccess(): SuccessMarker | undefined {
  const storage = browserStorage('sessionStorage');
  const { category, eventId, leadId, words } = readTexts(storage, SUCCESS_KEY);
  storage?.removeItem(SUCCESS_KEY);
  return category !== undefined && leadId !== undefined && words !== undefined && Number(eventId) > 0
    ? { category, eventId: Number(eventId), leadId, words }
    : undefined;
}
