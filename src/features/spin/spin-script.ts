/** The viewer itself comes with the first touch, key or wheel on a spin, or when one that turns by itself is seen. */
const GESTURES = ['pointerdown', 'keydown', 'wheel', 'click'] as const;

/** What was pressed before the viewer listened, pressed again. */
function pressAgain(held: readonly Event[]): void {
  for (const event of held) {
    const { target } = event;
    if (
      event instanceof KeyboardEvent &&
      target instanceof HTMLElement &&
      target.matches('[data-spin-stage]')
    )
      target.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }));
    const button =
      event.type === 'click' && target instanceof Element && target.closest<HTMLElement>('button');
    if (button) button.click();
  }
}

for (const spin of document.querySelectorAll<HTMLElement>('[data-spin]')) {
  const held: Event[] = [];
  let isStarted = false;
  const hold = (event: Event) => {
    held.push(event);
    start(false);
  };
  const start = (isAlone: boolean) => {
    if (isStarted) return;
    isStarted = true;
    import('./spin-viewer.ts')
      .then(({ startSpin }) => startSpin(spin, isAlone))
      .then(() => {
        for (const gesture of GESTURES) spin.removeEventListener(gesture, hold);
        pressAgain(held);
      })
      .catch((error: unknown) => {
        console.warn('The spin could not be loaded:', error);
        spin.dispatchEvent(new CustomEvent('forecourt:spin-failed', { bubbles: true }));
      });
  };
  for (const gesture of GESTURES) spin.addEventListener(gesture, hold, { passive: true });
  // Drags from before this script came have been recorded.
  if (document.heldDrags?.length) start(false);
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (spin.hasAttribute('data-spin-auto') && !isCalm)
    new IntersectionObserver((entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      start(true);
    }).observe(spin);
}
