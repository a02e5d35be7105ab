/** Stored in the browser: the version of the closed popup, so that the next one is shown, whatever its title. */
export const CLOSED_POPUP_KEY = 'forecourt:closed-popup';

type Memory = Pick<Storage, 'getItem'>;
type Shown = { version: string; lastDay: string | undefined };

/** Days as `YYYY-MM-DD`; the last one counts. */
export const isPopupOver = (lastDay: string | undefined, today: string): boolean =>
  lastDay !== undefined && today > lastDay;

/**
 * CONT-11, decision 7.
 * @param today `YYYY-MM-DD` where the dealer is
 */
export function opensPopup({ version, lastDay }: Shown, today: string, memory: Memory | undefined): boolean {
  return !isPopupOver(lastDay, today) && closedBefore(memory) !== version;
}

/** Without storage a popup is shown again at the next visit, rather than never. */
function closedBefore(memory: Memory | undefined): string | null {
  try {
    return memory?.getItem(CLOSED_POPUP_KEY) ?? null;
  } catch {
    return null;
  }
}
