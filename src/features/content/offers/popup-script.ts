import { systemClock, zonedDate } from '#src/domain/clock.ts';
import { browserStorage } from '#src/ui/browser-storage.ts';
import { CLOSED_POPUP_KEY, opensPopup } from './popup-state.ts';

/** A shopper who has done nothing for so long may be shown something else. */
const PAUSE_MS = 12_000;
const ACTIVITY = ['pointerdown', 'keydown', 'input', 'scroll', 'touchmove'] as const;

const popup = document.querySelector<HTMLTemplateElement>('template[data-popup]');

/** Whether the shopper is searching, choosing or reading something else that a popup would cover. */
const isBusy = (): boolean =>
  document.querySelector(':popover-open, dialog[open], :is(input, select, textarea):focus') !== null ||
  [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].some(
    ({ value }) => value !== '',
  );

/** Calls once, after a pause or when the pointer leaves for the tabs; a call that returns false waits for the next. */
function atPause(call: (isStillPaused: () => boolean) => Promise<boolean>): void {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauses = 0;
  const wait = () => {
    pauses += 1;
    clearTimeout(timer);
    timer = setTimeout(attempt, PAUSE_MS);
  };
  const attempt = async () => {
    clearTimeout(timer);
    const pause = pauses;
    const isStillPaused = () => pause === pauses && !over.signal.aborted && !isBusy();
    if (await call(isStillPaused)) over.abort();
    else if (pause === pauses && !over.signal.aborted) wait();
  };
  wait();
  for (const event of ACTIVITY) addEventListener(event, wait, { passive: true, signal: over.signal });
  document.documentElement.addEventListener(
    'mouseleave',
    ({ clientY }) => {
      if (clientY <= 0) void attempt();
    },
    { signal: over.signal },
  );
}

if (popup) {
  const { popup: version = '', lastDay, timeZone = '' } = popup.dataset;
  const storage = browserStorage('localStorage');
  const remember = () => {
    try {
      storage?.setItem(CLOSED_POPUP_KEY, version);
    } catch {
      // Full or refused: it comes again.
    }
  };
  // Asked when the popup would open: reading the first date costs a page time.
  const opens = () => opensPopup({ version, lastDay }, zonedDate(systemClock.now(), timeZone).date, storage);
  atPause(async (isStillPaused) => {
    if (!opens()) return true;
    if (!isStillPaused()) return false;
    const made = await import('./popup-dialog.ts').catch(() => undefined);
    if (!made || !isStillPaused()) return false;
    const dialog = made.popupDialog(popup);
    dialog.addEventListener('close', remember);
    // A shopper who follows its link has seen it.
    dialog.querySelector('a')?.addEventListener('click', remember);
    dialog.showModal();
    return true;
  });
}
