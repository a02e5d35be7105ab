/** The script of suggestions comes with the first sign that a search box is about to be used, and goes on by itself. */
function wake({ target }: { target: unknown }): void {
  if (target instanceof Element && target.closest('[data-type-ahead]')) void import('./type-ahead.ts');
}

addEventListener('focusin', wake);
addEventListener('pointerover', wake);
// The gesture that this script came with may have been one at a box.
wake({ target: document.activeElement });
