import { readStored, writeStored } from '#src/platform/ui/storage/browser-storage.ts';

const BUFFER_KEY = 'forecourt:held-events';
const MAX_BUFFERED = 20;

type EventStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function held(storage: EventStorage | undefined): unknown[] {
  const stored = readStored(storage, BUFFER_KEY);
  return Array.isArray(stored) ? stored : [];
}

/** Stores events of a page whose address no vendor may learn, for the next page that reports to vendors. */
export function bufferEvents(storage: EventStorage | undefined, events: readonly unknown[]): void {
  writeStored(storage, BUFFER_KEY, [...held(storage), ...events].slice(-MAX_BUFFERED));
}

/** Returns the stored events, once. */
export function takeBufferedEvents(storage: EventStorage | undefined): unknown[] {
  const events = held(storage);
  storage?.removeItem(BUFFER_KEY);
  return events;
}
