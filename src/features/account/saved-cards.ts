import { type Favourite, writeFavourite } from '#src/domain/vehicle/favourite.ts';
import { MOST_SAVED_AT_ONCE } from '#src/domain/vehicle/saved-change.ts';
import { SAVED_LIST_PATH } from '#src/routing/page-paths.ts';
import { $savedCars, savedPrices } from '#src/stores/saved-cars.store.ts';
import { drawCar, entries, showSaved } from './saved-cars.ts';

const RESPONSE_TIMEOUT_MS = 10_000;

async function fetchPart(cars: readonly Favourite[]): Promise<Element> {
  const prices = savedPrices();
  const asked = cars.map(({ id }) => ['car', prices.has(id) ? `${id}.${prices.get(id)}` : id]);
  const response = await fetch(`${SAVED_LIST_PATH}?${new URLSearchParams(asked)}`, {
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The response is ${response.status}`);
  const list = document.createElement('ul');
  list.innerHTML = await response.text();
  return list;
}

/** A car without a page: what is stored of it, with what became of it. */
function goneEntry(car: Favourite, text: string): HTMLElement {
  const entry = drawCar(car);
  entry.querySelector('a')?.removeAttribute('href');
  const change = entry.querySelector('.saved-cars-change');
  if (change) change.textContent = text;
  return entry;
}

function entryOf(item: HTMLElement, car: Favourite): HTMLElement {
  if (item.dataset.savedGone !== undefined) return goneEntry(car, item.textContent.trim());
  // The button that removes an entry works like a heart that is pressed.
  item.querySelector('[data-remove-saved]')?.setAttribute('data-favourite', writeFavourite(car));
  return item;
}

/** @throws if the server does not respond */
async function fetchCards(cars: readonly Favourite[]): Promise<void> {
  for (let at = 0; at < cars.length; at += MOST_SAVED_AT_ONCE) {
    const list = await fetchPart(cars.slice(at, at + MOST_SAVED_AT_ONCE));
    for (const item of list.querySelectorAll<HTMLElement>(':scope > li')) {
      const id = item.dataset.savedEntry ?? item.dataset.savedGone;
      const car = cars.find((each) => each.id === id);
      if (car) entries.set(car.id, entryOf(item, car));
    }
  }
}

const tools = document.querySelector<HTMLElement>('[data-saved-tools]');

function showCards(): void {
  if (entries.size === 0) return;
  showSaved();
  if (tools) tools.hidden = !document.querySelector('[data-saved-cars] [name=car_ids]');
}

const asked = new Set<string>();

/** FAV-01: the current cards of saved cars, with what has changed since. */
$savedCars.subscribe((cars) => {
  showCards();
  const missing = cars.filter(({ id }) => !asked.has(id));
  for (const { id } of missing) asked.add(id);
  if (missing.length > 0)
    fetchCards(missing)
      .catch((error: unknown) => console.warn('Cards are not shown:', error))
      .finally(showCards);
});
