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
