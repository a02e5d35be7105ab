import { type HeartPress, warnIfUnsaved } from '#src/stores/saved-cars.store.ts';

let region: HTMLElement | undefined;

/** Has screen readers say `text` when they next pause. */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div');
    region.className = 'visually-hidden';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  // A region that appears together with its text is not read out by every screen reader.
  const place = region;
  setTimeout(() => {
    place.textContent = text;
  }, 50);
}

/** What follows after a car was saved or removed: it is announced. */
function follow({ car, saved }: HeartPress): void {
  warnIfUnsaved();
  announce(saved ? `${car.name} saved` : `${car.name} removed from saved`);
}

let followed = 0;

/** @param presses all of the page; those that were followed before are left out */
export function followPresses(presses: readonly HeartPress[]): void {
  const from = followed;
  followed = presses.length;
  for (const press of presses.slice(from)) follow(press);
}
