/** The suggestions script loads on the first sign that a search box will be used. */
function wake({ target }: { target: unknown }): void {
  if (target instanceof Element && target.closest('[data-type-ahead]')) void import('./type-ahead.ts');
}

addEventListener('focusin', wake);
addEventListener('pointerover', wake);
// The interaction that loaded this script may have been at a box.
wake({ target: document.activeElement });
