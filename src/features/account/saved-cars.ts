import type { Favourite } from './favourite.ts';
import { $favourites } from './favourites.store.ts';

const OWN_OR_HTTPS = /^(?:\/(?!\/)|https:\/\/)/;

/** One entry from the page's template; stored values are inserted as text and attributes, never as HTML. */
function drawCar(template: HTMLTemplateElement, car: Favourite): DocumentFragment {
  const entry = template.content.cloneNode(true) as DocumentFragment;
  const link = entry.querySelector('a');
  if (link) {
    link.textContent = car.name;
    link.href = `/cars/${encodeURIComponent(car.slug)}`;
  }
  const picture = entry.querySelector('img');
  if (picture && OWN_OR_HTTPS.test(car.primary_image_url)) {
    picture.onerror = () => picture.remove();
    picture.src = car.primary_image_url;
  } else picture?.remove();
  entry.querySelector('[data-favourite]')?.setAttribute('data-favourite', JSON.stringify(car));
  return entry;
}

/** Fills the list of the saved-cars page and follows the store. */
export function startSavedCars(): void {
  const list = document.querySelector<HTMLElement>('[data-saved-cars]');
  const template = document.querySelector<HTMLTemplateElement>('template[data-saved-car]');
  const empty = document.querySelector<HTMLElement>('[data-saved-cars-empty]');
  if (!list || !template || !empty) return;
  $favourites.subscribe((cars) => {
    const focused = [...list.children].findIndex((entry) => entry.contains(document.activeElement));
    list.replaceChildren(...cars.map((car) => drawCar(template, car)));
    list.hidden = cars.length === 0;
    empty.hidden = cars.length > 0;
    // After a removal by keyboard, the focus moves to the next car.
    const next = list.children[Math.min(focused, cars.length - 1)];
    if (focused >= 0) (next?.querySelector('a') ?? empty.querySelector('a'))?.focus();
  });
}
