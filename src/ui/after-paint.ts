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
