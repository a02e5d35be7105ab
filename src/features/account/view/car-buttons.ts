import type { ReadableAtom } from 'nanostores';
import {
  $comparedCars,
  COMPARISON_FULL,
  toggleCompared,
} from '#src/features/account/client/compared-cars.store.ts';
import {
  $carsBeingSaved,
  $heartPresses,
  $savedCars,
  pressHeart,
} from '#src/features/account/client/saved-cars.store.ts';
import { type Favourite, isSaved, readFavourite } from '#src/features/account/saved-cars/car-lists.ts';
import { announce } from '#src/platform/ui/dom/announce.ts';
import { HEART_ICON } from '#src/platform/ui/single-icons.data.ts';

const COMPARE_ICON = 'M8 4 4 8l4 4M4 8h13M16 12l4 4-4 4M20 16H7';

/** A toggle button for a car in a list. Created by script, so there is none without JavaScript. */
abstract class CarButton extends HTMLElement {
  static readonly observedAttributes = ['data-car'];
  readonly button = document.createElement('button');
  #stops: (() => void)[] = [];

  protected abstract readonly icon: string;
  /** Stores that re-render the button. */
  protected abstract readonly stores: readonly Pick<ReadableAtom, 'subscribe'>[];
  protected abstract show(car: Favourite): void;
  protected abstract press(car: Favourite): void;

  get car(): Favourite | undefined {
    return readFavourite(this.dataset.car);
  }

  connectedCallback(): void {
    this.button.type = 'button';
    this.button.innerHTML ||= `<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="${this.icon}"/></svg>`;
    this.button.onclick = () => this.car && this.press(this.car);
    this.replaceChildren(this.button);
    this.#stops = this.stores.map((store) => store.subscribe(() => this.attributeChangedCallback()));
  }

  disconnectedCallback(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  attributeChangedCallback(): void {
    const { car } = this;
    // Before `connectedCallback`, when an element of the page is upgraded, there is no icon yet.
    if (car && this.button.isConnected) this.show(car);
  }
}

/** CARD-01, FAV-01: `<save-car data-car={writeFavourite(car)} data-price={writeSavedPrice(price)}>`, a heart. */
class SaveCar extends CarButton {
  readonly #label = document.createElement('span');
  protected readonly icon = HEART_ICON;
  protected readonly stores = [$savedCars, $carsBeingSaved];

  protected show(car: Favourite): void {
    const saved = isSaved($savedCars.get(), car);
    this.button.ariaPressed = String(saved);
    this.button.ariaLabel = saved ? `Remove ${car.name} from saved` : `Save ${car.name}`;
    // A disabled button would lose focus.
    this.button.ariaDisabled = $carsBeingSaved.get().has(car.id) ? 'true' : null;
    this.button.ariaBusy = this.button.ariaDisabled;
    this.#label.textContent = saved ? 'Saved' : 'Save';
    if (this.hasAttribute('data-words')) this.button.append(this.#label);
  }

  protected press(car: Favourite): void {
    pressHeart(car, this.dataset.price);
  }
}

/** FAV-01: `<compare-car data-car={writeFavourite(car)}>`. */
class CompareCar extends CarButton {
  readonly #label = document.createElement('span');
  protected readonly icon = COMPARE_ICON;
  protected readonly stores = [$comparedCars];

  protected show(car: Favourite): void {
    this.button.ariaPressed = String(isSaved($comparedCars.get(), car));
    this.button.ariaLabel = `Compare ${car.name}`;
    this.#label.textContent = 'Compare';
    this.button.append(this.#label);
    // Loaded on first use, and only among results, where cars are chosen: elsewhere it would cover what the page is for.
    const isAside = this.closest('.card-row, .saved-cars-newest') !== null;
    if (!isAside && $comparedCars.get().length > 0) import('./compare/compare-tray.ts').catch(console.warn);
  }

  protected press(car: Favourite): void {
    const outcome = toggleCompared(car);
    if (outcome === 'full') announce(COMPARISON_FULL);
    else announce(`${car.name} ${outcome === 'added' ? 'added to' : 'removed from'} comparison`);
  }
}

/** Updates the count in the header. */
function showCount(): void {
  const text = String($savedCars.get().length || '');
  for (const count of document.querySelectorAll('[data-saved-count]')) count.textContent = text;
}

customElements.define('save-car', SaveCar);
customElements.define('compare-car', CompareCar);
$savedCars.subscribe(showCount);
$heartPresses.listen((presses) => {
  import('./follow-press.ts').then(({ followPress }) => followPress(presses.at(-1))).catch(console.warn);
});
