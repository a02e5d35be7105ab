import { systemClock, zonedDate } from '#src/platform/time/clock.ts';
import { browserStorage, writeStored } from '#src/platform/ui/storage/browser-storage.ts';
import { CLOSED_POPUP_KEY, opensPopup } from './popup-state.ts';

/** Duration of inactivity after which the popup may open. */
const PAUSE_MS = 12_000;
const ACTIVITY = ['pointerdown', 'keydown', 'input', 'scroll', 'touchmove'] as const;

const popup = document.querySelector<HTMLDialogElement>('[data-popup]');

/** Whether the shopper is typing, choosing or reading something that a popup would cover. */
const isBusy = (): boolean =>
  document.querySelector(':popover-open, dialog[open], :is(input, select, textarea):focus') !== null ||
  [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].some(
    ({ value }) => value !== '',
  );

/** Calls once: after a pause, or when the pointer leaves the viewport at the top, unless the shopper is busy. */
function atPause(call: () => void): void {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(attempt, PAUSE_MS);
  };
  const attempt = () => {
    if (isBusy()) return wait();
    clearTimeout(timer);
    over.abort();
    call();
  };
  wait();
  for (const event of ACTIVITY) addEventListener(event, wait, { passive: true, signal: over.signal });
  const leave = ({ clientY }: MouseEvent) => clientY <= 0 && attempt();
  document.documentElement.addEventListener('mouseleave', leave, { signal: over.signal });
}

if (popup) {
  const { popup: version = '', lastDay, timeZone = '' } = popup.dataset;
  const storage = browserStorage('localStorage');
  const remember = () => writeStored(storage, CLOSED_POPUP_KEY, version);
  popup.addEventListener('close', remember);
  // Following its link counts as having seen it.
  popup.querySelector('a')?.addEventListener('click', remember);
  // Checked when the popup would open, because the first use of time zones takes noticeable time.
  atPause(() => {
    const { date } = zonedDate(systemClock.now(), timeZone);
    if (opensPopup({ version, lastDay }, date, storage)) popup.showModal();
  });
}
