import { readStored, type TextStorage } from '#src/platform/ui/storage/browser-storage.ts';

/** Storage key for the version of the closed popup, so that the next one is shown even if its title is the same. */
export const CLOSED_POPUP_KEY = 'forecourt:closed-popup';

type Shown = { version: string; lastDay: string | undefined };

/** `YYYY-MM-DD`, inclusive. */
export const isPopupOver = (lastDay: string | undefined, today: string): boolean =>
  lastDay !== undefined && today > lastDay;

/**
 * CONT-11, decision 7. Without storage a popup is shown on each visit, rather than never.
 * @param today `YYYY-MM-DD` in the dealer's time zone
 */
export const opensPopup = (
  { version, lastDay }: Shown,
  today: string,
  storage: Pick<TextStorage, 'getItem'> | undefined,
): boolean => !isPopupOver(lastDay, today) && readStored(storage, CLOSED_POPUP_KEY) !== version;
