import { readStored, writeStored } from '#src/platform/ui/storage/browser-storage.ts';

const BUFFER_KEY = 'forecourt:held-events';
const MAX_BUFFERED = 20;

type EventStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function bufferedEvents(storage: EventStorage | undefined): unknown[] {
  const stored = readStored(storage, BUFFER_KEY);
  return Array.isArray(stored) ? stored : [];
}

/** Stores events of a page whose address must not be disclosed, for the next page that reports to vendors. */
export function bufferEvents(storage: EventStorage | undefined, events: readonly unknown[]): void {
  writeStored(storage, BUFFER_KEY, [...bufferedEvents(storage), ...events].slice(-MAX_BUFFERED));
}

/** Returns and removes the stored events. */
export function drainBufferedEvents(storage: EventStorage | undefined): unknown[] {
  const events = bufferedEvents(storage);
  storage?.removeItem(BUFFER_KEY);
  return events;
}
