import { comparedSlugs } from '#src/domain/vehicle/comparison.ts';
import { COMPARED_CARS, comparePath } from '#src/routing/compare-path.ts';
import { $comparedCars, removeCompared } from '#src/stores/compared-cars.store.ts';

const slugsNow = () => $comparedCars.get().map(({ slug }) => slug);

/** Prints, and keeps the shopper's own list and the page in step; a shared address changes no list. */
export function startComparison(): void {
  for (const button of document.querySelectorAll<HTMLElement>('.compare [data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => print());
  }
  // An address without cars is that of the shopper's own list.
  if (!location.search && slugsNow().length > 0) location.replace(comparePath(slugsNow()));
  // Those without a page are in the address too.
  const { slugs } = comparedSlugs(new URLSearchParams(location.search).getAll(COMPARED_CARS));
  if (String(slugsNow()) !== String(slugs)) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-compare-remove]'))
    link.addEventListener('click', () => {
      removeCompared(link.dataset.compareRemove ?? '');
      link.href = comparePath(slugsNow());
    });
  // Another tab changed the list this page shows.
  addEventListener('storage', () => {
    if (String(slugsNow()) !== String(slugs)) location.replace(comparePath(slugsNow()));
  });
}
