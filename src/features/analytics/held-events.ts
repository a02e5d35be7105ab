const HELD_KEY = 'forecourt:held-events';
const MAX_HELD = 20;

type EventStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function held(storage: EventStorage): unknown[] {
  const kept: unknown = JSON.parse(storage.getItem(HELD_KEY) ?? '[]');
  return Array.isArray(kept) ? kept : [];
}

/** Keeps what happened on a page whose address no vendor may learn, for the next page where one listens. */
export function holdEvents(storage: EventStorage, events: readonly unknown[]): void {
  storage.setItem(HELD_KEY, JSON.stringify([...held(storage), ...events].slice(-MAX_HELD)));
}

/** Hands out what was held, once. */
export function takeHeldEvents(storage: EventStorage): unknown[] {
  try {
    const events = held(storage);
    storage.removeItem(HELD_KEY);
    return events;
  } catch {
    // Nothing is kept here, or nothing that can be read.
    return [];
  }
}
