import * as ANALYTICS_EVENTS from '#src/domain/analytics-events.ts';
import type { Favourite } from '#src/domain/vehicle/favourite.ts';
import { isSaved, readFavourite } from '#src/domain/vehicle/favourite.ts';
import { $comparedCars, COMPARISON_FULL, toggleCompared } from '#src/stores/compared-cars.store.ts';
import {
  $carsBeingSaved,
  $heartPresses,
  $savedCars,
  type HeartPress,
  pressHeart,
  warnIfUnsaved,
} from '#src/stores/saved-cars.store.ts';
import { announce } from '#src/ui/announce.ts';
import { HEART_ICON } from '#src/ui/single-icons.data.ts';

const COMPARE_ICON = 'M8 4 4 8l4 4M4 8h13M16 12l4 4-4 4M20 16H7';
const SVG = 'http://www.w3.org/2000/svg';

function drawing(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', width: '22', height: '22' }))
    svg.setAttribute(name, value);
  svg.setAttribute('aria-hidden', 'true');
  const outline = document.createElementNS(SVG, 'path');
  outline.setAttribute('d', path);
  svg.append(outline);
  return svg;
}

/** A button that shows whether its car is in a list, and adds or removes it. Without scripts there is none. */
abstract class CarButton extends HTMLElement {
  static readonly observedAttributes = ['data-car'];
  readonly button = document.createElement('button');
  #stops: (() => void)[] = [];

  /** Runs `listener` at each change of what the button shows. @returns what ends that */
  protected abstract follow(listener: () => void): (() => void)[];
  protected abstract show(car: Favourite): void;
  protected abstract press(car: Favourite): void;
  protected abstract readonly icon: string;

  get car(): Favourite | undefined {
    return readFavourite(this.dataset.car);
  }

  connectedCallback(): void {
    if (!this.button.firstChild) {
      this.button.type = 'button';
      this.button.append(drawing(this.icon));
      this.button.addEventListener('click', () => this.car && this.press(this.car));
    }
    this.replaceChildren(this.button);
    this.#stops = this.follow(() => this.#update());
  }

  disconnectedCallback(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#update();
  }

  #update(): void {
    const { car } = this;
    if (car) this.show(car);
  }
}

/** A tray below the page says what is compared; its script comes once something is. */
function showTray(): void {
  import('./compare-tray.ts').then(({ startCompareTray }) => startCompareTray()).catch(console.warn);
}

/** CARD-01, FAV-01: `<save-car data-car={writeFavourite(car)} data-price={writeSavedPrice(price)}>`, a heart. */
class SaveCar extends CarButton {
  protected readonly icon = HEART_ICON;

  protected follow(listener: () => void) {
    if (this.hasAttribute('data-words') && !this.button.querySelector('span'))
      this.button.append(document.createElement('span'));
    return [$savedCars.subscribe(listener), $carsBeingSaved.subscribe(listener)];
  }

  protected show(car: Favourite): void {
    const saved = isSaved($savedCars.get(), car);
    this.button.ariaPressed = String(saved);
    this.button.ariaLabel = saved ? `Remove ${car.name} from saved` : `Save ${car.name}`;
    // A button that is disabled outright loses the focus.
    this.button.ariaDisabled = $carsBeingSaved.get().has(car.id) ? 'true' : null;
    this.button.ariaBusy = this.button.ariaDisabled;
    const words = this.button.querySelector('span');
    if (words) words.textContent = saved ? 'Saved' : 'Save';
  }

  protected press(car: Favourite): void {
    pressHeart(car, this.dataset.price);
  }
}

/** FAV-01: `<compare-car data-car={writeFavourite(car)}>`. */
class CompareCar extends CarButton {
  protected readonly icon = COMPARE_ICON;

  protected follow(listener: () => void) {
    return [
      $comparedCars.subscribe(listener),
      $comparedCars.subscribe(({ length }) => length > 0 && showTray()),
    ];
  }

  protected show(car: Favourite): void {
    this.button.ariaPressed = String(isSaved($comparedCars.get(), car));
    this.button.ariaLabel = `Compare ${car.name}`;
    this.button.title = 'Compare';
  }

  protected press(car: Favourite): void {
    const outcome = toggleCompared(car);
    if (outcome === 'full') announce(COMPARISON_FULL);
    else announce(`${car.name} ${outcome === 'added' ? 'added to' : 'removed from'} comparison`);
  }
}

/**
 * What follows a press, of a heart or of a list: ANL-04 reports a car that was saved, and screen readers announce both.
 * A watchlist says so by its toasts, once the server has answered.
 */
function followPress(presses: readonly HeartPress[]): void {
  const press = presses.at(-1);
  if (!press) return;
  const { car, saved } = press;
  if (!document.querySelector('[data-watchlist]')) {
    announce(saved ? `${car.name} saved` : `${car.name} removed from saved`);
    warnIfUnsaved();
  }
  if (!saved) return;
  const detail = { eventId: ANALYTICS_EVENTS.vehicleSaved, label: car.name };
  dispatchEvent(new CustomEvent('forecourt:event', { detail }));
}

/** How many cars are saved, in the header. */
function showCount(): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-saved-link]')) {
    link.hidden = false;
    const count = link.querySelector('[data-saved-count]');
    if (count) count.textContent = String($savedCars.get().length || '');
  }
}

/** The buttons of the page's cards, those that arrive later among them, and what shows how many there are. */
export function startCarButtons(): void {
  customElements.define('save-car', SaveCar);
  customElements.define('compare-car', CompareCar);
  $savedCars.subscribe(showCount);
  $heartPresses.listen(followPress);
}
