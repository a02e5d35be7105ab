import type { Touched } from './swipe-photos.ts';

/** The script for swipes over photos of cards loads at the first touch, which may end before it is there. */
document.addEventListener(
  'touchstart',
  (began) => {
    const touch: Touched = { began };
    document.addEventListener('touchend', (ended) => Object.assign(touch, { ended }), { once: true });
    import('./swipe-photos.ts').then(
      ({ followTouch }) => followTouch(touch),
      // Without it a card shows its first photo.
      () => undefined,
    );
  },
  { once: true, passive: true },
);
