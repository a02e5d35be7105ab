import { readStored, type TextStorage } from '#src/platform/ui/storage/browser-storage.ts';

/** Stored in the browser: the version of the closed popup, so that the next one is shown, whatever its title. */
export const CLOSED_POPUP_KEY = 'forecourt:closed-popup';

type Shown = { version: string; lastDay: string | undefined };

/** Days as `YYYY-MM-DD`; the last one counts. */
export const isPopupOver = (lastDay: string | undefined, today: string): boolean =>
  lastDay !== undefined && today > lastDay;

/**
 * CONT-11, decision 7. Without storage a popup is shown again at the next visit, rather than never.
 * @param today `YYYY-MM-DD` where the dealer is
 */
export const opensPopup = (
  { version, lastDay }: Shown,
  today: string,
  storage: Pick<TextStorage, 'getItem'> | undefined,
): boolean => !isPopupOver(lastDay, today) && readStored(storage, CLOSED_POPUP_KEY) !== version;
