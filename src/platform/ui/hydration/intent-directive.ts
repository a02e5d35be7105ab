import type { ClientDirective } from 'astro';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';

/** A press waits for its island at most this long; then the browser acts on it. */
const HYDRATION_TIMEOUT_MS = 8000;

/** Popovers and dialogs open without a script. */
const PRESSABLE =
  'a[href]:not([data-native], [data-native] a), button:not([popovertarget], [commandfor], [data-native] button)';

/**
 * Holds the last press on a link or a button within an element, also one that the Enter key makes, until it is
 * repeated. A form that the shopper changes meanwhile is not sent for them.
 */
function bufferClicks(element: HTMLElement): { replay(): void } {
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

const TYPES = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown'] as const;
const MAX_EVENTS = 2000;

/** Records keys and drags on parts of an element marked `data-replay-gestures` until they are repeated. */
function recordGestures(element: HTMLElement): { replay(): void } {
  const recorded: Event[] = [];
  let part: Element | null = null;
  let isDown = false;
  const record = (event: Event) => {
    const { target, type } = event;
    if (type === 'pointerdown' || type === 'keydown') {
      const marked = target instanceof Element ? target.closest('[data-replay-gestures]') : null;
      if (!marked || !element.contains(marked)) return;
      part = marked;
      isDown ||= type === 'pointerdown';
    } else if (!isDown) return;
    if (recorded.length < MAX_EVENTS) recorded.push(event);
    if (type === 'pointerup' || type === 'pointercancel') isDown = false;
  };
  // A drag may leave the element.
  for (const type of TYPES) addEventListener(type, record, { capture: true, passive: true });
  return {
    replay() {
      for (const type of TYPES) removeEventListener(type, record, true);
      for (const event of recorded.splice(0)) {
        const Kind = event.constructor as typeof Event;
        const { target } = event;
        const isInside = target instanceof Element && part?.contains(target);
        (isInside ? target : part)?.dispatchEvent(new Kind(event.type, event));
      }
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean | 'visible' | 'figures';
  }
}

const GESTURES = ['pointerenter', 'pointerdown', 'touchstart', 'focusin', 'click'] as const;

/** React rewrites the first text of a textarea, which moves the caret unless the text was set before. */
function preserveTextareaValue(element: HTMLElement): void {
  for (const field of element.querySelectorAll('textarea')) {
    if (field.value === field.defaultValue) field.value = field.defaultValue;
  }
}

/**
 * `client:intent`: hydrates an island at the shopper's first pointer, touch or focus on it. Its server HTML is links
 * and forms that work. `client:intent="visible"` also hydrates it when it scrolls into view, for islands below the
 * fold; `client:intent="figures"` once the page has other repayments than those of its HTML: the shopper's own, or a
 * broker's quote.
 *
 * A press on a link or a button waits for hydration and is repeated then; after eight seconds, or if the script cannot
 * be loaded, the browser acts on it. A link marked `data-native`, or in a part so marked, is followed at once. Within a
 * part marked `data-replay-gestures` keys and drags are repeated too.
 */
const intentDirective: ClientDirective = (load, options, element) => {
  let awake = false;
  const presses = bufferClicks(element);
  const gestures = element.querySelector('[data-replay-gestures]') ? recordGestures(element) : undefined;
  const observer =
    options.value === 'visible'
      ? new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && wake())
      : undefined;
  async function wake() {
    if (awake) return;
    awake = true;
    for (const gesture of GESTURES) element.removeEventListener(gesture, wake, true);
    observer?.disconnect();
    element.addEventListener(
      'astro:hydrate',
      () => {
        gestures?.replay();
        presses.replay();
      },
      { once: true },
    );
    try {
      const hydrate = await load();
      preserveTextareaValue(element);
      await hydrate();
    } catch (error) {
      console.warn('An island could not be loaded:', error);
      gestures?.replay();
      presses.replay();
      return;
    }
    // Without its code an island stays as it is, unless it only waits for the one around it.
    if (element.hasAttribute('ssr') && !element.parentElement?.closest('astro-island[ssr]')) presses.replay();
  }
  for (const gesture of GESTURES) element.addEventListener(gesture, wake, { capture: true, passive: true });
  if (options.value === 'figures') addEventListener('forecourt:figures', () => void wake(), { once: true });
  // An interaction before this script loaded counts too.
  if (element.matches(':hover, :focus-within')) void wake();
  // `astro-island` is display: contents and has no box of its own to observe.
  for (const child of element.children) observer?.observe(child);
};

export default intentDirective;
