import { $viewedCars } from '#src/features/account/client/viewed-cars.store.ts';
import { whenNear } from '#src/platform/ui/dom/deferred-work.ts';

/** VDP-14. */
const NEAR = '500px';

for (const section of document.querySelectorAll<HTMLElement>('[data-viewed-cars]')) {
  const { viewedCars, shownCar } = section.dataset;
  const others = $viewedCars.get().filter(({ id }) => id !== shownCar);
  section.dataset.laterCards = `${viewedCars}?${new URLSearchParams(others.map(({ id }) => ['id', id]))}`;
  section.hidden = others.length === 0;
}

for (const room of document.querySelectorAll<HTMLElement>('[data-later-cards-room]'))
  whenNear(room, NEAR, () => {
    import('./fetch-cards.ts')
      .then(({ fetchCards }) => fetchCards(room))
      .catch((error: unknown) => {
        console.warn('Cards are not shown:', error);
        room.hidden = true;
      });
  });
