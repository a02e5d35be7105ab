import { startSpin } from './spin-viewer.ts';

/** The first touch, key or wheel on a spin starts it. */
const GESTURES = ['pointerdown', 'keydown', 'wheel', 'click'] as const;

for (const spin of document.querySelectorAll<HTMLElement>('[data-spin]')) {
  const start = () => {
    for (const gesture of GESTURES) spin.removeEventListener(gesture, start);
    startSpin(spin).catch((error: unknown) => {
      console.warn('The spin could not be loaded:', error);
      // The script of the views may come later.
      spin.dataset.spinFailed = '';
      spin.dispatchEvent(new CustomEvent('forecourt:spin-failed', { bubbles: true }));
    });
  };
  for (const gesture of GESTURES) spin.addEventListener(gesture, start, { passive: true });
  // Input before this script loaded has been recorded.
  if (document.heldOnSpin?.drags.length || document.heldOnSpin?.presses.length) start();
}
