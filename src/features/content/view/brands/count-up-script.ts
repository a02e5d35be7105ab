import { COUNT_UP_MS, countUpValue } from './count-up.ts';

/** Counts figures up from zero as they scroll into view; disabled with reduced motion. */
function countUp(element: HTMLElement): void {
  const { countUp: figureText, after = '' } = element.dataset;
  const figure = Number(figureText);
  const began = performance.now();
  const step = (now: number) => {
    element.textContent = `${countUpValue(figure, now - began)}${after}`;
    if (now - began < COUNT_UP_MS) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
  const watch = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      watch.unobserve(target);
      countUp(target);
    }
  });
  for (const element of document.querySelectorAll('[data-count-up]')) watch.observe(element);
}
