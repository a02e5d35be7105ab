import { systemClock, zonedDate } from '#src/domain/clock.ts';
import { browserStorage } from '#src/ui/browser-storage.ts';
import { CLOSED_POPUP_KEY, opensPopup } from './popup-state.ts';

const dialog = document.querySelector<HTMLDialogElement>('dialog[data-popup]');

if (dialog) {
  const { popup: title = '', lastDay, timeZone = '' } = dialog.dataset;
  const storage = browserStorage('localStorage');
  const remember = () => {
    try {
      storage?.setItem(CLOSED_POPUP_KEY, title);
    } catch {
      // Full or refused: it comes again.
    }
  };
  dialog.addEventListener('close', remember);
  // A shopper who follows its link has seen it.
  dialog.querySelector('a')?.addEventListener('click', remember);
  const { date } = zonedDate(systemClock.now(), timeZone);
  if (opensPopup({ title, lastDay }, date, storage)) dialog.showModal();
}
