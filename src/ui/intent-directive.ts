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

/** After each a shopper presses again, if they want it sent. */
const CHANGES = ['input', 'change', 'submit'] as const;

/** A form waits for its island at most this long; then the browser says what is wrong. */
const MOST_PATIENCE_MS = 8000;

/**
 * Until an island is awake the browser checks its form, in its own words and one field at a time. A form that it
 * refuses meanwhile is sent again once the island can say what is wrong, unless the shopper has changed it.
 * @returns sends it again
 */
function holdRefusal(element: HTMLElement): () => void {
  let refused: HTMLFormElement | null = null;
  const forget = () => {
    if (refused) refused.ariaBusy = null;
    refused = null;
  };
  const hold = (event: Event) => {
    event.preventDefault();
    refused = (event.target as HTMLInputElement).form;
    if (refused) refused.ariaBusy = 'true';
  };
  const release = () => {
    clearTimeout(patience);
    element.removeEventListener('invalid', hold, true);
    for (const change of CHANGES) element.removeEventListener(change, forget, true);
    const form = refused;
    forget();
    // A press, not a submit event: for a press React hydrates what is not hydrated yet.
    form?.querySelector<HTMLElement>('[type="submit"]')?.click();
  };
  const patience = setTimeout(release, MOST_PATIENCE_MS);
  element.addEventListener('invalid', hold, true);
  for (const change of CHANGES) element.addEventListener(change, forget, true);
  return release;
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
    const release = holdRefusal(element);
    try {
      const hydrate = await load();
      ownTexts(element);
      await hydrate();
    } finally {
      release();
    }
  }
  for (const gesture of GESTURES) element.addEventListener(gesture, wake, { passive: true });
  // An interaction before this script loaded counts too.
  if (element.matches(':hover, :focus-within')) void wake();
  // `astro-island` is display: contents and has no box of its own to observe.
  for (const child of element.children) observer?.observe(child);
};

export default intentDirective;
