import { atom } from 'nanostores';
import type { Favourite } from '#src/domain/vehicle/favourite.ts';
import { isSaved, readFavourite } from './favourite.ts';
import { $favourites, toggleFavourite } from './favourites.store.ts';

export type Press = { car: Favourite; saved: boolean; price: string | undefined };

/** What was pressed on this page. What follows a press loads with the first gesture, perhaps after it. */
export const $presses = atom<readonly Press[]>([]);

const BUTTON = '[data-favourite]';

/** Assigns only what differs: this runs again whenever cards come or go. */
function showState(button: HTMLElement): void {
  const car = readFavourite(button.dataset.favourite);
  if (!car) return;
  const saved = isSaved($favourites.get(), car);
  const label = saved ? `Remove ${car.name} from saved` : `Save ${car.name}`;
  if (button.ariaLabel !== label) {
    button.ariaLabel = label;
    button.ariaPressed = String(saved);
  }
  if (button.hidden) button.hidden = false;
}

function showAll(): void {
  const count = String($favourites.get().length || '');
  for (const button of document.querySelectorAll<HTMLElement>(BUTTON)) showState(button);
  for (const link of document.querySelectorAll<HTMLElement>('[data-favourites-link]')) link.hidden = false;
  for (const place of document.querySelectorAll<HTMLElement>('[data-favourites-count]')) {
    if (place.textContent !== count) place.textContent = count;
  }
}

function onClick(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>(BUTTON);
  const car = button && readFavourite(button.dataset.favourite);
  if (!car) return;
  event.preventDefault();
  const saved = toggleFavourite(car);
  $presses.set([...$presses.get(), { car, saved, price: button.dataset.savedPrice }]);
}

/** Activates the page's favourite buttons, including those islands render later. */
export function startFavouriteButtons(): void {
  document.addEventListener('click', onClick);
  $favourites.subscribe(showAll);
  // Not by `eachRedraw`: a file that others share is one more request of every page.
  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      showAll();
    });
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-favourite'],
  });
}
