import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean | 'visible';
  }
}

const GESTURES = ['pointerenter', 'pointerdown', 'touchstart', 'focusin'] as const;

/** React rewrites the first text of a textarea, which moves the caret unless the text was set before. */
function ownTexts(element: HTMLElement): void {
  for (const field of element.querySelectorAll('textarea')) {
    if (field.value === field.defaultValue) field.value = field.defaultValue;
  }
}

/**
 * `client:intent`: hydrates an island at the shopper's first pointer, touch or focus on it. Until then the server's
 * HTML works alone, so that interaction is never lost. `client:intent="visible"` also hydrates it when it scrolls
 * into view, for islands below the fold.
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
  // An interaction before this script loaded counts too.
  if (element.matches(':hover, :focus-within')) void wake();
  // `astro-island` is display: contents and has no box of its own to observe.
  for (const child of element.children) observer?.observe(child);
};

export default intentDirective;
