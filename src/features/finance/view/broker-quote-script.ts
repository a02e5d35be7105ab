/** ERR-02: hydrates the panel that requests a quote on the first user interaction. */
const GESTURES = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

function begin(): void {
  for (const gesture of GESTURES) removeEventListener(gesture, begin);
  dispatchEvent(new Event('forecourt:figures'));
}

for (const gesture of GESTURES) addEventListener(gesture, begin, { passive: true });
