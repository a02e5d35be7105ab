import {
  $comparedCars,
  $isComparisonFull,
  COMPARISON_FULL,
  clearCompared,
} from '#src/features/account/client/compared-cars.store.ts';
import { MAX_COMPARED } from '#src/features/account/saved-cars/car-lists.ts';
import { comparePath } from '#src/platform/routing/compare-path.ts';
import { adoptStyles, elementOf } from '#src/platform/ui/dom/dom-parts.ts';
import styles from './compare-tray.css?inline';

/** FAV-01: the selected cars and a link to compare them, at the bottom of the page. */
const tray = elementOf(
  '<section class="compare-tray" aria-label="Comparison"><p></p><a class="button">Compare</a><button type="button" class="button button-quiet">Clear</button></section>',
);
const [text, link, clear] = tray.children as unknown as [HTMLElement, HTMLAnchorElement, HTMLButtonElement];

function show(): void {
  const cars = $comparedCars.get();
  tray.hidden = cars.length === 0;
  text.textContent = $isComparisonFull.get()
    ? COMPARISON_FULL
    : `${cars.length} of ${MAX_COMPARED} to compare`;
  link.href = comparePath(cars.map(({ slug }) => slug));
}

adoptStyles(styles);
document.body.append(tray);
clear.addEventListener('click', clearCompared);
$comparedCars.subscribe(show);
$isComparisonFull.listen(show);
