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

/** Calls back once the page and its first pictures are loaded and painted: nothing delays those. */
export function afterLoad(act: () => void): void {
  if (document.readyState === 'complete') afterPaint(act);
  else addEventListener('load', () => afterPaint(act), { once: true });
}
