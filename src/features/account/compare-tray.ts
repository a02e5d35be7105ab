import { MOST_COMPARED } from '#src/domain/vehicle/compared-list.ts';
import { comparePath } from '#src/routing/compare-path.ts';
import {
  $comparedCars,
  $isComparisonFull,
  COMPARISON_FULL,
  clearCompared,
} from '#src/stores/compared-cars.store.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import { elementOf } from '#src/ui/element-of.ts';
import styles from './compare-tray.css?inline';

/** FAV-01: what is chosen, and where it is compared: below the page while anything is chosen. */
const tray = elementOf(
  '<section class="compare-tray" aria-label="Comparison"><p></p><a class="button">Compare</a><button type="button" class="button button-quiet">Clear</button></section>',
);
const [text, link, clear] = tray.children as unknown as [HTMLElement, HTMLAnchorElement, HTMLButtonElement];

function show(): void {
  const cars = $comparedCars.get();
  tray.hidden = cars.length === 0;
  text.textContent = $isComparisonFull.get()
    ? COMPARISON_FULL
    : `${cars.length} of ${MOST_COMPARED} to compare`;
  link.href = comparePath(cars.map(({ slug }) => slug));
}

adoptStyles(styles);
document.body.append(tray);
clear.addEventListener('click', clearCompared);
$comparedCars.subscribe(show);
$isComparisonFull.listen(show);
