import { readStored, writeStored } from '#src/ui/browser-storage.ts';

const HELD_KEY = 'forecourt:held-events';
const MAX_HELD = 20;

type EventStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function held(storage: EventStorage | undefined): unknown[] {
  const stored = readStored(storage, HELD_KEY);
  return Array.isArray(stored) ? stored : [];
}

/** Stores events of a page whose address no vendor may learn, for the next page that reports to vendors. */
export function holdEvents(storage: EventStorage | undefined, events: readonly unknown[]): void {
  writeStored(storage, HELD_KEY, [...held(storage), ...events].slice(-MAX_HELD));
}

/** Returns the stored events, once. */
export function takeHeldEvents(storage: EventStorage | undefined): unknown[] {
  const events = held(storage);
  storage?.removeItem(HELD_KEY);
  return events;
}
