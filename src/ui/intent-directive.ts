import type { ClientDirective } from 'astro';
import { bufferClicks } from './hold-presses.ts';
import { recordGestures } from './record-gestures.ts';

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
