import { browserStorage, readStored, writeStored } from '#src/platform/ui/storage/browser-storage.ts';

/** In sessionStorage: pairs of history entry and scroll position, newest last. */
const TOPS_KEY = 'forecourt:tops';
const MAX_TOPS = 50;

type Entry = Pick<History, 'state'>;

/** Number of the current history entry; 0 if it has none yet. */
export const entryOf = ({ state }: Entry): number => (state as { entry?: number } | null)?.entry ?? 0;

export function numberEntry(history: Pick<History, 'state' | 'replaceState'>): void {
  if (entryOf(history) === 0) history.replaceState({ ...history.state, entry: Date.now() }, '');
}

const isTop = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);

/** Scroll position of each history entry of this tab, kept across reloads. */
export function storedTops(): Map<number, number> {
  const stored = readStored(browserStorage('sessionStorage'), TOPS_KEY);
  return new Map(Array.isArray(stored) ? stored.filter(isTop) : []);
}

export function storeTops(tops: ReadonlyMap<number, number>): void {
  writeStored(browserStorage('sessionStorage'), TOPS_KEY, [...tops].slice(-MAX_TOPS));
}
