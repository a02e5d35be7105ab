/** VDP-04: at the first touch of a spin its coarse frames load beside the scripts that draw them, not after them. */
const stage = document.querySelector<HTMLElement>('[data-spin-sheet]');
stage?.addEventListener(
  'pointerdown',
  () => {
    new Image().src = stage.dataset.spinSheet ?? '';
  },
  { once: true, passive: true },
);
