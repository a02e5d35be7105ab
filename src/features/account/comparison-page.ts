import { comparePath } from '#src/routing/compare-path.ts';
import { $compared, removeCompared, watchCompared } from './compared.store.ts';

const slugsNow = () => $compared.get().map(({ slug }) => slug);

/** Prints, and keeps the shopper's own list and the page in step; a shared address changes no list. */
export function startComparison(): void {
  for (const button of document.querySelectorAll<HTMLElement>('.compare [data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => print());
  }
  const shown = document.querySelector<HTMLElement>('[data-compared]')?.dataset.compared?.split(',') ?? [];
  watchCompared();
  // An address without cars is that of the shopper's own list.
  if (!location.search && slugsNow().length > 0) location.replace(comparePath(slugsNow()));
  for (const link of document.querySelectorAll<HTMLElement>('[data-compare-remove]'))
    link.addEventListener('click', () => removeCompared(link.dataset.compareRemove ?? ''));
  if (String(slugsNow()) !== String(shown)) return;
  // Another tab changed the list this page shows.
  addEventListener('storage', () => {
    if (String(slugsNow()) !== String(shown)) location.replace(comparePath(slugsNow()));
  });
}
