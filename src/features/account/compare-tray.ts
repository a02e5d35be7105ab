import { MOST_COMPARED } from '#src/domain/vehicle/comparison.ts';
import { comparePath } from '#src/routing/compare-path.ts';
import {
  $comparedCars,
  $isComparisonFull,
  COMPARISON_FULL,
  clearCompared,
} from '#src/stores/compared-cars.store.ts';
import './compare-tray.css';

let tray: HTMLElement | undefined;

/** FAV-01: what is chosen, and where it is compared: below the page while anything is chosen. */
export function startCompareTray(): void {
  if (tray) return;
  const [section, text] = [document.createElement('section'), document.createElement('p')];
  const [link, clear] = [document.createElement('a'), document.createElement('button')];
  section.className = 'compare-tray';
  section.ariaLabel = 'Comparison';
  Object.assign(link, { className: 'button', textContent: 'Compare' });
  Object.assign(clear, { type: 'button', className: 'button button-quiet', textContent: 'Clear' });
  clear.addEventListener('click', clearCompared);
  section.append(text, link, clear);
  document.body.append(section);
  tray = section;
  const show = () => {
    const cars = $comparedCars.get();
    section.hidden = cars.length === 0;
    text.textContent = $isComparisonFull.get()
      ? COMPARISON_FULL
      : `${cars.length} of ${MOST_COMPARED} to compare`;
    link.href = comparePath(cars.map(({ slug }) => slug));
  };
  $comparedCars.listen(show);
  $isComparisonFull.listen(show);
  show();
}
