/** Also what styles read. */
export const isFull = (spin: HTMLElement): boolean => spin.hasAttribute('data-full');

/**
 * VDP-04: full screen of a spin. On phones that show nothing but video in full, the spin fills the window instead, and
 * looks and ends alike.
 */
export function watchFull(spin: HTMLElement, button: HTMLElement): void {
  const ownsScreen = () => document.fullscreenElement === spin;
  function showFull(full: boolean): void {
    spin.toggleAttribute('data-full', full);
    button.textContent = full ? 'Leave full screen' : 'Full screen';
  }
  button.addEventListener('click', () => {
    if (ownsScreen()) void document.exitFullscreen();
    else if (isFull(spin) || !spin.requestFullscreen) showFull(!isFull(spin));
    else void spin.requestFullscreen().catch(() => showFull(true));
  });
  // Wherever the focus is. A browser ends its own full screen itself.
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && isFull(spin) && !ownsScreen()) showFull(false);
  });
  addEventListener('fullscreenchange', () => showFull(ownsScreen()));
}
