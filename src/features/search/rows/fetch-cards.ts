import { startCardRows } from './card-row.ts';

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
