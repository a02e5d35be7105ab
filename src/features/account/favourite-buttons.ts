import { isSaved, readFavourite } from '#src/domain/vehicle/favourite.ts';
import { $savedCars, pressHeart } from '#src/stores/saved-cars.store.ts';

const BUTTON = '[data-favourite]';

/** Assigns only what differs: this runs again whenever cards come or go. */
function showState(button: HTMLElement): void {
  const car = readFavourite(button.dataset.favourite);
  if (!car) return;
  const saved = isSaved($savedCars.get(), car);
  const label = saved ? `Remove ${car.name} from saved` : `Save ${car.name}`;
  if (button.ariaLabel !== label) {
    button.ariaLabel = label;
    button.ariaPressed = String(saved);
  }
  if (button.hidden) button.hidden = false;
}

function showAll(): void {
  const count = String($savedCars.get().length || '');
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
  pressHeart(car, button.dataset.savedPrice);
}

/** Activates the page's favourite buttons, including those islands render later. */
export function startFavouriteButtons(): void {
  document.addEventListener('click', onClick);
  $savedCars.subscribe(showAll);
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
