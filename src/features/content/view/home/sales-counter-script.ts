import { SALES_RECOUNT_MS, salesToday } from '#src/features/content/sales-counter.ts';
import { COUNT_UP_MS, countUpValue } from '#src/features/content/view/brands/count-up.ts';
import { systemClock } from '#src/platform/time/clock.ts';

const element = document.querySelector('[data-sales-today]');
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
/** Begins at the server's figure, so that the count only grows. */
let shown = Number(element?.textContent);

/** CONT-05: animates from the displayed to the current value in two seconds; restarts at midnight. */
function count(): void {
  const from = shown;
  const to = salesToday(systemClock.now());
  if (to === from) return;
  shown = to;
  const began = performance.now();
  const step = (now: number) => {
    const elapsed = isStill || to < from ? COUNT_UP_MS : now - began;
    if (element) element.textContent = String(from + countUpValue(to - from, elapsed));
    if (elapsed < COUNT_UP_MS) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

if (element) {
  count();
  setInterval(count, SALES_RECOUNT_MS);
}
