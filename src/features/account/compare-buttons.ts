import { MOST_COMPARED } from '#src/domain/vehicle/comparison.ts';
import { isSaved, readFavourite } from '#src/domain/vehicle/favourite.ts';
import { comparePath } from '#src/routing/compare-path.ts';
import { $comparedCars, clearCompared, toggleCompared } from '#src/stores/compared-cars.store.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import { eachRedraw } from '#src/ui/each-redraw.ts';
import trayStyles from './compare-tray.css?inline';
import { announce } from './favourite-pressed.ts';

const BUTTON = '[data-compare]';

/** The car is that of the heart on the same card. */
function carOf(button: Element) {
  const heart = button.closest('article')?.querySelector<HTMLElement>('[data-favourite]');
  return readFavourite(heart?.dataset.favourite);
}

/** Assigns only what differs: this runs again whenever cards come or go. */
function showState(button: HTMLElement): void {
  const car = carOf(button);
  if (!car) return;
  const pressed = String(isSaved($comparedCars.get(), car));
  if (button.getAttribute('aria-pressed') !== pressed) button.setAttribute('aria-pressed', pressed);
  const label = `Compare ${car.name}`;
  if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
  if (button.hidden) button.hidden = false;
}

function makeTray(): { tray: HTMLElement; text: HTMLElement; link: HTMLAnchorElement } {
  adoptStyles(trayStyles);
  const tray = document.createElement('section');
  tray.className = 'compare-tray';
  tray.setAttribute('aria-label', 'Comparison');
  const text = document.createElement('p');
  const link = document.createElement('a');
  link.className = 'button';
  link.textContent = 'Compare';
  const clear = document.createElement('button');
  clear.type = 'button';
  clear.className = 'button button-quiet';
  clear.textContent = 'Clear';
  clear.addEventListener('click', clearCompared);
  tray.append(text, link, clear);
  document.body.append(tray);
  return { tray, text, link };
}

let made: ReturnType<typeof makeTray> | undefined;

/** What is chosen, and where it is compared: below the page while anything is chosen. */
function showTray(): void {
  const cars = $comparedCars.get();
  if (!made && cars.length === 0) return;
  made ??= makeTray();
  made.tray.hidden = cars.length === 0;
  made.text.textContent = `${cars.length} of ${MOST_COMPARED} to compare`;
  made.link.href = comparePath(cars.map(({ slug }) => slug));
}

function showAll(): void {
  for (const button of document.querySelectorAll<HTMLElement>(BUTTON)) showState(button);
}

function onClick(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest(BUTTON);
  const car = button && carOf(button);
  if (!car) return;
  event.preventDefault();
  const outcome = toggleCompared(car);
  if (outcome === 'full') {
    const full = `You can compare ${MOST_COMPARED}. Remove one first.`;
    if (made) made.text.textContent = full;
    announce(full);
    return;
  }
  announce(outcome === 'added' ? `${car.name} added to comparison` : `${car.name} removed from comparison`);
}

/** Activates the compare buttons of a page, including those islands render later. */
export function startCompareButtons(): void {
  document.addEventListener('click', onClick);
  $comparedCars.subscribe(() => {
    showAll();
    showTray();
  });
  eachRedraw(showAll);
}
