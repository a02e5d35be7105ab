import { type Favourite, writeFavourite } from '#src/domain/vehicle/favourite.ts';
import { $savedCars } from '#src/stores/saved-cars.store.ts';

const OWN_OR_HTTPS = /^(?:\/(?!\/)|https:\/\/)/;

const find = <E extends HTMLElement>(selector: string, within: ParentNode = document) =>
  within.querySelector<E>(selector);

/** An entry from what the browser stored, as text and attributes, never as HTML. */
export function drawCar(car: Favourite): HTMLElement {
  const template = find<HTMLTemplateElement>('template[data-saved-car]');
  const entry = template?.content.firstElementChild?.cloneNode(true) as HTMLElement;
  const link = find<HTMLAnchorElement>('a', entry);
  if (link) {
    link.textContent = car.name;
    link.href = `/cars/${encodeURIComponent(car.slug)}`;
  }
  const picture = find<HTMLImageElement>('img', entry);
  if (picture && OWN_OR_HTTPS.test(car.primary_image_url)) {
    picture.onerror = () => picture.remove();
    picture.src = car.primary_image_url;
  } else picture?.remove();
  const button = find<HTMLElement>('button', entry);
  if (button) button.dataset.favourite = writeFavourite(car);
  return entry;
}

/** What the server shows of a car, by id, in place of what is stored. */
export const entries = new Map<string, HTMLElement>();

export function showSaved(): void {
  const [list, empty] = [find('[data-saved-cars]'), find('[data-saved-cars-empty]')];
  if (!list || !empty) return;
  const cars = $savedCars.get();
  const active = document.activeElement;
  const focused = [...list.children].findIndex((entry) => entry.contains(active));
  list.replaceChildren(...cars.map((car) => entries.get(car.id) ?? drawCar(car)));
  list.hidden = cars.length === 0;
  empty.hidden = cars.length > 0;
  if (focused < 0) return;
  // Entries that are moved lose the focus. After a removal by keyboard, it moves to the next car.
  const next = list.children[Math.min(focused, cars.length - 1)] ?? empty;
  const to = list.contains(active) ? (active as HTMLElement) : find('a', next);
  to?.focus();
}

/** Fills the list of the saved-cars page and follows the store. */
export const startSavedCars = (): void => void $savedCars.subscribe(showSaved);
