import { browserStorage, readStored } from '#src/ui/browser-storage.ts';
import { whenNear } from '#src/ui/when-near.ts';
import { viewedQuery } from './viewed-query.ts';

/** VDP-14. */
const NEAR = '500px';

for (const section of document.querySelectorAll<HTMLElement>('[data-viewed-cars]')) {
  const { viewedCars, storedAs = '', shownCar } = section.dataset;
  const query = viewedQuery(readStored(browserStorage('localStorage'), storedAs), shownCar);
  section.dataset.laterCards = `${viewedCars}?${query}`;
  section.hidden = query === '';
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
