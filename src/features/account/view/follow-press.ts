import { type HeartPress, takeBack, warnIfUnsaved } from '#src/features/account/client/saved-cars.store.ts';
import { removedText, savedText, VIEW_LIST } from '#src/features/account/client/watchlist-toasts.ts';
import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import { showToast } from '#src/platform/ui/dom/toast.ts';

/** FAV-03: the same texts as a watchlist, for a list that exists only in this browser. */
function announceSaved(press: HeartPress): void {
  const link = document.querySelector<HTMLElement>('[data-saved-link]');
  const sold = link?.dataset.savedLink || 'car';
  showToast(press.saved ? savedText(sold) : removedText(sold), VIEW_LIST, takeBack(press));
}

/** Reports a saved car (ANL-04) and shows a toast. A watchlist shows its own toasts after the server has responded. */
export function followPress(press: HeartPress | undefined): void {
  if (!press) return;
  const { car, saved } = press;
  if (!document.querySelector('[data-watchlist]')) {
    announceSaved(press);
    warnIfUnsaved();
  }
  if (!saved) return;
  const detail = { eventId: ANALYTICS_EVENTS.vehicleSaved, label: car.name };
  dispatchEvent(new CustomEvent('forecourt:event', { detail }));
}
