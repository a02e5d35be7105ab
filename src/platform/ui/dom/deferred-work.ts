/** Calls back in a task after the next frame is painted; at once where no one sees the page. @returns what prevents it */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (document.hidden) {
    timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  // A frame begins before it is painted; a task comes after it.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** A typeface or a picture that never comes does not hold up what follows. */
const LONGEST_LOAD_MS = 4000;

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
  const timer = setTimeout(begin, LONGEST_LOAD_MS);
  addEventListener('load', begin);
}

const GESTURES = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'input', 'click', 'scroll'] as const;

/** Loads a script at the shopper's first gesture, for what no one needs before. */
export function atFirstGesture(load: () => Promise<unknown>): void {
  const begin = ({ type, movementX, movementY }: Partial<PointerEvent>) => {
    // Browsers also report a resting pointer.
    if (type === 'pointermove' && !movementX && !movementY) return;
    for (const each of GESTURES) removeEventListener(each, begin, true);
    load().catch((error: unknown) => console.warn('A script could not be loaded:', error));
  };
  for (const each of GESTURES) addEventListener(each, begin, { capture: true, passive: true });
  // A field may have the focus before this script runs.
  if (document.querySelector(':focus')) begin({});
}

/**
 * Calls `begin` once an element is within `margin` of the screen. A hidden one waits until it is shown.
 * @param margin as CSS writes it, "300px"
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
