/** VDP-15. */
const HEADER_FROM_PX = 500;
const BAR_OPENED_BEYOND_PX = 900;

function show(): void {
  const header = document.querySelector<HTMLElement>('[data-vehicle-header]');
  if (header) header.hidden = scrollY < HEADER_FROM_PX;
  const bar = document.querySelector<HTMLElement>('[data-vehicle-bar]');
  bar?.toggleAttribute('data-opened', scrollY > BAR_OPENED_BEYOND_PX);
}

/**
 * While the page's own buttons are in view, even in part, the bar with the same ones leaves them free. Until then styles
 * alone see to that, in browsers that can.
 */
function watchButtons(): void {
  const bar = document.querySelector<HTMLElement>('[data-vehicle-bar]');
  const buttons = document.querySelector('.vehicle-actions');
  if (!bar) return;
  const place = (isAway: boolean) => {
    bar.toggleAttribute('data-away', isAway);
    bar.toggleAttribute('data-awake', true);
  };
  if (!buttons) place(false);
  else new IntersectionObserver(([entry]) => place(entry?.isIntersecting ?? false)).observe(buttons);
}

/** The car's header and bar depend on the scroll position. */
export function watchScrolling(): void {
  addEventListener('scroll', show, { passive: true });
  show();
  watchButtons();
}
