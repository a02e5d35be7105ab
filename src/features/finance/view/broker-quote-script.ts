/** ERR-02: the panel that asks the broker hydrates at the shopper's first gesture on the page. */
const GESTURES = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

function begin(): void {
  for (const gesture of GESTURES) removeEventListener(gesture, begin);
  dispatchEvent(new Event('forecourt:figures'));
}

for (const gesture of GESTURES) addEventListener(gesture, begin, { passive: true });
