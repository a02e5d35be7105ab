import type { TouchEvents } from './swipe-photos.ts';

/** Loads the swipe script at the first touch and passes it that touch, which may end before it has loaded. */
document.addEventListener(
  'touchstart',
  (began) => {
    const touch: TouchEvents = { began };
    document.addEventListener('touchend', (ended) => Object.assign(touch, { ended }), { once: true });
    import('./swipe-photos.ts').then(
      ({ followTouch }) => followTouch(touch),
      // Without the script cards show their first photo.
      () => undefined,
    );
  },
  { once: true, passive: true },
);
