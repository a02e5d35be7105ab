import type { ClientDirective } from 'astro';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';

/** Clicks are held back for at most this long; then the browser handles them. */
const HYDRATION_TIMEOUT_MS = 8000;

/** Popovers and dialogs open without JavaScript. */
const PRESSABLE =
  'a[href]:not([data-native], [data-native] a), button:not([popovertarget], [commandfor], [data-native] button)';

/**
 * Holds the last click on a link or button in an element, including those from Enter, until it is replayed. If the
 * shopper edits a form meanwhile, it is not submitted.
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
    // A click makes React hydrate its target synchronously; a submit event does not.
    again?.click();
  };
  element.addEventListener('click', hold, true);
  for (const type of ['input', 'change']) element.addEventListener(type, change, true);
  return { replay };
}

const TYPES = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown'] as const;
const MAX_EVENTS = 2000;

/** Records keyboard input and drags on parts of an element marked `data-replay-gestures` until they are replayed. */
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
    'client:intent'?: boolean | 'visible' | 'figures' | 'place' | 'valuation';
  }
}

const GESTURES = ['pointerenter', 'pointerdown', 'touchstart', 'focusin', 'click'] as const;

/** ERR-210: styles show what the island's HTML needs without JavaScript, such as buttons that send its form. */
function markFailed(element: HTMLElement): void {
  element.dataset.failed = '';
}

/** React sets a textarea's initial value again, which moves the caret unless the value is already set. */
function preserveTextareaValue(element: HTMLElement): void {
  for (const field of element.querySelectorAll('textarea')) {
    if (field.value === field.defaultValue) field.value = field.defaultValue;
  }
}

/**
 * `client:intent`: hydrates an island on the first pointer, touch or focus event on it. Its server HTML consists of
 * working links and forms. `client:intent="visible"` also hydrates it when it scrolls into view, for islands below the
 * fold; `client:intent="figures"` when repayments other than those in the HTML apply: the shopper's own, or a broker's
 * quote; `client:intent="place"` when this browser may know its shopper's postcode; `client:intent="valuation"` when it
 * knows a valuation of the shopper's own vehicle. Clicks on links and buttons are held back and replayed after hydration; after eight seconds, or if the script
 * fails to load, the browser handles them. Links in or with `data-native` are followed immediately. Within
 * `data-replay-gestures`, keyboard input and drags are replayed too.
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
    const late = setTimeout(markFailed, HYDRATION_TIMEOUT_MS, element);
    element.addEventListener(
      'astro:hydrate',
      () => {
        clearTimeout(late);
        delete element.dataset.failed;
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
      markFailed(element);
      gestures?.replay();
      presses.replay();
      return;
    }
    // If the code fails to load, the island stays static, unless it waits for its parent island.
    if (element.hasAttribute('ssr') && !element.parentElement?.closest('astro-island[ssr]')) {
      markFailed(element);
      presses.replay();
    }
  }
  for (const gesture of GESTURES) element.addEventListener(gesture, wake, { capture: true, passive: true });
  if (options.value === 'figures' || options.value === 'place' || options.value === 'valuation')
    addEventListener(`forecourt:${options.value}`, () => void wake(), { once: true });
  // The element may already be hovered or focused.
  if (element.matches(':hover, :focus-within')) void wake();
  // `astro-island` is display: contents and has no box to observe.
  for (const child of element.children) observer?.observe(child);
};

export default intentDirective;
