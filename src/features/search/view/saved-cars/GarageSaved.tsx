import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $savedCars } from '#src/features/account/client/saved-cars.store.ts';
import { SAVED_PATH } from '#src/platform/routing/page-paths.ts';
import { noEntries } from '#src/platform/ui/storage/stored-list.ts';
import { type SavedCarsProps, useSavedEntries } from './SavedCars.tsx';
import { SavedEntry } from './SavedEntries.tsx';

/** How many of the saved vehicles the garage shows. */
const SHOWN = 4;

type Props = Omit<SavedCarsProps, 'compareHref'>;

/** FAV-260: the newest saved vehicles, in the garage: those of the account, else of this browser. */
export function GarageSaved({ noun, searchHref, rates, watchlist, settings, nowMs }: Props) {
  const inBrowser = useStore($savedCars, { ssr: noEntries });
  const cars = watchlist?.cars ?? inBrowser;
  const shown = cars.slice(0, SHOWN);
  const entries = useSavedEntries(shown, watchlist?.entries ?? []);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  if (cars.length === 0) {
    if (!isHydrated && !watchlist) return null;
    return (
      <p className="muted">
        Nothing saved yet. Tap the heart on any {noun.one} and it is here, with what changes.{' '}
        <a href={searchHref}>Browse {noun.many}</a>
      </p>
    );
  }
  return (
    <section className="stack" aria-labelledby="garage-saved">
      <h2 id="garage-saved">Saved</h2>
      <ul className="saved-cars saved-cars-newest">
        {shown.map((car) => (
          <SavedEntry
            key={car.id}
            vehicle={{ car, entry: entries.get(car.id) }}
            settings={settings}
            nowMs={nowMs ?? Date.now()}
            isWatchlist={watchlist !== undefined}
            heading="h3"
          />
        ))}
      </ul>
      <p>
        <a href={SAVED_PATH}>
          {cars.length > 1
            ? `See all ${cars.length} ${noun.many} you saved`
            : `See the ${noun.one} you saved`}
        </a>
      </p>
      {rates && (
        <p className="muted" id="financeDisclaimer">
          {rates}
        </p>
      )}
    </section>
  );
}
