import * as ANALYTICS_EVENTS from '#src/domain/analytics-events.ts';
import { isSaved, toFavourite } from './favourite.ts';
import { $favourites, toggleFavourite } from './favourites.store.ts';
import { jsonAttribute } from './json-attribute.ts';

let region: HTMLElement | undefined;

/** Has screen readers say `text` when they next pause. */
function announce(text: string): void {
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

const BUTTON = '[data-favourite]';

/** Assigns only what differs: this runs again whenever cards come or go. */
function showState(button: HTMLElement): void {
  const car = toFavourite(jsonAttribute(button, 'favourite'));
  if (!car) return;
  const saved = isSaved($favourites.get(), car);
  const label = saved ? `Remove ${car.name} from saved` : `Save ${car.name}`;
  if (button.getAttribute('aria-label') !== label) {
    button.setAttribute('aria-label', label);
    button.setAttribute('aria-pressed', String(saved));
  }
  if (button.hidden) button.hidden = false;
}

function showAll(): void {
  const count = $favourites.get().length;
  for (const button of document.querySelectorAll<HTMLElement>(BUTTON)) showState(button);
  for (const link of document.querySelectorAll<HTMLElement>('[data-favourites-link]')) link.hidden = false;
  for (const place of document.querySelectorAll<HTMLElement>('[data-favourites-count]')) {
    if (place.textContent !== String(count)) place.textContent = String(count);
  }
}

function onClick(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>(BUTTON);
  const car = button && toFavourite(jsonAttribute(button, 'favourite'));
  if (!car) return;
  event.preventDefault();
  const saved = toggleFavourite(car);
  announce(saved ? `${car.name} saved` : `${car.name} removed from saved`);
  dispatchEvent(
    new CustomEvent('forecourt:event', {
      detail: { eventId: ANALYTICS_EVENTS.vehicleSaved, label: car.name },
    }),
  );
}

/** Activates the page's favourite buttons, including those islands render later. */
export function startFavouriteButtons(): void {
  document.addEventListener('click', onClick);
  $favourites.subscribe(showAll);
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
    attributes: true,
    attributeFilter: ['data-favourite'],
  });
}
