import { startSpin } from './spin-viewer.ts';

/** The first touch, key or wheel on a spin starts it; one that turns by itself starts when it is seen. */
const GESTURES = ['pointerdown', 'keydown', 'wheel', 'click'] as const;

for (const spin of document.querySelectorAll<HTMLElement>('[data-spin]')) {
  let isStarted = false;
  const start = (isAlone: boolean) => {
    if (isStarted) return;
    isStarted = true;
    for (const gesture of GESTURES) spin.removeEventListener(gesture, begin);
    startSpin(spin, isAlone).catch((error: unknown) => {
      console.warn('The spin could not be loaded:', error);
      spin.dispatchEvent(new CustomEvent('forecourt:spin-failed', { bubbles: true }));
    });
  };
  const begin = () => start(false);
  for (const gesture of GESTURES) spin.addEventListener(gesture, begin, { passive: true });
  // What was done before this script came has been recorded.
  if (document.heldOnSpin?.drags.length || document.heldOnSpin?.presses.length) begin();
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (spin.hasAttribute('data-spin-auto') && !isCalm)
    new IntersectionObserver((entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      start(true);
    }).observe(spin);
}
