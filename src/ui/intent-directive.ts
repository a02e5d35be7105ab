import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean | 'visible';
  }
}

const GESTURES = ['pointerenter', 'pointerdown', 'touchstart', 'focusin'] as const;

/** React writes the first text of a textarea again, which moves the caret unless the text has been set before. */
function ownTexts(element: HTMLElement): void {
  for (const field of element.querySelectorAll('textarea')) {
    if (field.value === field.defaultValue) field.value = field.defaultValue;
  }
}

/**
 * `client:intent`: wakes an island at the shopper's first pointer, touch or focus on it. Until then the
 * server's HTML works by itself, so the gesture that wakes it is never lost. `client:intent="visible"`
 * also wakes it when it scrolls into view, for islands below the fold.
 */
const intentDirective: ClientDirective = (load, options, element) => {
  let awake = false;
  const observer =
    options.value === 'visible'
      ? new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && wake())
      : undefined;
  async function wake() {
    if (awake) return;
    awake = true;
    for (const gesture of GESTURES) element.removeEventListener(gesture, wake);
    observer?.disconnect();
    const hydrate = await load();
    ownTexts(element);
    await hydrate();
  }
  for (const gesture of GESTURES) element.addEventListener(gesture, wake, { passive: true });
  // A gesture from before this script came counts as well.
  if (element.matches(':hover, :focus-within')) void wake();
  // `astro-island` is display: contents and has no box of its own to observe.
  for (const child of element.children) observer?.observe(child);
};

export default intentDirective;
