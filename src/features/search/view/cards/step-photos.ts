/** CARD-253: the buttons beside a card's photos, which shoppers without a touch screen use; after the last comes the first. */
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('.vehicle-card-step') : null;
  const reel = button?.parentElement?.querySelector('.vehicle-card-reel');
  if (!button || !reel) return;
  const { scrollLeft, scrollWidth, clientWidth } = reel;
  const count = Math.round(scrollWidth / clientWidth);
  const at = Math.round(scrollLeft / clientWidth) + (button.dataset.step === 'Next' ? 1 : -1);
  reel.scrollTo({ left: ((at + count) % count) * clientWidth });
});

export {};
