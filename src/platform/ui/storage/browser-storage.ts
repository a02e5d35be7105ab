/** The methods of localStorage and sessionStorage in use. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Undefined if storage is blocked, in which case accessing the property throws. */
export function browserStorage(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis[kind];
  } catch {
    return undefined;
  }
}

/** @returns the JSON value under `key`; null if missing or unreadable */
export function readStored(storage: Pick<TextStorage, 'getItem'> | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a JSON value. Ignores errors of full or blocked storage, since pages work without it. */
export function writeStored(storage: TextStorage | undefined, key: string, value: unknown): void {
  try {
    storage?.setItem(key, JSON.stringify(value));
  } catch {
    // See above.
  }
}
