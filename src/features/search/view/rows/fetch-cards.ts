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
function startCardRows(scope: ParentNode): void {
  for (const row of scope.querySelectorAll<HTMLElement>('[data-card-row]')) {
    const strip = row.querySelector<HTMLElement>('[data-card-row-strip]');
    const rates = row.querySelector('[data-card-row-rates]');
    if (rates && !document.getElementById(RATES_ID)) rates.id = RATES_ID;
    if (strip) begin(row, strip);
  }
}

const RESPONSE_TIMEOUT_MS = 10_000;

function isSeen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** An element removed while visible keeps its space, so that the page does not jump. */
function leave(element: HTMLElement): void {
  if (isSeen(element)) element.style.visibility = 'hidden';
  else element.hidden = true;
}

async function readCards(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The response is ${response.status}`);
  return (await response.text()).trim();
}

/**
 * VDP-14, VDP-22: replaces skeletons with cards. Without cards the section is removed; if loading fails, its link
 * stays. For cards in the page, only their arrows are activated.
 */
export async function fetchCards(room: HTMLElement): Promise<void> {
  const section = room.closest<HTMLElement>('[data-later-cards]');
  if (!section) return startCardRows(room);
  try {
    const html = await readCards(section.dataset.laterCards ?? '');
    if (html === '') return leave(section);
    // Off screen its height does not matter.
    if (!isSeen(room)) room.style.minHeight = '0';
    room.innerHTML = html;
    room.ariaBusy = null;
    startCardRows(room);
  } catch (error) {
    console.warn('Cards are not shown:', error);
    leave(room);
  }
}
