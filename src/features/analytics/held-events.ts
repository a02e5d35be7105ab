import { readStored, writeStored } from '#src/ui/browser-storage.ts';

const HELD_KEY = 'forecourt:held-events';
const MAX_HELD = 20;

type EventStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function held(storage: EventStorage | undefined): unknown[] {
  const stored = readStored(storage, HELD_KEY);
  return Array.isArray(stored) ? stored : [];
}

/** Holds what happened on a page whose address no vendor may learn, for the next page where one listens. */
export function holdEvents(storage: EventStorage | undefined, events: readonly unknown[]): void {
  writeStored(storage, HELD_KEY, [...held(storage), ...events].slice(-MAX_HELD));
}

/** Hands out what was held, once. */
export function takeHeldEvents(storage: EventStorage | undefined): unknown[] {
  const events = held(storage);
  storage?.removeItem(HELD_KEY);
  return events;
}
