import { isSaved } from '#src/domain/vehicle/favourite.ts';
import { $savedCars } from '#src/stores/saved-cars.store.ts';
import { synchronised } from './watchlist.ts';

type Shown = { cars: { id: string; slug: string }[] };

/** Hides what is removed and shows what is taken back; a list that is longer on the server by now is read again. */
export function startWatchlistPage(): void {
  const list = document.querySelector<HTMLElement>('[data-watchlist-cars]');
  const form = document.querySelector<HTMLElement>('[data-watchlist-form]');
  const empty = document.querySelector<HTMLElement>('[data-watchlist-empty]');
  if (!list || !form || !empty) return;
  const { cars }: Shown = JSON.parse(list.dataset.watchlistCars ?? '');
  const isShown = ({ id }: { id: string }) => cars.some((car) => car.id === id);
  void synchronised().then((synced) => {
    if (!synced) return;
    if (!synced.list.signed_in || !synced.list.cars.every(isShown)) {
      location.reload();
      return;
    }
    $savedCars.subscribe((saved) => {
      const entries = [...list.querySelectorAll<HTMLElement>('[data-saved-entry]')];
      const focused = entries.findIndex((entry) => entry.contains(document.activeElement));
      for (const entry of entries) {
        const car = cars.find(({ id }) => id === entry.dataset.savedEntry);
        entry.hidden = car !== undefined && !isSaved(saved, car);
      }
      form.hidden = !list.querySelector('[data-saved-entry]:not([hidden])');
      empty.hidden = !form.hidden;
      if (!entries[focused]?.hidden) return;
      // After a removal by keyboard, the focus moves to the next car.
      const shown = ({ hidden }: HTMLElement) => !hidden;
      const next = entries.slice(focused).find(shown) ?? entries.findLast(shown) ?? empty;
      next.querySelector('a')?.focus();
    });
  });
}
