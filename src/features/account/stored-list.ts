/** What a list needs of localStorage or sessionStorage. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Reading the property itself throws where cookies are refused. */
export function browserStorage(kind: 'localStorage' | 'sessionStorage'): TextStorage | undefined {
  try {
    return globalThis[kind];
  } catch {
    return undefined;
  }
}

/** @returns the entries under `key` that `isEntry` accepts; an empty list for anything unreadable */
export function readList<T>(
  storage: TextStorage | undefined,
  key: string,
  isEntry: (value: unknown) => value is T,
): T[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Keeps `list`, or leaves things as they are where the browser keeps nothing or is full. */
export function writeList(storage: TextStorage | undefined, key: string, list: readonly unknown[]): void {
  try {
    storage?.setItem(key, JSON.stringify(list));
  } catch {
    // The page goes on with what it holds in memory.
  }
}

/** Whether `value` is an object whose `keys` are texts of reasonable length. */
export const hasTexts = <K extends string>(
  value: unknown,
  keys: readonly K[],
): value is Record<K, string> & Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  keys.every((key) => {
    const text: unknown = (value as Record<string, unknown>)[key];
    return typeof text === 'string' && text.length < 500;
  });
