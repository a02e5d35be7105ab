/** VDP-04: loads the sprite sheet of a spin in parallel with its scripts. */
const stage = document.querySelector<HTMLElement>('[data-spin-sheet]');
stage?.addEventListener(
  'pointerdown',
  () => {
    new Image().src = stage.dataset.spinSheet ?? '';
  },
  { once: true, passive: true },
);
