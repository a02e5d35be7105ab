import { isPlainClick } from './plain-click.ts';

/** A press waits for its island at most this long; then the browser acts on it. */
const HYDRATION_TIMEOUT_MS = 8000;

/** Popovers and dialogs open without a script. */
const PRESSABLE =
  'a[href]:not([data-native], [data-native] a), button:not([popovertarget], [commandfor], [data-native] button)';

/**
 * Holds the last press on a link or a button within an element, also one that the Enter key makes, until it is
 * repeated. A form that the shopper changes meanwhile is not sent for them.
 */
export function bufferClicks(element: HTMLElement): { replay(): void } {
  let pressed: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const formOf = (target: HTMLElement | undefined) =>
    target instanceof HTMLButtonElement ? target.form : null;
  const forget = () => {
    clearTimeout(timer);
    const busy = formOf(pressed) ?? pressed;
    if (busy) busy.ariaBusy = null;
    pressed = undefined;
  };
  const hold = (event: MouseEvent) => {
    const { target } = event;
    const held = target instanceof Element ? target.closest<HTMLElement>(PRESSABLE) : null;
    if (!held || !isPlainClick(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (held === pressed) return;
    forget();
    pressed = held;
    (formOf(held) ?? held).ariaBusy = 'true';
    timer = setTimeout(replay, HYDRATION_TIMEOUT_MS);
  };
  const change = ({ target }: Event) => {
    if (target instanceof Node && formOf(pressed)?.contains(target)) forget();
  };
  const replay = () => {
    element.removeEventListener('click', hold, true);
    for (const type of ['input', 'change']) element.removeEventListener(type, change, true);
    const again = pressed;
    forget();
    // React hydrates at once what a click is on, which no submit event makes it do.
    again?.click();
  };
  element.addEventListener('click', hold, true);
  for (const type of ['input', 'change']) element.addEventListener(type, change, true);
  return { replay };
}
