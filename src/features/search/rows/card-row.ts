/** Where the finance notes of cards lead. */
const RATES_ID = 'financeDisclaimer';
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** Within this distance of an end, it counts as at the end. */
const END_PX = 2;

function begin(row: HTMLElement, strip: HTMLElement): void {
  const cards = [...strip.children];
  const arrows = [...row.querySelectorAll<HTMLElement>('[data-card-row-step]')];
  const stepOf = (arrow: HTMLElement) => Number(arrow.dataset.cardRowStep);
  const room = () => strip.scrollWidth - strip.clientWidth;
  const isAtEnd = (step: number) =>
    step < 0 ? strip.scrollLeft <= END_PX : strip.scrollLeft >= room() - END_PX;

  function show(): void {
    for (const arrow of arrows) {
      arrow.hidden = room() <= END_PX;
      // Not `disabled`: that would take the focus from anyone who reaches the end by keyboard.
      arrow.setAttribute('aria-disabled', String(isAtEnd(stepOf(arrow))));
    }
  }

  /** Scrolls by the number of fully visible cards; the strip snaps to the first of them. */
  function go(step: number): void {
    const [first, second] = cards.map((card) => card.getBoundingClientRect().left);
    const distance = (second ?? 0) - (first ?? 0);
    const whole = Math.max(1, Math.floor(strip.clientWidth / distance));
    const behavior = matchMedia(REDUCED_MOTION).matches ? 'auto' : 'smooth';
    strip.scrollBy({ left: step * whole * distance, behavior });
  }

  for (const arrow of arrows) arrow.addEventListener('click', () => go(stepOf(arrow)));
  strip.addEventListener('scroll', show, { passive: true });
  new ResizeObserver(show).observe(strip);
}

/** The arrows of the rows of cards in `scope`; rows scroll and snap without them. */
export function startCardRows(scope: ParentNode): void {
  for (const row of scope.querySelectorAll<HTMLElement>('[data-card-row]')) {
    const strip = row.querySelector<HTMLElement>('[data-card-row-strip]');
    const rates = row.querySelector('[data-card-row-rates]');
    if (rates && !document.getElementById(RATES_ID)) rates.id = RATES_ID;
    if (strip) begin(row, strip);
  }
}
