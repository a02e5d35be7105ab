import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { $savedCars, pressHeart, savedPrices } from '#src/features/account/client/saved-cars.store.ts';
import type { Favourite } from '#src/features/account/saved-cars/car-lists.ts';
import { isSavedId, MAX_SAVED_PER_REQUEST } from '#src/features/account/saved-cars/saved-change.ts';
import { MAX_CARS_PER_ENQUIRY } from '#src/features/leads/fields/lead-field.ts';
import type { VehicleCardProps } from '#src/features/search/view/cards/VehicleCard.tsx';
import { formPath, SAVED_LIST_PATH } from '#src/platform/routing/page-paths.ts';
import { noEntries } from '#src/platform/ui/storage/stored-list.ts';
import { SavedEntry, type SavedListEntry } from './SavedEntries.tsx';

const RESPONSE_TIMEOUT_MS = 10_000;

const idOf = (entry: SavedListEntry): string => (entry.kind === 'card' ? entry.car.id : entry.id);

/** Entries by the id a vehicle was saved with, which may differ from the id of its card. */
async function fetchEntries(cars: readonly Favourite[]): Promise<[string, SavedListEntry][]> {
  const prices = savedPrices();
  const params = cars.map(({ id }) => ['car', prices.has(id) ? `${id}.${prices.get(id)}` : id]);
  const response = await fetch(`${SAVED_LIST_PATH}?${new URLSearchParams(params)}`, {
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The response is ${response.status}`);
  const { entries } = (await response.json()) as { entries: SavedListEntry[] };
  return entries.flatMap((entry, at) => (cars[at] ? [[cars[at].id, entry]] : []));
}

/**
 * Entries of saved vehicles by id; each is requested once.
 * @param initial entries that are part of the page
 */
export function useSavedEntries(
  cars: readonly Favourite[],
  initial: readonly SavedListEntry[],
): ReadonlyMap<string, SavedListEntry> {
  const [entries, setEntries] = useState(() => new Map(initial.map((entry) => [idOf(entry), entry])));
  const requested = useRef(new Set(entries.keys()));
  useEffect(() => {
    // The server rejects the whole request if one id is invalid.
    const missing = cars.filter(({ id }) => !requested.current.has(id) && isSavedId(id));
    for (const { id } of missing) requested.current.add(id);
    for (let at = 0; at < missing.length; at += MAX_SAVED_PER_REQUEST)
      fetchEntries(missing.slice(at, at + MAX_SAVED_PER_REQUEST))
        .then((more) => setEntries((before) => new Map([...before, ...more])))
        .catch((error: unknown) => console.warn('Cards are not shown:', error));
  }, [cars]);
  return entries;
}

export type SavedCarsProps = Pick<VehicleCardProps, 'settings'> & {
  /** Time of server rendering; undefined if the page has no vehicles before hydration. */
  nowMs?: number | undefined;
  noun: StockNoun;
  searchHref: string;
  /** Undefined if the site has no comparison. */
  compareHref: string | undefined;
  /** Note on repayments; undefined if cards show none. */
  rates: string | undefined;
  /** FAV-06: the list of a signed-in visitor; without it, the list is that of the browser. */
  watchlist?: { cars: readonly Favourite[]; entries: readonly SavedListEntry[] } | undefined;
};

/**
 * FAV-02: the server's list until the browser's list is synchronised with it. If another device has changed it since
 * the page was rendered, the page reloads.
 */
function useSavedCars(onServer: readonly Favourite[] | undefined, noun: string): readonly Favourite[] {
  const inBrowser = useStore($savedCars, { ssr: noEntries });
  const [isSynchronised, setSynchronised] = useState(false);
  useEffect(() => {
    if (!onServer) return;
    const isShown = ({ id }: { id: string }) => onServer.some((car) => car.id === id);
    import('#src/features/account/client/watchlist-sync.ts')
      .then(({ synchronise }) => synchronise(noun))
      .then((synced) => {
        if (!synced) return;
        if (synced.list.signed_in && synced.list.cars.every(isShown)) setSynchronised(true);
        else location.reload();
      })
      .catch(console.warn);
  }, [onServer, noun]);
  return onServer && !isSynchronised ? onServer : inBrowser;
}

/** FAV-01, FAV-06. */
export function SavedCars({
  noun,
  searchHref,
  compareHref,
  rates,
  watchlist,
  settings,
  nowMs,
}: SavedCarsProps) {
  const cars = useSavedCars(watchlist?.cars, noun.one);
  const entries = useSavedEntries(cars, watchlist?.entries ?? []);
  const [isHydrated, setAwake] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const focusAt = useRef<number>(undefined);

  useEffect(() => setAwake(true), []);

  // After a removal, also by the heart of a card, moves the focus to the next vehicle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the list has changed
  useEffect(() => {
    const at = focusAt.current;
    focusAt.current = undefined;
    if (at === undefined) return;
    const items = container.current?.querySelectorAll('li.saved-cars-entry') ?? [];
    const next = items[Math.min(at, items.length - 1)] ?? container.current;
    next?.querySelector('a')?.focus();
  }, [cars]);

  const remove = (car: Favourite) => {
    focusAt.current = cars.indexOf(car);
    pressHeart(car);
  };
  if (cars.length === 0) {
    if (!isHydrated && !watchlist) return null;
    return (
      <div ref={container} className="panel stack saved-cars-empty">
        <h2>Nothing saved yet</h2>
        <p>Tap the heart on any {noun.one} to save it here. We’ll show you if its price changes.</p>
        <a className="button" href={searchHref}>
          Browse {noun.many}
        </a>
      </div>
    );
  }
  const canChoose = cars.some(({ id }) => {
    const entry = entries.get(id);
    return entry?.kind === 'card' && entry.car.status !== 'sold';
  });
  return (
    <div ref={container}>
      <form action={formPath('enquiry')} method="get" className="stack">
        <ul
          className="saved-cars"
          onClickCapture={({ target }) => {
            const entry = target instanceof Element && target.closest('save-car') && target.closest('li');
            if (entry) focusAt.current = [...(entry.parentElement?.children ?? [])].indexOf(entry);
          }}
        >
          {cars.map((car) => (
            <SavedEntry
              key={car.id}
              vehicle={{ car, entry: entries.get(car.id) }}
              settings={settings}
              nowMs={nowMs ?? Date.now()}
              isWatchlist={watchlist !== undefined}
              onRemove={remove}
            />
          ))}
        </ul>
        {canChoose && (
          <div className="panel saved-cars-tools">
            <p>
              Choose up to {MAX_CARS_PER_ENQUIRY} {noun.many} and ask about them in one enquiry.
            </p>
            <div className="cluster">
              <button type="submit" className="button">
                Ask about the chosen {noun.many}
              </button>
              {compareHref && (
                <button type="submit" className="button button-quiet" formAction={compareHref}>
                  Compare the chosen {noun.many}
                </button>
              )}
            </div>
            {rates && (
              <p className="muted" id="financeDisclaimer">
                {rates}
              </p>
            )}
          </div>
        )}
      </form>
    </div>
  );
}
