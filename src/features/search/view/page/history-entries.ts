import { browserStorage, readStored, writeStored } from '#src/platform/ui/storage/browser-storage.ts';

/** In sessionStorage: entry and pixels from the top, newest last. */
const TOPS_KEY = 'forecourt:tops';
/** More are rarely gone back through. */
const MOST_TOPS = 50;

type Entry = Pick<History, 'state'>;

/** Which entry of the browser's history is shown; 0 where it has no number yet. */
export const entryOf = ({ state }: Entry): number => (state as { entry?: number } | null)?.entry ?? 0;

/** Gives the entry shown a number, unless it has one. */
export function numberEntry(history: Pick<History, 'state' | 'replaceState'>): void {
  if (entryOf(history) === 0) history.replaceState({ ...history.state, entry: Date.now() }, '');
}

const isTop = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);

/** Where each entry of this tab was left, in pixels from the top of its page: a reload would forget it. */
export function storedTops(): Map<number, number> {
  const stored = readStored(browserStorage('sessionStorage'), TOPS_KEY);
  return new Map(Array.isArray(stored) ? stored.filter(isTop) : []);
}

export function storeTops(tops: ReadonlyMap<number, number>): void {
  writeStored(browserStorage('sessionStorage'), TOPS_KEY, [...tops].slice(-MOST_TOPS));
}
