/**
 * Calls back in a task after the next paint, or immediately if the page is hidden.
 * @returns a function that cancels it
 */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (document.hidden) {
    timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  // requestAnimationFrame runs before paint; a task queued there runs after it.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** A font or picture that never loads must not block later work. */
const LOAD_TIMEOUT_MS = 4000;

/** Calls back once the page and its first pictures are loaded and painted, or after four seconds. */
export function afterLoad(act: () => void): void {
  if (document.readyState === 'complete') {
    afterPaint(act);
    return;
  }
  const begin = () => {
    clearTimeout(timer);
    removeEventListener('load', begin);
    afterPaint(act);
  };
  const timer = setTimeout(begin, LOAD_TIMEOUT_MS);
  addEventListener('load', begin);
}

const GESTURES = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'input', 'click', 'scroll'] as const;

/** Loads a script on the first user interaction. */
export function atFirstGesture(load: () => Promise<unknown>): void {
  const begin = ({ type, movementX, movementY }: Partial<PointerEvent>) => {
    // Browsers also report stationary pointers.
    if (type === 'pointermove' && !movementX && !movementY) return;
    for (const each of GESTURES) removeEventListener(each, begin, true);
    load().catch((error: unknown) => console.warn('A script could not be loaded:', error));
  };
  for (const each of GESTURES) addEventListener(each, begin, { capture: true, passive: true });
  // A field may be focused before this script runs.
  if (document.querySelector(':focus')) begin({});
}

/**
 * Calls `begin` once an element is within `margin` of the viewport; hidden elements count once shown.
 * @param margin CSS length, "300px"
 */
export function whenNear(element: Element, margin: string, begin: () => void): void {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      begin();
    },
    { rootMargin: margin },
  );
  watcher.observe(element);
}
