import { useEffect, useRef, useState } from 'react';
import type { Favourite } from '#src/domain/vehicle/favourite.ts';
import { isSavedId, MOST_SAVED_AT_ONCE } from '#src/domain/vehicle/saved-change.ts';
import { SAVED_LIST_PATH } from '#src/routing/page-paths.ts';
import { savedPrices } from '#src/stores/saved-cars.store.ts';
import type { SavedListEntry } from './SavedEntries.tsx';

const RESPONSE_TIMEOUT_MS = 10_000;

const idOf = (entry: SavedListEntry): string => (entry.kind === 'card' ? entry.car.id : entry.id);

/** By the ids the cars were saved with, which may not be those of their cards. @throws if the server does not respond */
async function fetchEntries(cars: readonly Favourite[]): Promise<[string, SavedListEntry][]> {
  const prices = savedPrices();
  const asked = cars.map(({ id }) => ['car', prices.has(id) ? `${id}.${prices.get(id)}` : id]);
  const response = await fetch(`${SAVED_LIST_PATH}?${new URLSearchParams(asked)}`, {
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The response is ${response.status}`);
  const { entries } = (await response.json()) as { entries: SavedListEntry[] };
  return entries.flatMap((entry, at) => (cars[at] ? [[cars[at].id, entry]] : []));
}

/**
 * What the server knows of saved vehicles, by id; each is asked for once.
 * @param known what the page came with
 */
export function useSavedEntries(
  cars: readonly Favourite[],
  known: readonly SavedListEntry[],
): ReadonlyMap<string, SavedListEntry> {
  const [entries, setEntries] = useState(() => new Map(known.map((entry) => [idOf(entry), entry])));
  const asked = useRef(new Set(entries.keys()));
  useEffect(() => {
    // One that the server cannot read would cost the others of its request their cards.
    const missing = cars.filter(({ id }) => !asked.current.has(id) && isSavedId(id));
    for (const { id } of missing) asked.current.add(id);
    for (let at = 0; at < missing.length; at += MOST_SAVED_AT_ONCE)
      fetchEntries(missing.slice(at, at + MOST_SAVED_AT_ONCE))
        .then((more) => setEntries((before) => new Map([...before, ...more])))
        .catch((error: unknown) => console.warn('Cards are not shown:', error));
  }, [cars]);
  return entries;
}
