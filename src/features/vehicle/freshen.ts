import { browserStorage, readStored, writeStored } from '#src/ui/browser-storage.ts';
import type { VehicleView } from '#src/wire/vehicle-view.ts';

const RESPONSE_TIMEOUT_MS = 8000;
const COUNTED_KEY = 'forecourt:counted';

/** Updates a text everywhere on the page, without layout shifts. */
function put(fact: string, text: string): void {
  for (const place of document.querySelectorAll(`[data-fact="${fact}"]`)) place.textContent = text;
}

function withdraw(places: string): void {
  for (const place of document.querySelectorAll(places)) place.toggleAttribute('data-over', true);
}

function show({ views = 0, car_fields }: VehicleView, notes: Record<string, string>): void {
  const { status = '', reserved, ...texts } = car_fields;
  if (status) withdraw('[data-of-status]');
  const note = notes[status];
  if (note) {
    for (const fact of ['note', 'note_for_price']) put(fact, note);
    for (const fact of ['photos_count', 'listed']) put(fact, '');
    return;
  }
  for (const [fact, text] of Object.entries(texts)) put(fact, text ?? '');
  // Calculated from the earlier price.
  if (texts.price_text) withdraw('[data-of-price]');
  if (reserved) put('note', 'Reserved');
  if (reserved === false) withdraw('[data-reserved]');
  if (views > 1) put('views', `Viewed ${views} times`);
}

/** Vehicles whose views already include this browser today; undefined without storage, when views are not counted. */
function countedToday(storage: Storage | undefined, day: string): string[] | undefined {
  if (!storage) return undefined;
  const stored = readStored(storage, COUNTED_KEY) as { day?: string; cars?: string[] } | null;
  return stored?.day === day ? stored.cars : [];
}

async function ask({ viewAddress = '', viewNotes = '{}' }: DOMStringMap): Promise<void> {
  const storage = browserStorage('localStorage');
  const day = new Date().toDateString();
  const cars = countedToday(storage, day);
  const isCounted = cars?.includes(location.pathname) ?? true;
  const response = await fetch(isCounted ? `${viewAddress}&counted=1` : viewAddress, {
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  if (!response.ok) return;
  show(await response.json(), JSON.parse(viewNotes));
  if (cars && !isCounted) writeStored(storage, COUNTED_KEY, { day, cars: [...cars, location.pathname] });
}

/** VDP-21: updates a cached page once it is visible. If that fails, the page is unchanged. */
export function freshen(): void {
  const line = document.querySelector<HTMLElement>('[data-view-address]');
  if (!line) return;
  const start = () => ask(line.dataset).catch((error: unknown) => console.warn('No changes:', error));
  if (document.visibilityState === 'visible') start();
  else document.addEventListener('visibilitychange', start, { once: true });
}
