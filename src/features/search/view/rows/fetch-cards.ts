/** Target of the links to the note on repayments. */
const RATES_ID = 'financeDisclaimer';
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** Tolerance for fractional scroll positions. */
const END_PX = 2;

function initRow(row: HTMLElement, strip: HTMLElement): void {
  const cards = [...strip.children];
  const arrows = [...row.querySelectorAll<HTMLElement>('[data-card-row-step]')];
  const stepOf = (arrow: HTMLElement) => Number(arrow.dataset.cardRowStep);
  const room = () => strip.scrollWidth - strip.clientWidth;
  const isAtEnd = (step: number) =>
    step < 0 ? strip.scrollLeft <= END_PX : strip.scrollLeft >= room() - END_PX;

  function show(): void {
    for (const arrow of arrows) {
      arrow.hidden = room() <= END_PX;
      // Not `disabled`, which would lose the focus when keyboard users reach the end.
      arrow.setAttribute('aria-disabled', String(isAtEnd(stepOf(arrow))));
    }
  }

  /** Scrolls by the number of fully visible cards. */
  function scrollByCards(step: number): void {
    const [first, second] = cards.map((card) => card.getBoundingClientRect().left);
    const distance = (second ?? 0) - (first ?? 0);
    const whole = Math.max(1, Math.floor(strip.clientWidth / distance));
    const behavior = matchMedia(REDUCED_MOTION).matches ? 'auto' : 'smooth';
    strip.scrollBy({ left: step * whole * distance, behavior });
  }

  for (const arrow of arrows) arrow.addEventListener('click', () => scrollByCards(stepOf(arrow)));
  strip.addEventListener('scroll', show, { passive: true });
  new ResizeObserver(show).observe(strip);
}

/** Rows work without arrows. */
function startCardRows(scope: ParentNode): void {
  for (const row of scope.querySelectorAll<HTMLElement>('[data-card-row]')) {
    const strip = row.querySelector<HTMLElement>('[data-card-row-strip]');
    const rates = row.querySelector('[data-card-row-rates]');
    if (rates && !document.getElementById(RATES_ID)) rates.id = RATES_ID;
    if (strip) initRow(row, strip);
  }
}

const RESPONSE_TIMEOUT_MS = 10_000;

function isInViewport(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Keeps the space of a visible element to avoid a layout shift. */
function hide(element: HTMLElement): void {
  if (isInViewport(element)) element.style.visibility = 'hidden';
  else element.hidden = true;
}

async function readCards(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The response is ${response.status}`);
  return (await response.text()).trim();
}

/**
 * VDP-14, VDP-22: replaces the skeletons by cards. The section is hidden if there are none; on failure its link stays.
 * Cards that are part of the page only get arrows.
 */
export async function fetchCards(room: HTMLElement): Promise<void> {
  const section = room.closest<HTMLElement>('[data-later-cards]');
  if (!section) return startCardRows(room);
  try {
    const html = await readCards(section.dataset.laterCards ?? '');
    if (html === '') return hide(section);
    // Off screen the height may change.
    if (!isInViewport(room)) room.style.minHeight = '0';
    room.innerHTML = html;
    room.ariaBusy = null;
    startCardRows(room);
  } catch (error) {
    console.warn('Cards are not shown:', error);
    hide(room);
  }
}
