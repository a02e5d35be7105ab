/** The methods of localStorage or sessionStorage in use. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Undefined without storage: with cookies refused, reading the property itself throws. */
export function browserStorage(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis[kind];
  } catch {
    return undefined;
  }
}

/** @returns the JSON value under `key`; null if there is none or it cannot be read */
export function readStored(storage: Pick<TextStorage, 'getItem'> | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a JSON value. A full or refused storage has no effect: the page works without it. */
export function writeStored(storage: TextStorage | undefined, key: string, value: unknown): void {
  try {
    storage?.setItem(key, JSON.stringify(value));
  } catch {
    // As said above.
  }
}
