/** Kept in the browser: the popup that was closed, by its title, so that the next one is seen again. */
export const CLOSED_POPUP_KEY = 'forecourt:closed-popup';

type Memory = Pick<Storage, 'getItem'>;
type Shown = { title: string; lastDay: string | undefined };

/**
 * CONT-11, decision 7. Its last day counts.
 * @param today `YYYY-MM-DD` where the dealer is
 */
export function opensPopup({ title, lastDay }: Shown, today: string, memory: Memory | undefined): boolean {
  if (lastDay !== undefined && today > lastDay) return false;
  return closedBefore(memory) !== title;
}

/** Without storage a popup comes again at the next visit: better than never. */
function closedBefore(memory: Memory | undefined): string | null {
  try {
    return memory?.getItem(CLOSED_POPUP_KEY) ?? null;
  } catch {
    return null;
  }
}
