import type { VehicleView } from '#src/features/vehicle/vehicle-endpoints.ts';
import { browserStorage, readStored, writeStored } from '#src/platform/ui/storage/browser-storage.ts';
import { $vehicleChanges } from './vehicle-changes.store.ts';

const RESPONSE_TIMEOUT_MS = 8000;
const COUNTED_KEY = 'forecourt:counted';

/** Updates texts everywhere on the page. CSS hides content that is outdated by the changes (`fresh-line.css`). */
function show({ views = 0, car_fields }: VehicleView, notes: Record<string, string>): void {
  const { status = '', reserved, ...texts } = car_fields;
  const note = notes[status];
  const shown: Record<string, string | undefined> = {
    ...texts,
    ...(views > 1 && { views: `Viewed ${views} times` }),
    ...(reserved && { note: 'Reserved' }),
    // The note replaces the rest of the line.
    ...(note && { note, photos_count: '', listed: '', views: '' }),
    // Vehicles coming soon keep their price.
    ...(note && status !== 'coming_soon' && { note_for_price: note }),
  };
  for (const [fact, text = ''] of Object.entries(shown))
    for (const element of document.querySelectorAll(`[data-fact="${fact}"]`)) element.textContent = text;
  if (Object.keys(car_fields).length === 0) return;
  document.body.dataset.changed = `${status} reserved-${reserved} ${texts.price_text && 'price'}`;
  $vehicleChanges.set(car_fields);
}

/** Vehicles whose view was counted for this browser today; undefined without storage, in which case none are counted. */
function countedToday(storage: Storage | undefined, day: string): string[] | undefined {
  if (!storage) return undefined;
  const stored = readStored(storage, COUNTED_KEY) as { day?: unknown; cars?: unknown } | null;
  return stored?.day === day && Array.isArray(stored.cars) ? stored.cars : [];
}

async function refresh({ viewAddress = '', viewNotes = '{}' }: DOMStringMap): Promise<void> {
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

/** VDP-21: updates a cached page once it is visible. */
const line = document.querySelector<HTMLElement>('[data-view-address]');
if (line) {
  const start = () => refresh(line.dataset).catch((error: unknown) => console.warn('No changes:', error));
  if (document.visibilityState === 'visible') start();
  else document.addEventListener('visibilitychange', start, { once: true });
}
